/** All operations that change something behave the same under a key; those that take none say why. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { OperationError } from '../../src/operations/contract/operation-error.ts';
import { idempotencyKeyNames } from '../../src/operations/contract/option-names.ts';
import { registry } from '../../src/operations/registry.ts';
import { createMemorySharedReceipts } from '../../src/runtime/index.ts';
import { ann, bob, type OperationsHarness, openOperationsHarness } from '../operations/operations-harness.ts';
import { members, panel } from '../yawl/panel-specification.ts';

/** Why a repeat is harmless without a key. */
const withoutKey: Readonly<Record<string, string>> = {
  'definitions.save': 'the same text again changes nothing',
  'specifications.upload': 'the same specification again changes nothing',
  'definitions.rename': 'a renamed document does not exist under its old path',
  'definitions.delete': 'a deleted document does not exist any more',
  'retention.purge': 'a removed subscription does not exist any more',
  'deliveries.resend': 'a message in delivery is no longer given up',
  'deliveries.resendAll': 'a message in delivery is no longer given up',
  'sessions.note': 'a note replaces the previous one',
  'items.decline': 'who has declined has declined',
  'keys.create': 'a second one of the same name is refused',
  'keys.revoke': 'a revoked key stays revoked',
  'questions.submit': 'the same answer to the same state is the same run',
  'questions.complete': 'the same state is the same run',
  'questions.cancel': 'a cancelled session stays cancelled',
  'secrets.save': 'the same value again changes nothing',
  'catalogs.import': 'the same document again changes nothing',
  'catalogs.configure': 'the same settings again change nothing',
  'catalogs.setEnabled': 'an enabled catalog stays enabled',
  'catalogs.remove': 'a removed catalog does not exist any more',
  'commands.run':
    'what a call does is known by its API alone: a key is an argument of a command that takes one',
};

const workflowSource = `
workflows:
  ask:
    graph:
      say: { type: yield, message: "Say something" }
  broken:
    graph:
      fail: { call: fail }
  nap:
    graph:
      rest: { wait: 1 hour }
`;

let harness: OperationsHarness;
beforeEach(async () => {
  harness = await openOperationsHarness(
    { 'desk.yaml': workflowSource, 'panel.yawl': panel },
    {
      fail: () =>
        ({ kind: 'failed', failure: { code: 'broken', message: 'No.', retryable: false } }) as never,
    },
    {},
    async ({ store, clock }) =>
      createMemorySharedReceipts({ clock, life: 86_400_000, identity: await store.journals.identity() }),
  );
});
afterEach(() => harness.close());

type Answer = Readonly<Record<string, unknown>>;
const call = async (name: string, input: object, by = ann): Promise<Answer> =>
  (await harness.call(by, name, input)) as Answer;

const startOf = async (workflow: string): Promise<string> =>
  String((await call('runs.start', { workflow })).run);
const itemOf = async (): Promise<string> => {
  const run = await startOf('ask');
  await harness.until(run, ({ items }) => items > 0);
  const { items } = (await call('items.list', { run })) as { items: readonly { item: string }[] };
  return items[0]?.item ?? '';
};
const held = async (): Promise<string> => {
  const item = await itemOf();
  await call('items.hold', { item });
  return item;
};
const url = 'https://receiver.example.com/hook';
const subscribed = async (): Promise<string> =>
  String((await call('subscriptions.create', { run: await startOf('ask'), url })).subscription);

