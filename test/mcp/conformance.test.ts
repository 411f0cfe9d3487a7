/** The official conformance suite against the server of `signalbox serve`, in its own process. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Check, type Findings, runSuite, type Scenario, scenariosOf } from './conformance-suite.ts';
import { expectedFailures } from './expected-failures.ts';
import { buildSuiteHost, type SuiteHost, type SuiteServer } from './suite-server.ts';

const revisions = ['2025-11-25', '2026-07-28'];
const scenarios = (await Promise.all(revisions.map(scenariosOf))).flat();

let suiteHost: SuiteHost;
let server: SuiteServer;

beforeAll(async () => {
  suiteHost = await buildSuiteHost();
  server = await suiteHost.open();
});

afterAll(() => suiteHost.remove());

test('[P1.1][P5.1] the suite covers both revisions, and tasks', () => {
  const required = (revision: string) =>
    scenarios.filter((scenario) => scenario.isRequired && scenario.revision === revision).length;
  expect(revisions.map(required)).toEqual([30, 37]);
  expect(scenarios.filter(isOfTasks)).toHaveLength(10);
});

test('[P1.1] no required scenario is expected to fail', () => {
  const excused = expectedFailures.filter(({ status }) => status !== 'SKIPPED');
  const required = new Set(scenarios.filter(({ isRequired }) => isRequired).map(({ name }) => name));
  expect(excused.filter(({ scenario }) => required.has(scenario))).toEqual([]);
});

describe.each(revisions)('revision %s', (revision) => {
  let findings: Findings;

  beforeAll(async () => {
    findings = await runSuite(`${server.url}/mcp`, revision, (name, checks) =>
      isSame(unmetOf(checks), excusesOf({ revision, name })),
    );
  }, 300_000);

  const ours = scenarios.filter((scenario) => scenario.revision === revision);

  const judge = (scenario: Scenario): void => {
    const checks = findings.get(scenario.name) ?? [];
    const told = checks.map(({ id, status, message }) => `${status} ${id} ${message}`).join('\n');
    expect(checks, 'It did not run.').not.toEqual([]);
    expect(unmetOf(checks), told).toEqual(excusesOf(scenario));
  };

  test.each(ours.filter((scenario) => !isOfTasks(scenario)))('[P1.1] $name', judge);
  test.each(ours.filter(isOfTasks))('[P1.1][P5.1] $name', judge);

  test('[P1.1] the server reports no errors', () => {
    expect(server.complaints()).toBe('');
  });

  test('[P1.1] no unlisted scenario ran', () => {
    expect([...findings.keys()].sort()).toEqual(ours.map(({ name }) => name).sort());
  });
});

function isOfTasks({ name }: Scenario): boolean {
  return name.startsWith('tasks-');
}

/** Failed checks; each once, since a scenario may report the same check several times. */
function unmetOf(checks: readonly Pick<Check, 'id' | 'status'>[]): readonly string[] {
  const unmet = checks.filter(({ status }) => status !== 'SUCCESS' && status !== 'INFO');
  return [...new Set(unmet.map(({ id, status }) => `${status} ${id}`))].sort();
}

function excusesOf({ revision, name }: Pick<Scenario, 'revision' | 'name'>): readonly string[] {
  const excuses = expectedFailures.filter((entry) => entry.revision === revision && entry.scenario === name);
  return unmetOf(excuses.map(({ check, status }) => ({ id: check, status })));
}

const isSame = (some: readonly string[], others: readonly string[]): boolean => some.join() === others.join();
