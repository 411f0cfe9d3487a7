/** Who may subscribe, see and resend; quotas; and refusals. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Principal } from '../../src/operations/contract/principal.ts';
import type { CreatedSubscription, SubscriptionList } from '../../src/operations/index.ts';
import { ann, bob, stranger } from '../operations/operations-harness.ts';
import { type DeliveryHarness, openDeliveryHarness } from './delivery-harness.ts';
import { openReceiver, type Receiver } from './receiver.ts';

let deliveryHarness: DeliveryHarness;
let receiver: Receiver;

beforeEach(async () => {
  deliveryHarness = await openDeliveryHarness({ webhooks: { max: 5, maxPerPrincipal: 3 } });
  receiver = await openReceiver();
});

afterEach(async () => {
  await deliveryHarness.close();
  await receiver.close();
});

const start = async (workflow: string, by: Principal = ann): Promise<string> =>
  (await deliveryHarness.call<{ run: string }>('runs.start', { workflow }, by)).run;

const subscribe = (input: object, by: Principal = ann): Promise<CreatedSubscription> =>
  deliveryHarness.call('subscriptions.create', { url: receiver.url, ...input }, by);

const refused = (input: object, by: Principal = ann): Promise<string> =>
  deliveryHarness.refused('subscriptions.create', { url: receiver.url, ...input }, by);

/** Exactly the scopes of the design's own agents. */
const modest = (who: Principal): Principal => ({
  ...who,
  scopes: new Set(['workflows:launch', 'workflows:query', 'workitems:manage']),
});

test('[F3.4] one case requires the right to read cases, all cases of a workflow the right to manage webhooks', async () => {
  const run = await start('ask');
  expect(await subscribe({ run }, modest(ann))).toMatchObject({
    run,
    workflow: 'ask',
    events: ['case_completed', 'case_failed', 'case_cancelled'],
    subject: 'ann',
    state: 'in_force',
    pollingFallback: `https://flows.example.com/v1/cases/${run}/status`,
  });
  expect(await refused({ workflow: 'ask' }, modest(ann))).toBe('missing_scope');
  expect(await subscribe({ workflow: 'ask' })).toMatchObject({ run: null, pollingFallback: null });
});

test('[F3.4] subscriptions of others do not exist without the right to manage webhooks', async () => {
  const run = await start('ask');
  const { subscription } = await subscribe({ run, url: `${receiver.url}?key=hush` });
  for (const [name, input] of [
    ['subscriptions.get', { subscription }],
    ['subscriptions.renew', { subscription }],
    ['subscriptions.delete', { subscription }],
    ['deliveries.list', { subscription }],
    ['deliveries.resendAll', { subscription }],
  ] as const) {
    expect([name, await deliveryHarness.refused(name, input, modest(bob))]).toEqual([
      name,
      'subscription_not_found',
    ]);
  }
  expect(await deliveryHarness.refused('subscriptions.list', { everybody: true }, modest(bob))).toBe(
    'missing_scope',
  );
  expect(await deliveryHarness.refused('deliveries.list', {}, modest(bob))).toBe('missing_scope');
  const own = await deliveryHarness.call<SubscriptionList>('subscriptions.list', {}, modest(bob));
  expect(own.subscriptions).toEqual([]);
  const all = await deliveryHarness.call<SubscriptionList>('subscriptions.list', { everybody: true }, bob);
  expect(all.subscriptions).toMatchObject([{ subscription, url: `http://127.0.0.1:${receiver.port}/…` }]);
  const mine = await deliveryHarness.call<SubscriptionList>('subscriptions.list', {}, modest(ann));
  expect(mine.subscriptions).toMatchObject([{ subscription, url: `${receiver.url}?key=hush` }]);
});

