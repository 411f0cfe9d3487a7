import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Json } from '../../src/kernel/index.ts';
import { openApp, registry, resolveSettings } from '../../src/operations/index.ts';
import { callOperation } from '../../src/server/pipeline/pipeline.ts';
import { fixturePath } from '../fixture-path.ts';
import { checkOutput } from '../operations/check-output.ts';
import { ann } from '../operations/operations-harness.ts';

/** It returns its environment on request, and prints this when it fails and when it exits. */
const program = fixturePath('server');
const secret = 'hunter2-secret';

const connectors = `connectors:
  travel:
    command: ${process.execPath}
    args: [${JSON.stringify(program)}, "2026", stdio]
    env: { TOKEN: "\${env:TRAVEL_TOKEN}", YEAR: "\${env:YEAR}" }
`;

const workflows = `workflows:
  gives: { graph: { ask: { call: travel.surroundings } } }
  complains: { graph: { ask: { call: travel.complain } } }
  dies: { graph: { ask: { call: travel.die_reading, on_error: { retry: 1, delay: 1ms } } } }
  tells: { graph: { ask: { call: travel.say, args: { text: '{"date": "2026-11-15"}' } } } }
`;

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signalbox-secrets-'));
  await writeFile(join(folder, 'trips.yaml'), workflows);
  await writeFile(join(folder, 'connectors.yml'), connectors);
});
afterEach(() => rm(folder, { recursive: true }));

/** Every file of a folder, as it is on the disk. */
async function filesOf(path: string): Promise<readonly (readonly [string, string])[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(
        async (entry) => [entry.name, await readFile(join(entry.parentPath, entry.name), 'latin1')] as const,
      ),
  );
}

test('[S3.1][H3.1] a secret of a connector that a tool repeats is in no result, journal, export or file; other values stay', async () => {
  const env = { TRAVEL_TOKEN: secret, YEAR: '2026' };
  const data = join(folder, 'data');
  const flags = new Map([
    ['--data', [data]],
    ['--workflows', [folder]],
    ['--connectors', [join(folder, 'connectors.yml')]],
  ]);
  await mkdir(data);
  const { settings } = resolveSettings({ flags, env, folder });
  const lines: string[] = [];
  const app = await openApp(settings, { env, version: '1', warn: (line) => void lines.push(line) });
  const call = async (name: string, input: Json) => {
    const given = await callOperation(registry, app.services, { ...ann, tenant: 'default' }, name, input);
    return checkOutput(name, given) as { readonly [field: string]: Json };
  };
  const seen: Json[] = [];
  const run = async (workflow: string) => {
    let view = await call('runs.start', { workflow, waitMs: 20_000 });
    const { run: id = '' } = view;
    while (view['status'] === 'running') view = await call('runs.get', { run: id, waitMs: 20_000 });
    seen.push(
      view,
      await call('runs.history', { run: id, raw: true }),
      await call('runs.export', { run: id }),
    );
    return view;
  };
  try {
    expect(await run('gives')).toMatchObject({ status: 'completed', output: { token: '[redacted]' } });
    expect(await run('complains')).toMatchObject({
      status: 'failed',
      failure: { message: expect.stringContaining('no, with [redacted]') },
    });
    expect(await run('dies')).toMatchObject({ status: 'failed' });
    expect(await run('tells')).toMatchObject({ status: 'completed', output: { date: '2026-11-15' } });
    seen.push(await call('connectors.list', {}), lines);
  } finally {
    await app.close();
  }
  expect(JSON.stringify(seen)).not.toContain(secret);
  const files = await filesOf(data);
  expect(files.map(([name]) => name)).toContain('signalbox.db');
  for (const [name, content] of files) expect([name, content.includes(secret)]).toEqual([name, false]);
});
