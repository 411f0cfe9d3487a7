import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Json } from '../../src/kernel/index.ts';
import {
  type App,
  type DefinitionList,
  openApp,
  registry,
  resolveSettings,
  type SavedDocument,
  type ValidatedDefinition,
} from '../../src/operations/index.ts';
import { callOperation } from '../../src/server/pipeline/pipeline.ts';
import { fixturePath } from '../fixture-path.ts';
import { checkOutput } from '../operations/check-output.ts';
import { ann } from '../operations/operations-harness.ts';

const program = fixturePath('server');

const workflows = `workflows:
  fine: { graph: { ask: { call: say, args: { text: hi } } } }
  lacking: { graph: { ask: { call: sey, args: { text: hi } }, tell: { call: travel.nosuchthing } } }
`;

let folder = '';
let app: App | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signalbox-missing-'));
  await mkdir(join(folder, 'data'));
  await writeFile(join(folder, 'trips.yaml'), workflows);
});
afterEach(async () => {
  await app?.close();
  await rm(folder, { recursive: true });
});

async function open(args: readonly string[]): Promise<App> {
  const connectors = { travel: { command: process.execPath, args } };
  await writeFile(join(folder, 'connectors.yml'), JSON.stringify({ connectors }));
  const flags = new Map([
    ['--data', [join(folder, 'data')]],
    ['--workflows', [folder]],
    ['--connectors', [join(folder, 'connectors.yml')]],
  ]);
  const { settings } = resolveSettings({ flags, env: {}, folder });
  app = await openApp(settings, { env: {}, version: '1', warn: () => undefined });
  return app;
}

/** The type of the operation determines its result. */
async function call<Result>({ services }: App, name: string, input: Json): Promise<Result> {
  const given = await callOperation(registry, services, { ...ann, tenant: 'default' }, name, input);
  return checkOutput(name, given) as unknown as Result;
}

const missing = async (opened: App) =>
  (await call<DefinitionList>(opened, 'definitions.list', {})).definitions.map((each) => [
    each.id,
    each.missing,
  ]);

const warned = async (opened: App) =>
  (await call<ValidatedDefinition>(opened, 'definitions.validate', { source: workflows })).warnings.map(
    ({ rule, actual, line }) => [rule, actual, line],
  );

test('[O1.1] an operation that a server does not offer is missing as soon as the server has listed its operations', async () => {
  const opened = await open([program, '2026', 'stdio']);
  // It is queried at the start, before any run.
  await expect
    .poll(() => missing(opened), { timeout: 20_000 })
    .toEqual([
      ['fine', []],
      ['lacking', ['sey', 'travel.nosuchthing']],
    ]);
  expect(await warned(opened)).toEqual([
    ['unknown-operation', 'sey', 3],
    ['unknown-operation', 'travel.nosuchthing', 3],
  ]);
});

test('[O1.1] nothing is reported as missing for a server that cannot be reached', async () => {
  const opened = await open(['-e', 'process.exit(1)']);
  expect(await warned(opened)).toEqual([]);
  expect(await missing(opened)).toEqual([
    ['fine', []],
    ['lacking', []],
  ]);
});

test('[O1.5] arguments that a tool does not take are warnings when a document is validated and saved, not errors', async () => {
  const opened = await open([program, '2026', 'stdio']);
  const source = `workflows:
  trip:
    graph:
      a: { call: travel.say, args: { text: hi, more: 1 } }
      c: { call: say }
      b: { call: add, args: { a: many } }
`;
  const found = [
    ['unknown-argument', 4],
    ['missing-argument', 5],
    ['argument-type', 6],
  ];
  const checked = await call<ValidatedDefinition>(opened, 'definitions.validate', { source });
  expect(checked.valid).toBe(true);
  expect(checked.warnings.map(({ rule, line }) => [rule, line])).toEqual(found);
  const saved = await call<SavedDocument>(opened, 'definitions.save', { source, path: 'trip.yaml' });
  expect(saved.warnings.map(({ rule, line }) => [rule, line])).toEqual(found);
});
