/** Four eyes and keys: a key counts as its creator. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Principal, scopes } from '../../src/operations/contract/principal.ts';
import { completeItem } from '../../src/operations/items/complete-item.ts';
import { delegateItem } from '../../src/operations/items/delegate-item.ts';
import { createKey } from '../../src/operations/keys/create-key.ts';
import { revokeKey } from '../../src/operations/keys/revoke-key.ts';
import { startRun } from '../../src/operations/runs/start-run.ts';
import { type OperationsHarness, openOperationsHarness } from './operations-harness.ts';
import { defaultScopes, firstItem, listed, principalNamed, refusals } from './test-principals.ts';

const workflowText = `
workflows:
  pay:
    graph:
      sure: { type: yield, message: Sure?, who: { four_eyes: true } }
`;

const admin = (subject: string): Principal => principalNamed(subject, { scopes: new Set(scopes) });
const ann = admin('ann');
const bob = admin('bob');

let harness: OperationsHarness;
beforeEach(async () => {
  harness = await openOperationsHarness({ 'desk.yaml': workflowText });
});
afterEach(() => harness.close());

/** @returns the principal of the key */
async function keyPrincipalOf(creator: Principal, name: string): Promise<Principal> {
  const wish = { name, scopes: [...defaultScopes, 'admin'] };
  const { key } = await harness.perform(createKey, wish, creator);
  return principalNamed(key.subject, { kind: key.kind, roles: key.roles, scopes: new Set(scopes) });
}

async function openBy(requester: Principal): Promise<string> {
  const { run } = await harness.perform(startRun, { workflow: 'pay' }, requester);
  return firstItem(harness, run);
}

const hidden = async (item: string, by: Principal): Promise<void> => {
  expect([by.subject, await refusals(harness, item, by)]).toEqual([by.subject, new Set(['four_eyes'])]);
  const plain = { ...by, scopes: new Set(defaultScopes) };
  expect(await listed(harness, plain)).toEqual([]);
};

test('[W2.3] no one answers their own request with a key, not even through several keys', async () => {
  const item = await openBy(ann);
  const first = await keyPrincipalOf(ann, 'first');
  const second = await keyPrincipalOf(first, 'second');
  for (const key of [first, second]) await hidden(item, key);
  expect(await harness.refused(delegateItem, { item, to: first.subject }, bob)).toMatchObject({
    code: 'delegate_not_allowed',
  });
  const others = await keyPrincipalOf(bob, 'others');
  expect((await harness.perform(completeItem, { item, output: 1 }, others)).run.status).toBe('completed');
});

test('[W2.3] no one answers a request that they made with a key, nor does another of their keys', async () => {
  const first = await keyPrincipalOf(ann, 'first');
  const item = await openBy(first);
  await hidden(item, first);
  await hidden(item, ann);
  await hidden(item, await keyPrincipalOf(ann, 'second'));
  expect(await harness.refused(delegateItem, { item, to: 'ann' }, bob)).toMatchObject({
    code: 'delegate_not_allowed',
  });
  expect((await harness.perform(completeItem, { item, output: 1 }, bob)).run.status).toBe('completed');
});

test('[W2.3] revoking a key, and reusing its name for another creator, changes nothing', async () => {
  const item = await openBy(await keyPrincipalOf(ann, 'first'));
  await harness.perform(revokeKey, { key: 'first' }, ann);
  await hidden(item, ann);
  harness.clock.advance(1);
  await keyPrincipalOf(bob, 'first');
  await hidden(item, ann);
  expect(await listed(harness, principalNamed('cy'))).toEqual([item]);
});

test('[W2.2][W2.3] keys of the same name in another tenant belong to others', async () => {
  await keyPrincipalOf({ ...bob, tenant: 'other' }, 'first');
  const item = await openBy(await keyPrincipalOf(ann, 'first'));
  expect((await harness.perform(completeItem, { item, output: 1 }, bob)).run.status).toBe('completed');
});