/** The input of each, for something that exists; and a field that makes it a different request. */
const stories: Readonly<Record<string, () => Promise<readonly [input: object, other: object]>>> = {
  'runs.start': async () => [{ workflow: 'ask' }, { workflow: 'nap' }],
  'cases.submit': async () => [{ spec_id: 'ask' }, { spec_id: 'nap' }],
  'runs.cancel': async () => [{ run: await startOf('nap') }, { undo: true }],
  'runs.suspend': async () => [{ run: await startOf('nap') }, { run: await startOf('nap') }],
  'runs.resume': async () => {
    const run = await startOf('nap');
    await call('runs.suspend', { run });
    return [{ run }, { run: await startOf('nap') }];
  },
  'runs.signal': async () => [{ run: await startOf('nap'), name: 'hello' }, { name: 'other' }],
  'runs.reopen': async () => {
    const run = await startOf('broken');
    await harness.until(run, ({ endedAt }) => endedAt !== null);
    return [{ run }, { run: await startOf('nap') }];
  },
  'runs.fork': async () => [{ run: await startOf('nap'), at: 1 }, { run: await startOf('nap') }],
  'runs.import': async () => {
    const document = await call('runs.export', { run: await startOf('nap') });
    return [{ document }, { document: {} }];
  },
  'items.hold': async () => [{ item: await itemOf() }, { leaseMs: 5_000 }],
  'items.renew': async () => [{ item: await held() }, { leaseMs: 5_000 }],
  'items.release': async () => [{ item: await held() }, { item: await held() }],
  'items.complete': async () => [{ item: await itemOf(), output: 1 }, { output: 2 }],
  'items.fail': async () => [{ item: await held(), message: 'No.' }, { message: 'Never.' }],
  'items.skip': async () => [{ item: await itemOf() }, { item: await itemOf() }],
  'items.delegate': async () => [{ item: await held(), to: 'bob' }, { to: 'eve' }],
  'items.suspend': async () => [{ item: await itemOf() }, { item: await itemOf() }],
  'items.resume': async () => {
    const item = await itemOf();
    await call('items.suspend', { item });
    return [{ item }, { item: await itemOf() }];
  },
  'items.rollback': async () => [{ item: await held() }, { item: await held() }],
  'items.force': async () => [{ item: await itemOf(), output: 1 }, { output: 2 }],
  'items.add': async () => {
    const { run } = await call('runs.start', { workflow: 'Panel', params: members });
    await call('items.hold', { item: `${run}:Ask` });
    return [{ item: `${run}.1:Ask`, input: 'cy' }, { input: 'di' }];
  },
  'subscriptions.create': async () => [{ run: await startOf('ask'), url }, { url: `${url}/other` }],
  'subscriptions.renew': async () => [
    { subscription: await subscribed(), lifeMs: 60_000 },
    { lifeMs: 61_000 },
  ],
  'subscriptions.delete': async () => [
    { subscription: await subscribed() },
    { subscription: await subscribed() },
  ],
};

const writing = registry.names.filter((name) => registry.get(name).writes);
const fieldOf = (name: string): string | undefined => {
  const { input } = registry.get(name);
  const shape = 'shape' in input ? (input.shape as object) : {};
  return idempotencyKeyNames.find((key) => key in shape);
};

test('[F2.1] every operation that changes something takes a key, or has a reason why it need not', () => {
  const keyless = writing.filter((name) => fieldOf(name) === undefined);
  expect(keyless.toSorted()).toEqual(Object.keys(withoutKey).toSorted());
  expect(Object.keys(stories).toSorted()).toEqual(
    writing.filter((name) => fieldOf(name) !== undefined).toSorted(),
  );
});

test.each(Object.keys(stories))(
  '[F2.1] %s is executed once under a key, however often it is sent',
  async (name) => {
    const [input, other] = (await stories[name]?.()) ?? [{}, {}];
    const keyed = { ...input, [fieldOf(name) ?? '']: 'the-key' };
    const entries = async (): Promise<number> => {
      const { entries: found } = (await call('audit.list', { operation: name, limit: 100 })) as {
        entries: readonly { outcome: string }[];
      };
      return found.filter(({ outcome }) => outcome === 'done').length;
    };
    const before = await entries();
    const answers = await Promise.all([1, 2, 3].map(() => call(name, keyed)));
    answers.push(await call(name, keyed));
    expect(await entries()).toBe(before + 1);
    const repeated = answers.map((answer) => answer['repeated']);
    if (repeated[0] !== undefined) expect(repeated.toSorted()).toEqual([false, true, true, true]);
    const ids = answers.map(({ run, case_id, subscription }) => JSON.stringify([run, case_id, subscription]));
    if (!name.startsWith('items.')) expect(new Set(ids).size).toBe(1);
    const { tenant, subject } = ann;
    const { store, clock } = harness.services;
    expect(
      await store.receipts.find({ tenant, subject, operation: name, key: 'the-key' }, clock.now()),
    ).toBeDefined();
    const conflict: unknown = await call(name, { ...keyed, ...other }).catch((error: unknown) => error);
    expect(conflict instanceof OperationError ? conflict.details.code : conflict).toBe(
      'idempotency_conflict',
    );
    // For another user it is another key: they get another answer, or execute it themselves.
    const theirs: unknown = await call(name, keyed, bob).catch((error: unknown) => error);
    expect(theirs instanceof OperationError ? {} : theirs).not.toMatchObject({ repeated: true });
  },
);