test('[F3.4] data of another tenant does not exist, and its cases are delivered to no one else', async () => {
  const run = await start('ask');
  const { subscription } = await subscribe({ run });
  expect(await refused({ run }, stranger)).toBe('run_not_found');
  for (const name of ['get', 'renew', 'delete']) {
    const code = await deliveryHarness.refused(`subscriptions.${name}`, { subscription }, stranger);
    expect([name, code]).toEqual([name, 'subscription_not_found']);
  }
  const theirs = await deliveryHarness.call<SubscriptionList>(
    'subscriptions.list',
    { everybody: true },
    stranger,
  );
  expect(theirs.subscriptions).toEqual([]);
  await subscribe({ workflow: 'greet' });
  await start('greet', stranger);
  const own = await start('greet');
  await deliveryHarness.until(() => receiver.receivedRequests.length > 0);
  await deliveryHarness.until(
    async () => (await deliveryHarness.services.store.outbox.count()).waiting === 0,
  );
  expect(receiver.receivedRequests.map(({ json }) => json['case_id'])).toEqual([own]);
});

test('[F3.4] the same key returns the same subscription, another input under it is a conflict', async () => {
  const run = await start('ask');
  const first = await subscribe({ run, idempotencyKey: 'k' });
  const several = await Promise.all([1, 2, 3].map(() => subscribe({ run, idempotencyKey: 'k' })));
  for (const each of several) expect(each).toEqual(first);
  expect(await refused({ run, idempotencyKey: 'k', lifeMs: 60_000 })).toBe('idempotency_conflict');
  const ofBob = await subscribe({ run, idempotencyKey: 'k' }, bob);
  expect(ofBob.subscription).not.toBe(first.subscription);
  const racing = await Promise.all([1, 2, 3].map(() => subscribe({ run, idempotencyKey: 'race' })));
  expect(new Set(racing.map(({ subscription, secret }) => `${subscription} ${secret}`)).size).toBe(1);
  const { subscription } = first;
  for (const _ of [1, 2]) {
    const ended = await deliveryHarness.call('subscriptions.delete', { subscription, idempotencyKey: 'end' });
    expect(ended).toEqual({ subscription });
  }
  expect(await refused({ run, idempotencyKey: 'k' })).toBe('subscription_not_found');
});

test('[F3.4] active subscriptions never exceed the quota, not even with concurrent requests', async () => {
  const run = await start('ask');
  const attempts = Array.from({ length: 10 }, () =>
    subscribe({ run }).then(
      () => 'made',
      () => 'refused',
    ),
  );
  expect((await Promise.all(attempts)).filter((each) => each === 'made')).toHaveLength(3);
  expect(await refused({ run })).toBe('quota_exceeded');
  await subscribe({ run }, bob);
  await subscribe({ run }, bob);
  expect(await refused({ run }, bob)).toBe('quota_exceeded');
  deliveryHarness.clock.advance(7_200_000);
  await subscribe({ run });
});

test('[F3.4] one case or one workflow has a limit of subscriptions', async () => {
  const wide = await openDeliveryHarness();
  try {
    const { run } = await wide.call<{ run: string }>('runs.start', { workflow: 'ask' });
    for (const to of [{ run }, { workflow: 'ask' }]) {
      const subscribeInput = { ...to, url: receiver.url };
      for (let count = 0; count < 100; count++) await wide.call('subscriptions.create', subscribeInput);
      expect(await wide.refused('subscriptions.create', subscribeInput)).toBe('quota_exceeded');
      await wide.call('subscriptions.create', subscribeInput, bob);
    }
  } finally {
    await wide.close();
  }
});

test('[F3.4] a request that names nothing, two things, or something unknown is refused', async () => {
  const run = await start('ask');
  expect(await refused({})).toBe('invalid_input');
  expect(await refused({ run, workflow: 'ask' })).toBe('invalid_input');
  expect(await refused({ run, events: [] })).toBe('invalid_input');
  expect(await refused({ run, events: ['case_exploded'] })).toBe('invalid_input');
  expect(await refused({ run, secret: 'short' })).toBe('invalid_input');
  expect(await refused({ run, lifeMs: 1_000 })).toBe('invalid_input');
  expect(await refused({ run: 'run_none' })).toBe('run_not_found');
  expect(await refused({ workflow: 'none' })).toBe('workflow_not_found');
  expect(await refused({ run, url: 'https://10.0.0.1/' })).toBe('invalid_callback');
});

test('[F3.4][F3.5] all errors are reported at once, including the address', async () => {
  const wrong = { run: await start('ask'), url: 'https://10.0.0.1/', events: ['case_lost'], secret: 'short' };
  const attempt = deliveryHarness.call('subscriptions.create', wrong);
  await expect(attempt).rejects.toMatchObject({
    details: {
      code: 'invalid_input',
      violations: [{ path: 'events.0' }, { path: 'secret' }, { path: 'url' }],
    },
  });
});

