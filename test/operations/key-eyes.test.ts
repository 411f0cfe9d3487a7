/** Four eyes and keys: whoever shows a key does so for whoever made it. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Principal, scopes } from '../../src/operations/contract/principal.ts';
import { completeItem } from '../../src/operations/items/complete-item.ts';
import { delegateItem } from '../../src/operations/items/delegate-item.ts';
import { createKey } from '../../src/operations/keys/create-key.ts';
import { revokeKey } from '../../src/operations/keys/revoke-key.ts';
import { startRun } from '../../src/operations/runs/start-run.ts';
import { type Office, openOffice } from './office.ts';
import { firstItem, listed, refusals, somebody, staffScopes } from './staff.ts';

const desk = `
workflows:
  pay:
    graph:
      sure: { type: yield, message: Sure?, who: { four_eyes: true } }
`;

const admin = (subject: string): Principal => somebody(subject, { scopes: new Set(scopes) });
const ann = admin('ann');
const bob = admin('bob');

let office: Office;
beforeEach(async () => {
  office = await openOffice({ 'desk.yaml': desk });
});
afterEach(() => office.close());

/** @returns whoever shows the key */
async function keyOf(maker: Principal, name: string): Promise<Principal> {
  const wish = { name, scopes: [...staffScopes, 'admin'] };
  const { key } = await office.perform(createKey, wish, maker);
  return somebody(key.subject, { kind: key.kind, roles: key.roles, scopes: new Set(scopes) });
}

async function openBy(asker: Principal): Promise<string> {
  const { run } = await office.perform(startRun, { workflow: 'pay' }, asker);
  return firstItem(office, run);
}

const hidden = async (item: string, by: Principal): Promise<void> => {
  expect([by.subject, await refusals(office, item, by)]).toEqual([by.subject, new Set(['four_eyes'])]);
  const plain = { ...by, scopes: new Set(staffScopes) };
  expect(await listed(office, plain)).toEqual([]);
};

test('[W2.3] nobody answers with a key what they asked for, however many keys are between', async () => {
  const item = await openBy(ann);
  const first = await keyOf(ann, 'first');
  const second = await keyOf(first, 'second');
  for (const key of [first, second]) await hidden(item, key);
  expect(await office.refused(delegateItem, { item, to: first.subject }, bob)).toMatchObject({
    code: 'delegate_not_allowed',
  });
  const others = await keyOf(bob, 'others');
  expect((await office.perform(completeItem, { item, output: 1 }, others)).run.status).toBe('completed');
});

test('[W2.3] nobody answers what they asked for with a key, nor does another key of theirs', async () => {
  const first = await keyOf(ann, 'first');
  const item = await openBy(first);
  await hidden(item, first);
  await hidden(item, ann);
  await hidden(item, await keyOf(ann, 'second'));
  expect(await office.refused(delegateItem, { item, to: 'ann' }, bob)).toMatchObject({
    code: 'delegate_not_allowed',
  });
  expect((await office.perform(completeItem, { item, output: 1 }, bob)).run.status).toBe('completed');
});

test('[W2.3] that a key was revoked, and its name given to somebody else’s, changes nothing about it', async () => {
  const item = await openBy(await keyOf(ann, 'first'));
  await office.perform(revokeKey, { key: 'first' }, ann);
  await hidden(item, ann);
  office.clock.advance(1);
  await keyOf(bob, 'first');
  await hidden(item, ann);
  expect(await listed(office, somebody('cy'))).toEqual([item]);
});

test('[W2.2][W2.3] keys of the same name in another tenant are somebody else’s', async () => {
  await keyOf({ ...bob, tenant: 'other' }, 'first');
  const item = await openBy(await keyOf(ann, 'first'));
  expect((await office.perform(completeItem, { item, output: 1 }, bob)).run.status).toBe('completed');
});
