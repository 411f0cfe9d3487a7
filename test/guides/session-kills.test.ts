/**
 * Runs of guides whose process is killed during an answer, and runs that wait for weeks: nothing is lost or done twice.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { resolveSettings } from '../../src/operations/index.ts';
import { openSignalbox } from '../../src/server/index.ts';
import { type KilledProcessOptions, runAndKill } from '../idempotency/run-and-kill.ts';
import { ann, openOperationsHarness, robot } from '../operations/operations-harness.ts';
import { type Fields, goodPlan, shipping } from './guided-agent.ts';

const agent = { ...robot, subject: 'agent', tenant: 'default' };

test('[U8.1] killed at any point of an answer, a run is before or after it, and a repeated answer counts once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-killed-guide-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [data, workflows] = [join(folder, 'data'), join(folder, 'workflows')];
  await mkdir(workflows);
  await writeFile(join(workflows, 'ship.yaml'), shipping);
  const flags = new Map([
    ['--data', [data]],
    ['--workflows', [workflows]],
  ]);
  const { settings } = resolveSettings({ flags, env: {}, folder });
  const during = async <Result>(work: (call: Call) => Promise<Result>): Promise<Result> => {
    const signalbox = await openSignalbox(settings, { env: {}, version: '0', warn: () => undefined });
    try {
      return await work(async (name, input) => (await signalbox.call(agent, name, input)) as Fields);
    } finally {
      await signalbox.close();
    }
  };
  const first = await during((call) =>
    call('runs.start', { workflow: 'ship-it', params: { context: { parts: ['a'] } } }),
  );
  const { run, seq } = first;
  const [{ item }] = first['waitingFor'] as readonly [Fields];
  const request = {
    item,
    output: { output: goodPlan, context: { careful: true } },
    idempotencyKey: 'the plan',
  };
  const killAt = (killPoint: KilledProcessOptions['moment']) =>
    runAndKill({ data, workflows, env: {}, moment: killPoint, operation: 'items.complete', order: request });
  for (const killPoint of ['row', 'written'] as const) {
    expect(await killAt(killPoint), killPoint).toEqual(['SIGKILL', '']);
  }
  const same = await during((call) => call('runs.get', { run }));
  expect(same).toMatchObject({ seq, waitingFor: [{ item, task: 'plan' }] });
  expect(await killAt('after')).toEqual(['SIGKILL', '']);
  await during(async (call) => {
    const behind = await call('runs.get', { run });
    expect(behind).toMatchObject({ seq: Number(seq) + 1, waitingFor: [{ task: 'build-part' }] });
    expect(await call('items.complete', request)).toMatchObject({
      repeated: true,
      run: { seq: behind['seq'] },
    });
    const [{ item: next }] = behind['waitingFor'] as readonly [Fields];
    await call('items.complete', { item: next, output: 'Built.' });
    // Variables set with the answer count once.
    expect(await call('runs.get', { run })).toMatchObject({ waitingFor: [{ task: 'test-part' }] });
  });
});

type Call = (name: string, input: object) => Promise<Fields>;

test('[U8.1] after weeks a run continues where it was, with its original guide, also for a claimed step', async () => {
  const harness = await openOperationsHarness({ 'ship.yaml': shipping });
  onTestFinished(() => harness.close());
  const call = async (name: string, input: object, by = robot): Promise<Fields> =>
    (await harness.call(by, name, input)) as Fields;
  const started = await call('runs.start', { workflow: 'ship-it', params: { context: { parts: ['a'] } } });
  const { run } = started;
  const open = async (): Promise<Fields> => Object((await call('runs.get', { run }))['waitingFor'])[0];
  await call('items.hold', { item: (await open())['item'], leaseMs: 60_000 });
  harness.clock.advance(21 * 86_400_000);
  await writeFile(
    join(harness.folder, 'ship.yaml'),
    shipping.replace('Build {{part}}.', 'Rebuild {{part}}.'),
  );
  const plan = await open();
  expect(plan).toMatchObject({ task: 'plan', holder: '' });
  await call('items.complete', { item: plan['item'], output: goodPlan });
  harness.clock.advance(21 * 86_400_000);
  const build = await open();
  expect(build['message']).toContain('Build a.');
  await call('items.complete', { item: build['item'], output: 'Built.' });
  await call('items.complete', { item: (await open())['item'], output: 'Released.' });
  harness.clock.advance(21 * 86_400_000);
  const asked = await open();
  expect(asked).toMatchObject({ task: 'release/confirm', mayAnswer: false });
  await call('items.complete', { item: asked['item'], output: { confirmed: true } }, ann);
  await call('items.complete', { item: (await open())['item'] });
  expect(await call('runs.get', { run })).toMatchObject({ state: 'completed' });
});
