import { afterEach, beforeEach, expect, test } from 'vitest';
import { listAudit } from '../../src/operations/audit/list-audit.ts';
import { noteRefusals } from '../../src/operations/audit/note-refusals.ts';
import { OperationError } from '../../src/operations/contract/operation-error.ts';
import type { Principal } from '../../src/operations/contract/principal.ts';
import { holdItem } from '../../src/operations/items/hold-item.ts';
import { registry } from '../../src/operations/registry.ts';
import { purgeRuns } from '../../src/operations/retention/purge-runs.ts';
import { cancelRun } from '../../src/operations/runs/cancel-run.ts';
import { exportRun } from '../../src/operations/runs/export-run.ts';
import { importRun } from '../../src/operations/runs/import-run.ts';
import { runHistory } from '../../src/operations/runs/run-history.ts';
import { startRun } from '../../src/operations/runs/start-run.ts';
import { createSubscription } from '../../src/operations/subscriptions/create-subscription.ts';
import { petDocument } from '../catalogs/pets.ts';
import { orderSpecification } from '../yawl/order-specification.ts';
import { members, panel } from '../yawl/panel-specification.ts';
import {
  ann,
  bob,
  isOver,
  type OperationsHarness,
  openOperationsHarness,
  stranger,
} from './operations-harness.ts';

const text = `
workflows:
  ask: { graph: { question: { type: yield, message: What?, expects: { word: str } } } }
  fail: { graph: { broken: { call: break } } }
`;

const questionFlow = `
version: "1.0.0"
workflow_id: note
states:
  sure: { question: { id: sure, type: boolean, prompt: Sure? }, operations: [{ id: keep, call: note }] }
`;

let harness: OperationsHarness;
beforeEach(async () => {
  harness = await openOperationsHarness(
    { 'shared.yaml': text, 'panel.yawl': panel, 'note.yaml': questionFlow },
    {
      note: () => ({ kind: 'succeeded', output: null }),
      break: () => ({ kind: 'failed', failure: { code: 'x', message: 'no', retryable: false } }),
    },
  );
});
afterEach(() => harness.close());

const by = (correlationId: string, who: Principal = ann): Principal => ({ ...who, correlationId });
const entries = async (filters: object = {}, who: Principal = ann) =>
  (await harness.perform(listAudit, { limit: 500, ...filters }, who)).entries;

/** A run that asks a question. */
async function asking(): Promise<{ readonly run: string; readonly item: string }> {
  const { run } = await harness.perform(startRun, { workflow: 'ask' });
  await harness.until(run, ({ items }) => items > 0);
  return { run, item: `${run}.2` };
}

async function failed(): Promise<string> {
  const { run } = await harness.perform(startRun, { workflow: 'fail' });
  await harness.until(run, isOver);
  return run;
}

const saved = async (path: string) => {
  const source = text.replace('ask:', `${path.replace('.yaml', '')}:`).replace(/\n {2}fail.*/, '');
  const { revision } = (await harness.call(ann, 'definitions.save', { path, source })) as {
    revision: string;
  };
  return { path, revision };
};