test('[F3.4] after its key is revoked a program receives nothing', async () => {
  const run = await start('ask');
  await deliveryHarness.call('keys.create', { name: 'agent', scopes: ['workflows:query'] });
  const agent: Principal = { ...modest(ann), subject: 'key:agent' };
  const { subscription } = await subscribe({ run }, agent);
  const kept = await subscribe({ run });
  await deliveryHarness.call('keys.revoke', { key: 'agent' });
  expect(await deliveryHarness.refused('subscriptions.get', { subscription })).toBe('subscription_not_found');
  expect(await deliveryHarness.call('subscriptions.get', { subscription: kept.subscription })).toMatchObject({
    run,
  });
  const { entries } = await deliveryHarness.call<{ entries: object[] }>('audit.list', {
    target: subscription,
  });
  expect(entries).toMatchObject([
    { operation: 'subscriptions.delete' },
    { operation: 'subscriptions.create' },
  ]);
});

test('[F3.4] a subscription of a key ends with it, and pending deliveries are dropped', async () => {
  const run = await start('ask');
  await deliveryHarness.call('keys.create', { name: 'brief', scopes: ['workflows:query'], ttl: '1h' });
  const agent: Principal = { ...modest(ann), subject: 'key:brief' };
  const end = new Date(deliveryHarness.clock.now() + 3_600_000).toISOString();
  const made = await subscribe({ run }, agent);
  expect(made.expiresAt).toBe(end);
  const { subscription } = made;
  const life = { subscription, lifeMs: 86_400_000 };
  expect(await deliveryHarness.call('subscriptions.renew', life, agent)).toMatchObject({ expiresAt: end });
  // Revoked while it is created: the revocation does not find it.
  const { store, clock } = deliveryHarness.services;
  const key = await store.apiKeys.findNamed('acme', 'brief');
  await store.apiKeys.revoke('acme', key?.id ?? '', clock.now(), []);
  await deliveryHarness.call('runs.cancel', { run });
  await deliveryHarness.until(
    async () => (await store.subscriptions.find('acme', subscription)) === undefined,
  );
  expect(receiver.receivedRequests).toEqual([]);
});

test('[F3.4] an ended subscription counts towards the quota when it is renewed', async () => {
  const run = await start('ask');
  const { subscription } = await subscribe({ run, lifeMs: 60_000 });
  deliveryHarness.clock.advance(60_000);
  for (const _ of [1, 2, 3]) await subscribe({ run });
  expect(await deliveryHarness.refused('subscriptions.renew', { subscription })).toBe('quota_exceeded');
});

test('[F3.4] every request on a subscription is in the audit, without its address', async () => {
  const run = await start('ask');
  const { subscription } = await subscribe({ run, url: `${receiver.url}?key=hush-hush` });
  await deliveryHarness.call('subscriptions.renew', { subscription });
  await deliveryHarness.call('deliveries.resendAll', { subscription });
  await deliveryHarness.call('subscriptions.delete', { subscription });
  await refused({ run, url: 'http://10.0.0.1/hush-hush' });
  const { entries } = await deliveryHarness.call<{ entries: { operation: string }[] }>('audit.list', {
    subject: 'ann',
  });
  expect(entries.map(({ operation }) => operation)).toEqual([
    'subscriptions.create',
    'subscriptions.delete',
    'deliveries.resendAll',
    'subscriptions.renew',
    'subscriptions.create',
    'runs.start',
  ]);
  expect(JSON.stringify(entries)).not.toContain('hush');
});

test('[F3.4] with webhooks turned off no one can subscribe', async () => {
  const { webhooks: _, ...services } = deliveryHarness.services;
  const { callOperation } = await import('../../src/server/pipeline/pipeline.ts');
  const { registry } = await import('../../src/operations/registry.ts');
  const input = { run: await start('ask'), url: receiver.url };
  const attempt = callOperation(registry, services, ann, 'subscriptions.create', input);
  await expect(attempt).rejects.toMatchObject({ details: { code: 'webhooks_off' } });
});
