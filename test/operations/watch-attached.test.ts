import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Changes } from '../../src/operations/changes/watch-changes.ts';
import { resolveSettings } from '../../src/operations/index.ts';
import { openSignalbox } from '../../src/server/local/open-signalbox.ts';
import type { Signalbox } from '../../src/server/local/signalbox.ts';
import { ann } from './operations-harness.ts';

const workflow = 'workflows: { ask: { graph: { ask: { type: yield, message: What? } } } }';

let folder = '';
let owner: Signalbox;
let attached: Signalbox;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signalbox-watch-'));
  await mkdir(join(folder, 'workflows'));
  await writeFile(join(folder, 'workflows', 'ask.yaml'), workflow);
  owner = await open();
  attached = await open();
});
afterEach(async () => {
  await Promise.all([owner.close(), attached.close()]);
  await rm(folder, { recursive: true });
});

function open(): Promise<Signalbox> {
  const flags = new Map([
    ['--data', [join(folder, 'data')]],
    ['--workflows', [join(folder, 'workflows')]],
  ]);
  const { settings } = resolveSettings({ flags, env: {}, folder });
  return openSignalbox(settings, { env: {}, version: '1', warn: () => undefined });
}

const watch = async (box: Signalbox, input: object): Promise<Changes> =>
  (await box.call(ann, 'changes.watch', input)) as unknown as Changes;

test('[P1.4] an attached process is notified of changes in the owner, and can do other things meanwhile', async () => {
  expect([owner.role, attached.role]).toEqual(['owner', 'attached']);
  const first = await watch(attached, {});
  let isReported = false;
  const changes = watch(attached, { after: first.cursor, waitMs: 20_000 }).finally(() => {
    isReported = true;
  });
  expect(await attached.call(ann, 'runs.list', {})).toMatchObject({ runs: [] });
  expect(isReported).toBe(false);
  const started = (await owner.call(ann, 'runs.start', { workflow: 'ask' })) as { run: string };
  expect((await changes).runs).toMatchObject([{ run: started.run, ended: false }]);
  const next = await watch(attached, {});
  const edited = watch(attached, { after: next.cursor, waitMs: 20_000 });
  await writeFile(join(folder, 'workflows', 'more.yaml'), workflow.replace('ask:', 'more:'));
  expect((await edited).definitions).not.toBe(next.definitions);
});

test('[P1.4] when the owner stops, waiting clients are notified that anything may have changed', async () => {
  const { cursor } = await watch(attached, {});
  const changes = watch(attached, { after: cursor, waitMs: 20_000 });
  // It has arrived: requests are answered in order.
  await attached.call(ann, 'runs.list', {});
  await owner.close();
  expect(await changes).toMatchObject({ lost: true, runs: [] });
  expect(attached.role).toBe('owner');
});