/** What each writing operation does, and the subject in its audit entry. */
const actions: {
  readonly [name: string]: () => Promise<{ readonly input: object; readonly target?: string }>;
} = {
  'runs.start': async () => ({ input: { workflow: 'ask' } }),
  'cases.submit': async () => ({ input: { spec_id: 'ask', idempotency_key: 'k' } }),
  'runs.cancel': async () => about(await asking()),
  'runs.suspend': async () => about(await asking()),
  'runs.resume': async () => {
    const { run } = await asking();
    await harness.call(ann, 'runs.suspend', { run });
    return { input: { run }, target: run };
  },
  'runs.signal': async () => {
    const { run } = await asking();
    return { input: { run, name: 'x' }, target: run };
  },
  'runs.reopen': async () => {
    const run = await failed();
    return { input: { run }, target: run };
  },
  'runs.fork': async () => ({ input: { run: (await asking()).run, at: 1 } }),
  'runs.import': async () => {
    const { run } = await asking();
    return { input: { document: await harness.perform(exportRun, { run }) } };
  },
  'items.hold': async () => onItem(),
  'items.renew': async () => onHeld(),
  'items.release': async () => onHeld(),
  'items.complete': async () => onItem({ output: { word: 'x' } }),
  'items.fail': async () => onItem({ message: 'no' }),
  'items.skip': async () => onItem(),
  'items.delegate': async () => onItem({ to: 'bob' }),
  'items.suspend': async () => onItem(),
  'items.resume': async () => {
    const { item } = await asking();
    await harness.call(ann, 'items.suspend', { item });
    return { input: { item }, target: item };
  },
  'items.rollback': async () => onHeld(),
  'items.force': async () => onItem(),
  'items.add': async () => {
    const { run } = await harness.perform(startRun, { workflow: 'Panel', params: members });
    const { item } = await harness.perform(holdItem, { item: `${run}:Ask` });
    return { input: { item: item.item, input: 'one more' }, target: item.item };
  },
  'subscriptions.create': async () => ({ input: { run: (await asking()).run, url: hooks } }),
  'subscriptions.renew': async () => onSubscription(),
  'subscriptions.delete': async () => onSubscription(),
  'deliveries.resend': async () => {
    const { input } = await onSubscription();
    const { store, clock } = harness.services;
    const message = {
      tenant: 'acme',
      id: 'dlv_1',
      run: 'run_1',
      event: 'case_failed',
      target: input.subscription,
    } as const;
    const rest = { body: '{}', createdAt: 1, dueAt: 1, attempts: 0, failure: '', givenUpAt: clock.now() };
    await store.outbox.put({ ...message, ...rest });
    return { input: { delivery: 'dlv_1' }, target: 'dlv_1' };
  },
  'deliveries.resendAll': async () => onSubscription(),
  'definitions.save': async () => ({
    input: { path: 'new.yaml', source: text.replace('ask:', 'fresh:').replace('fail:', 'other:') },
    target: 'new.yaml',
  }),
  'specifications.upload': async () => ({
    input: { spec_xml: orderSpecification() },
    target: 'Order-0.1.yawl',
  }),
  'definitions.rename': async () => {
    const document = await saved('one.yaml');
    return { input: { ...document, to: 'two.yaml' }, target: 'one.yaml' };
  },
  'definitions.delete': async () => ({ input: await saved('three.yaml'), target: 'three.yaml' }),
  'retention.purge': async () => {
    await failed();
    harness.clock.advance(2_000);
    return { input: { olderThan: '1s' }, target: expect.stringMatching(/^before 2026-/) as string };
  },
  'keys.create': async () => ({ input: { name: 'reports', scopes: ['admin'] } }),
  'keys.revoke': async () => {
    const { key } = (await harness.call(ann, 'keys.create', { name: 'old', scopes: ['admin'] })) as {
      key: { id: string };
    };
    return { input: { key: 'old' }, target: key.id };
  },
  'questions.submit': async () => onQuestion({ answer_value: 'true' }),
  'questions.complete': async () => {
    const { input, target } = await onQuestion();
    const all = { ...input, answer_value: 'true', complete: false };
    const { state_blob } = (await harness.call(ann, 'questions.submit', all)) as { state_blob: string };
    return { input: { ...input, state_blob }, target };
  },
  'questions.cancel': async () => onQuestion(),
  'secrets.save': async () => ({ input: { name: 'SAVED', value: 'hunter2' }, target: 'SAVED' }),
  'catalogs.import': async () => ({ input: petStore, target: 'pet_store' }),
  'catalogs.configure': async () => onCatalog({ baseUrl: 'https://other.example.com' }),
  'catalogs.setEnabled': async () => onCatalog({ enabled: false }),
  'catalogs.remove': async () => {
    const { input, target } = await onCatalog();
    return { input: { ...input, confirmToken: await tokenFor('catalogs.remove', input) }, target };
  },
  'commands.run': async () => {
    await onCatalog();
    return { input: { command: 'pets listPets' }, target: 'pets pets:list' };
  },
};

const about = ({ run }: { readonly run: string }) => ({ input: { run }, target: run });

async function onQuestion(more: object = {}) {
  const { session_id, state_blob } = (await harness.call(ann, 'questions.start', {
    workflow_id: 'note',
  })) as { session_id: string; state_blob: string };
  return { input: { session_id, state_blob, ...more }, target: session_id };
}

const petStore = { title: 'Pet store', vendor: 'pets', content: petDocument('https://pets.example.com') };

async function onCatalog(more: object = {}) {
  await harness.call(ann, 'catalogs.import', petStore);
  return { input: { catalog: 'pet_store', ...more }, target: 'pet_store' };
}

