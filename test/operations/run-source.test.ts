import { afterEach, beforeEach, expect, test } from 'vitest';
import { listDefinitions } from '../../src/operations/definitions/list-definitions.ts';
import { completeItem } from '../../src/operations/items/complete-item.ts';
import { exportRun } from '../../src/operations/runs/export-run.ts';
import { forkRun } from '../../src/operations/runs/fork-run.ts';
import { getRun } from '../../src/operations/runs/get-run.ts';
import { graphOfRun } from '../../src/operations/runs/graph-of-run.ts';
import { importRun } from '../../src/operations/runs/import-run.ts';
import { replayRun } from '../../src/operations/runs/replay-run.ts';
import { runHistory } from '../../src/operations/runs/run-history.ts';
import { simulateRun } from '../../src/operations/runs/simulate-run.ts';
import { startRun } from '../../src/operations/runs/start-run.ts';
import { ann, isWaiting, type OperationsHarness, openOperationsHarness } from './operations-harness.ts';

const saved = `
workflows:
  greet: { graph: { ask: { type: yield, message: Saved?, expects: { word: str } } } }
`;

const sent = `
version: "2.0"
workflows:
  greet:
    params: { who: { type: str, required: true } }
    graph:
      ask: { type: yield, message: "Sent, $who?", expects: { word: str } }
      tell: { call: echo, depends_on: [ask], args: { said: $ask.word } }
    result: $tell.said
`;

const two = `${sent}  other: { graph: { ask: { type: yield, message: Other?, expects: { word: str } } } }\n`;

let harness: OperationsHarness;
beforeEach(async () => {
  harness = await openOperationsHarness({ 'saved.yaml': saved });
});
afterEach(() => harness.close());

const start = async (input: object) => {
  const { run } = await harness.perform(startRun, input);
  await harness.until(run, isWaiting);
  return run;
};

const messageOf = async (run: string) => {
  const [wait] = (await harness.perform(getRun, { run })).waitingFor;
  return wait?.kind === 'item' ? wait.message : '';
};

test('[P3.3] a document that is sent along is run, and the run keeps it', async () => {
  const run = await start({ source: sent, params: { who: 'Ann' } });
  const view = await harness.perform(getRun, { run });
  expect(view).toMatchObject({ workflow: 'greet', version: '2.0', state: 'waiting' });
  expect(await messageOf(run)).toBe('Sent, Ann?');
  // It is not in the library.
  expect(await harness.perform(listDefinitions, {})).toMatchObject({ definitions: [{ id: 'greet' }] });
  expect(await messageOf(await start({ workflow: 'greet' }))).toBe('Saved?');
  const [wait] = view.waitingFor;
  if (wait?.kind !== 'item') throw new Error('It waits for nobody.');
  await harness.perform(completeItem, { item: wait.item, output: { word: 'hello' } });
  expect(await harness.perform(getRun, { run, waitMs: 0 })).toMatchObject({ run });
  await harness.until(run, ({ endedAt }) => endedAt !== null);
  expect(await harness.perform(getRun, { run })).toMatchObject({ status: 'completed', output: 'hello' });
});

test('[P3.3] such a run is shown, replayed, forked, exported and imported like any other', async () => {
  const run = await start({ source: sent, params: { who: 'Ann' } });
  expect((await harness.perform(graphOfRun, { run })).drawing).toContain('tell');
  expect(await harness.perform(replayRun, { run, at: 1 })).toMatchObject({ tasks: { ask: 'under way' } });
  expect((await harness.perform(runHistory, { run })).entries.length).toBeGreaterThan(0);
  const fork = await harness.perform(forkRun, { run, at: 1 });
  expect(fork).toMatchObject({ workflow: 'greet', origin: { run } });
  const document = await harness.perform(exportRun, { run });
  expect(document).toMatchObject({ workflow: { name: 'greet', source: sent } });
  const imported = await harness.perform(importRun, { document });
  const [admission] = imported.waitingFor;
  expect(admission).toMatchObject({ reason: 'approval', message: expect.not.stringContaining('changed') });
});

test('[P3.3] if there are several workflows, the name selects one', async () => {
  expect(await harness.refused(startRun, { source: two })).toMatchObject({
    code: 'invalid_input',
    message: expect.stringContaining('greet, other'),
    violations: [{ path: 'workflow' }],
  });
  expect(await harness.refused(startRun, { source: two, workflow: 'greeet' })).toMatchObject({
    code: 'invalid_input',
    message: expect.stringContaining('“greet”'),
  });
  expect(await messageOf(await start({ source: two, workflow: 'other' }))).toBe('Other?');
  expect(await harness.refused(startRun, {})).toMatchObject({
    code: 'invalid_input',
    message: expect.stringContaining('source'),
    violations: [{ path: 'workflow', rule: 'required' }],
  });
});

test('[P3.3] a document with errors is refused with all of them, and nothing runs', async () => {
  const broken = sent.replace('$ask.word', '$nobody').replace('depends_on: [ask]', 'depends_on: [nowhere]');
  const input = { source: broken, params: { who: 'Ann' } };
  for (const details of [await harness.refused(startRun, input), await harness.refused(simulateRun, input)]) {
    expect(details).toMatchObject({ code: 'invalid_definition', context: { line: 8 } });
    expect(details.violations?.length).toBeGreaterThan(1);
  }
  const foreign = await harness.refused(startRun, { source: 'password: hush\n' });
  expect(foreign).toMatchObject({ code: 'invalid_definition', violations: [{ rule: 'unknown-language' }] });
  expect(JSON.stringify(foreign)).not.toContain('hush');
  const { store } = harness.services;
  expect(await store.runs.count('acme', {})).toBe(0);
});

test('[P3.3] sending a document along requires the right to write one', async () => {
  const launcher = { ...ann, scopes: new Set(['workflows:launch', 'workflows:query'] as const) };
  expect(await harness.refused(startRun, { source: sent, params: { who: 'Ann' } }, launcher)).toMatchObject({
    code: 'missing_scope',
    message: '“runs.start” with “source” requires the scope “workflows:author”.',
  });
  expect(await harness.perform(startRun, { workflow: 'greet' }, launcher)).toMatchObject({
    workflow: 'greet',
  });
});

test('[P3.3] the same key returns the same run, and another document under it is a conflict', async () => {
  const request = { source: sent, params: { who: 'Ann' }, idempotencyKey: 'k' };
  const { run } = await harness.perform(startRun, request);
  expect(await harness.perform(startRun, request)).toMatchObject({ run, repeated: true });
  expect(await harness.refused(startRun, { ...request, source: two, workflow: 'greet' })).toMatchObject({
    code: 'idempotency_conflict',
  });
});

test('[P3.3] a document that is sent along is simulated without side effects', async () => {
  const launcher = { ...ann, scopes: new Set(['workflows:query'] as const) };
  const script = { answers: { ask: { word: 'hello' } }, calls: { echo: { returns: { said: 'hello' } } } };
  const report = await harness.perform(
    simulateRun,
    { source: sent, params: { who: 'Ann' }, script },
    launcher,
  );
  expect(report).toMatchObject({ workflow: 'greet', status: 'completed', output: 'hello' });
  expect(await harness.services.store.runs.count('acme', {})).toBe(0);
});
