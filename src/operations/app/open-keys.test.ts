import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { OperationError } from '../contract/operation-error.ts';
import { resolveSettings } from '../settings/resolve-settings.ts';
import { openKeys } from './open-keys.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signalbox-keys-'));
});
afterEach(() => rm(folder, { recursive: true }));

const settingsOf = (env: { readonly [name: string]: string }) =>
  resolveSettings({ flags: new Map([['--data', [folder]]]), env, folder }).settings;

test('[P4.2] processes of one folder have the same keys: one encrypts, the other decrypts', async () => {
  const [one, other] = [await openKeys(settingsOf({})), await openKeys(settingsOf({}))];
  const sealed = one.seal('test', { word: 'x' });
  expect(other.open('test', sealed, 0)).toEqual({ kind: 'opened', data: { word: 'x' } });
});

test('[P4.2] unusable keys are reported as a configuration error', async () => {
  const tried = await openKeys(settingsOf({ SIGNALBOX_KEYS: 'hush' })).catch((error: unknown) => error);
  if (!(tried instanceof OperationError)) throw new Error('It was not refused.');
  expect(tried.details).toMatchObject({
    code: 'bad_configuration',
    violations: [{ path: 'SIGNALBOX_KEYS', rule: 'keys-damaged' }],
  });
  expect(JSON.stringify(tried.details)).not.toContain('hush');
});