/** As the refusal of a call names it. */
async function tokenFor(name: string, input: object): Promise<unknown> {
  const refusal: unknown = await harness.call(ann, name, input).catch((error: unknown) => error);
  return refusal instanceof OperationError ? refusal.details.context?.['confirmToken'] : undefined;
}

const hooks = 'https://hooks.example.com/';

async function onSubscription() {
  const { run } = await asking();
  const { subscription } = await harness.perform(createSubscription, { run, url: hooks });
  return { input: { subscription }, target: subscription };
}

async function onItem(more: object = {}) {
  const { item } = await asking();
  return { input: { item, ...more }, target: item };
}

async function onHeld() {
  const { item } = await asking();
  await harness.call(ann, 'items.hold', { item });
  return { input: { item }, target: item };
}

const writing = registry.names.filter((name) => {
  const { writes, rest } = registry.get(name);
  return writes && rest !== undefined;
});

test('[W2.4] every writing operation is covered here', () => {
  expect(Object.keys(actions).toSorted()).toEqual(writing.toSorted());
});

test.each(writing)(
  '[W2.4][W3.2] %s leaves one entry when it succeeds, and one when it is refused',
  async (name) => {
    const { input, target = expect.any(String) } = (await actions[name]?.()) ?? { input: {} };
    const action = {
      correlationId: 'request-1',
      operation: name,
      subject: 'ann',
      kind: 'person',
      via: '',
      times: 1,
    };
    await harness.call(by('request-1'), name, input);
    expect(await entries({ correlationId: 'request-1' })).toEqual([
      { ...action, id: expect.any(String), at: expect.any(String), outcome: 'done', code: '', target },
    ]);
    for (const [correlationId, who, given, code] of [
      ['request-2', { ...ann, scopes: new Set([] as const) }, input, 'missing_scope'],
      ['request-3', ann, { ...input, surplus: 1 }, 'invalid_input'],
    ] as const) {
      await expect(harness.call(by(correlationId, who), name, given)).rejects.toThrow();
      const [entry, ...others] = await entries({ correlationId });
      expect([entry, others]).toMatchObject([{ ...action, correlationId, outcome: 'refused', code }, []]);
    }
  },
);

test('[W2.4] a repeated request under a key leaves no second entry', async () => {
  const input = { workflow: 'ask', idempotencyKey: 'once' };
  const { run } = await harness.perform(startRun, input);
  expect(await harness.perform(startRun, input)).toMatchObject({ run, repeated: true });
  const { item } = await asking();
  for (let time = 0; time < 2; time++) {
    await harness.call(ann, 'items.hold', { item, idempotencyKey: 'hold' });
  }
  expect(await entries({ target: run })).toHaveLength(1);
  expect(await entries({ target: item })).toHaveLength(1);
});

test('[W2.4] a read leaves an entry only if it was not allowed', async () => {
  const { run } = await asking();
  const before = (await entries()).length;
  await harness.call(ann, 'runs.get', { run });
  await expect(harness.call(ann, 'runs.get', { run: 'none' })).rejects.toThrow();
  await expect(harness.call(ann, 'runs.get', {})).rejects.toThrow();
  expect(await entries()).toHaveLength(before);
  await expect(harness.call({ ...ann, scopes: new Set(['admin']) }, 'runs.get', { run })).rejects.toThrow();
  expect(await entries({ outcome: 'refused' })).toMatchObject([
    { operation: 'runs.get', code: 'missing_scope', target: run },
  ]);
});

test('[W2.4] a dry run, and a purge that finds nothing, leave no entry', async () => {
  await failed();
  harness.clock.advance(2_000);
  await harness.perform(purgeRuns, { olderThan: '1s', dryRun: true });
  await harness.perform(purgeRuns, { olderThan: '30 days' });
  expect(await entries({ operation: 'retention.purge' })).toEqual([]);
});

test('[W2.4] the audit outlives its runs', async () => {
  const run = await failed();
  harness.clock.advance(2_000);
  expect(await harness.perform(purgeRuns, { olderThan: '1s' })).toMatchObject({ purged: 1 });
  expect(await entries({ target: run })).toMatchObject([{ operation: 'runs.start', outcome: 'done' }]);
});

