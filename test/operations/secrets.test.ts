import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { registry } from '../../src/operations/registry.ts';
import { saveSecret } from '../../src/operations/secrets/save-secret.ts';
import { secretsStatus } from '../../src/operations/secrets/secrets-status.ts';
import { ann, type OperationsHarness, openOperationsHarness, stranger } from './operations-harness.ts';

const planted = 'hunter2-planted-bytes';
let harness: OperationsHarness;
beforeEach(async () => {
  harness = await openOperationsHarness({});
});
afterEach(() => harness.close());

const hosts = ['api.example.com'];
const unset = { name: 'SAVED', isListed: true, isSet: false, source: 'none', hosts };
const unknown = { isListed: false, isSet: false, source: 'none', hosts: [] };

test('[S2.3] a secret is saved for one tenant, and no answer, error, audit entry or file has its value', async () => {
  const names = ['SAVED', 'SET', 'OTHER'];
  const before = await harness.perform(secretsStatus, { names });
  expect(before.secrets).toEqual([
    unset,
    { name: 'SET', isListed: true, isSet: true, source: 'environment', hosts },
    { name: 'OTHER', ...unknown },
  ]);
  const saved = await harness.perform(saveSecret, { name: 'SAVED', value: planted });
  expect(saved).toEqual({ secret: { ...unset, isSet: true, source: 'store' } });
  const refusals = [
    await harness.refused(saveSecret, { name: 'OTHER', value: planted }),
    await harness.refused(saveSecret, { name: 'SET', value: planted }),
    await harness.refused(saveSecret, { name: 'SAVED', value: planted }, stranger),
    await harness.refused(saveSecret, { name: 'SAVED', value: [planted] }),
    await harness.refused(saveSecret, { name: 'SAVED', value: planted.repeat(10_000) }),
    await harness.refused(saveSecret, { name: 'SAVED', value: planted, x: planted }),
  ];
  expect(refusals.map(({ code }) => code)).toEqual([
    ...['secret_not_found', 'secret_read_only', 'secret_not_found'],
    ...['invalid_input', 'invalid_input', 'invalid_input'],
  ]);
  const entries = await harness.call(ann, 'audit.list', { limit: 100 });
  expect(entries).toMatchObject({
    entries: expect.arrayContaining([
      expect.objectContaining({ operation: 'secrets.save', outcome: 'done', target: 'SAVED' }),
    ]),
  });
  const file = await readFile(join(harness.folder, 'secrets.json'), 'utf8');
  const seen = JSON.stringify([saved, refusals, entries, await harness.perform(secretsStatus, { names })]);
  for (const text of [seen, file]) expect(text).not.toContain(planted);
});

test('[S2.3] another tenant learns nothing of the secrets of a tenant', async () => {
  await harness.perform(saveSecret, { name: 'SAVED', value: planted });
  const { secrets } = await harness.perform(secretsStatus, { names: ['SAVED'] }, stranger);
  expect(secrets).toEqual([{ name: 'SAVED', ...unknown }]);
});

test('[S2.3] secrets do not pass through agents: there is no tool that saves or shows one', () => {
  for (const name of ['secrets.save', 'secrets.status']) expect(registry.get(name).tool).toBeUndefined();
});