test('[W2.4] operators search the audit by subject, operation, outcome, code, time and request', async () => {
  const { run } = await asking();
  harness.clock.advance(60_000);
  await harness.perform(cancelRun, { run }, by('c-9', bob));
  await expect(harness.call(bob, 'runs.cancel', { run })).rejects.toThrow();
  const found = async (filters: object) =>
    (await entries(filters)).map(({ operation, outcome }) => `${operation} ${outcome}`);
  expect(await found({ subject: 'bob' })).toEqual(['runs.cancel refused', 'runs.cancel done']);
  expect(await found({ operation: 'runs.start' })).toEqual(['runs.start done']);
  expect(await found({ outcome: 'refused', code: 'run_ended', target: run })).toEqual([
    'runs.cancel refused',
  ]);
  expect(await found({ correlationId: 'c-9' })).toEqual(['runs.cancel done']);
  await expect(harness.call(bob, 'definitions.save', { path: 'x.yaml', source: 'no: 1' })).rejects.toThrow();
  for (const code of ['invalid_definition', 'WORKFLOW_VALIDATION_FAILED']) {
    expect(await found({ code })).toEqual(['definitions.save refused']);
  }
  expect(await found({ before: '2026-01-15T09:01:00Z' })).toEqual(['runs.start done']);
  expect(await found({ from: '2026-01-15T09:01:00Z' })).toHaveLength(3);
  const first = await harness.perform(listAudit, { limit: 2 });
  const second = await harness.perform(listAudit, { limit: 2, cursor: first.nextCursor });
  expect([...first.entries, ...second.entries]).toEqual(await entries());
  expect(second.nextCursor).toBeNull();
  expect(await harness.refused(listAudit, { cursor: first.nextCursor, subject: 'bob' })).toMatchObject({
    code: 'bad_cursor',
  });
});

test('[W2.4][W2.2] a tenant sees its own audit; entries without a principal belong to no tenant', async () => {
  await asking();
  await harness.perform(noteRefusals, {
    entries: [
      { operation: 'POST /mcp', code: 'unauthenticated', times: 3 },
      { tenant: 'other', subject: 'eve', kind: 'agent', operation: 'POST /rpc', code: 'rate_limited' },
    ],
  });
  expect(await entries({ outcome: 'refused' })).toEqual([]);
  expect(await entries({}, stranger)).toMatchObject([{ operation: 'POST /rpc', subject: 'eve', times: 1 }]);
  expect(await entries({}, { ...ann, tenant: '' })).toMatchObject([
    { operation: 'POST /mcp', subject: '', kind: 'unknown', code: 'unauthenticated', times: 3 },
  ]);
  expect(
    await harness.refused(listAudit, {}, { ...ann, scopes: new Set(['workflows:query']) }),
  ).toMatchObject({
    code: 'missing_scope',
  });
});

test('[W3.2] the request id is in the journal, in the history, in an export and after an import', async () => {
  const { run } = await harness.perform(startRun, { workflow: 'ask' }, by('start-1'));
  await harness.until(run, ({ items }) => items > 0);
  await harness.call(by('answer-1', bob), 'items.complete', { item: `${run}.2`, output: { word: 'x' } });
  await harness.until(run, isOver);
  const requestsOf = async (id: string) => {
    const history = await harness.perform(runHistory, { run: id });
    return history.entries.map(({ event, correlationId }) => [event, correlationId]);
  };
  const requests = await requestsOf(run);
  expect(requests).toEqual([
    ['started', 'start-1'],
    ['itemCompleted', 'answer-1'],
  ]);
  const document = await harness.perform(exportRun, { run });
  expect(document.correlations).toEqual({ 1: 'start-1', 2: 'answer-1' });
  const { run: copy } = await harness.perform(importRun, { document }, by('import-1', stranger));
  const history = await harness.perform(runHistory, { run: copy }, stranger);
  expect(history.entries.map(({ correlationId }) => correlationId)).toEqual(['start-1', 'answer-1']);
  const forged = { ...document, correlations: { 1: 'another' } };
  expect(await harness.refused(importRun, { document: forged })).toMatchObject({ code: 'import_refused' });
});

test('[W3.2] events of the engine have no request id', async () => {
  const { run } = await harness.perform(startRun, { workflow: 'fail' }, by('start-1'));
  await harness.until(run, isOver);
  const { entries: historyEntries } = await harness.perform(runHistory, { run });
  expect(historyEntries.map(({ event, correlationId }) => [event, correlationId])).toEqual([
    ['started', 'start-1'],
    ['callFailed', undefined],
  ]);
});
