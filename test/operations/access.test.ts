import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { OperationError } from '../../src/operations/contract/operation-error.ts';
import { type Principal, scopes } from '../../src/operations/contract/principal.ts';
import { registry } from '../../src/operations/registry.ts';
import { exportRun } from '../../src/operations/runs/export-run.ts';
import { startRun } from '../../src/operations/runs/start-run.ts';
import { createSubscription } from '../../src/operations/subscriptions/create-subscription.ts';
import { createRandom } from '../../src/testing/index.ts';
import { petDocument } from '../catalogs/pets.ts';
import { orderSpecification } from '../yawl/order-specification.ts';
import { ann, type OperationsHarness, openOperationsHarness, stranger } from './operations-harness.ts';

const text = `
workflows:
  ask: { graph: { question: { type: yield, message: What?, expects: { word: str } } } }
`;

const guide = JSON.stringify({
  id: 'lead',
  name: 'Leads',
  description: 'Leads a step',
  version: '1.0.0',
  steps: [{ id: 'only-step', title: 'The only step', prompt: 'Do it.' }],
});

let harness: OperationsHarness;
let run = '';
let subscription = '';

beforeEach(async () => {
  harness = await openOperationsHarness({ 'shared.yaml': text, 'lead.json': guide });
  ({ run } = await harness.perform(startRun, { workflow: 'ask' }));
  await harness.until(run, ({ items }) => items > 0);
  const url = 'https://hooks.example.com/';
  ({ subscription } = await harness.perform(createSubscription, { run, url }));
});
afterEach(() => harness.close());

/** A valid input of each operation; a missing operation makes the first test fail. */
const inputs = async (): Promise<{ readonly [name: string]: unknown }> => {
  const item = `${run}.2`;
  const path = 'mine.yaml';
  const revision = 'f'.repeat(64);
  return {
    'definitions.list': {},
    'definitions.outline': { workflow: 'ask' },
    'definitions.get': { workflow: 'ask' },
    'definitions.draw': { workflow: 'ask' },
    'definitions.validate': { source: text },
    'guides.next': { workflow: 'lead', completedSteps: [] },
    'guides.validate': { workflow: 'lead', step: 'only-step', output: 'x' },
    'guides.check': { source: guide },
    'definitions.save': { path, source: text, revision: null },
    'specifications.upload': { spec_xml: orderSpecification() },
    'definitions.rename': { path, to: 'other.yaml', revision },
    'definitions.delete': { path, revision },
    'definitions.revisions': { path },
    'definitions.revision': { path, revision },
    'workflows.simulate': { workflow: 'ask' },
    'runs.start': { workflow: 'ask' },
    'cases.submit': { spec_id: 'ask', idempotency_key: 'k' },
    'cases.status': { case_id: run },
    'runs.get': { run },
    'runs.list': {},
    'runs.history': { run },
    'runs.graph': { run },
    'runs.cancel': { run },
    'runs.suspend': { run },
    'runs.resume': { run },
    'runs.signal': { run, name: 'x' },
    'runs.reopen': { run },
    'runs.replay': { run, at: 1 },
    'runs.fork': { run, at: 1 },
    'runs.compare': { left: run, right: run },
    'runs.export': { run },
    'runs.import': { document: await harness.perform(exportRun, { run }) },
    'items.list': {},
    'items.get': { item },
    'items.hold': { item },
    'items.renew': { item },
    'items.decline': { item },
    'items.release': { item },
    'items.complete': { item, output: { word: 'x' } },
    'items.fail': { item, message: 'no' },
    'items.skip': { item },
    'items.delegate': { item, to: 'bob' },
    'items.suspend': { item },
    'items.resume': { item },
    'items.rollback': { item },
    'items.force': { item },
    'items.add': { item, input: 1 },
    'subscriptions.create': { run, url: 'https://hooks.example.com/' },
    'subscriptions.list': { everybody: true },
    'subscriptions.get': { subscription },
    'subscriptions.renew': { subscription },
    'subscriptions.delete': { subscription },
    'deliveries.list': { subscription },
    'deliveries.resend': { delivery: 'dlv_0' },
    'deliveries.resendAll': { subscription },
    'retention.purge': { olderThan: '0s' },
    'connectors.list': {},
    'languages.list': {},
    'languages.get': { language: 'graph' },
    'languages.schema': { language: 'graph' },
    'changes.watch': {},
    'sessions.find': { session },
    'sessions.note': { session, watched: ['run://x'], ended: true, expiresAt: '2026-02-15T09:00:00Z' },
    'service.check': {},
    'service.status': {},
    'service.backup': {},
    'feed.read': { after: '0', run },
    'feed.items': { after: '0', run },
    'events.list': { run },
    'events.xes': { workflow: 'ask' },
    'keys.create': { name: 'reports', scopes: ['workflows:query'] },
    'keys.list': {},
    'keys.revoke': { key: 'mine' },
    'keys.identify': { id: 'AbCdEfGh0123', hash: 'f'.repeat(64) },
    'keys.exist': {},
    'questions.start': { workflow_id: 'hetzner-setup' },
    'questions.restart': { workflow_id: 'hetzner-setup' },
    'questions.submit': { ...questionState, answer_value: 'x' },
    'questions.restore': questionState,
    'questions.back': questionState,
    'questions.complete': questionState,
    'questions.cancel': questionState,
    'questions.generate': { adapters: ['hetzner'] },
    'adapters.list': {},
    'adapters.describe': { adapter_name: 'hetzner' },
    'secrets.status': { names: ['SAVED'] },
    'secrets.save': { name: 'SAVED', value: 'hunter2' },
    'catalogs.validate': { content: petStore.content },
    'catalogs.preview': petStore,
    'catalogs.import': petStore,
    'catalogs.list': {},
    'catalogs.get': { catalog: 'pet_store' },
    'catalogs.configure': { catalog: 'pet_store', baseUrl: 'https://other.example.com' },
    'catalogs.setEnabled': { catalog: 'pet_store', enabled: false },
    'catalogs.remove': { catalog: 'pet_store' },
    'commands.search': { query: 'pets' },
    'commands.describe': { command: 'pets.listPets' },
    'commands.values': { command: 'pets.showPet', parameter: 'pet_id' },
    'commands.run': { command: 'pets.listPets' },
    'audit.list': {},
    'audit.note': { entries: [{ operation: 'GET /', code: 'unauthenticated' }] },
  };
};

const petStore = { title: 'Pet store', vendor: 'pets', content: petDocument('https://pets.example.com') };

const questionState = { session_id: 'run_00000000000000000000000000', state_blob: 'x' };

/** Names of the caller's own objects. */
const session = 'a'.repeat(64);

/** All data of a tenant as text, to detect changes. */
const inventory = async (tenant: string): Promise<string> => {
  const { store, library, catalogs } = harness.services;
  const runs = await store.runs.search(tenant, {}, { limit: 1_000 });
  const items = await store.items.search(tenant, {}, { limit: 1_000 });
  const documents = (await library.documents(tenant)).map(({ path, revision }) => [path, revision]);
  const note = await store.sessionNotes.find(tenant, ann.subject, session);
  const keys = await store.apiKeys.list(tenant, { limit: 1_000 });
  const subscriptions = await store.subscriptions.search(tenant, {}, { limit: 1_000 });
  const imported = catalogs?.store.list(tenant).map(({ record }) => record);
  return JSON.stringify([runs, items, documents, note, keys, subscriptions, imported]);
};

const attempt = async (principal: Principal, name: string, input: unknown) => {
  try {
    return { kind: 'done', result: await harness.call(principal, name, input) } as const;
  } catch (error) {
    if (error instanceof OperationError) return { kind: 'refused', details: error.details } as const;
    throw error;
  }
};

test('[O4.1] every operation is refused without its scope, even with all other scopes', async () => {
  const before = await inventory('acme');
  const examples = await inputs();
  for (const name of registry.names) {
    const { scope } = registry.get(name);
    const others = new Set(scopes.filter((each) => each !== scope));
    const tried = await attempt({ ...ann, scopes: others }, name, examples[name]);
    expect([name, tried]).toMatchObject([
      name,
      { kind: 'refused', details: { code: 'missing_scope', category: 'permission', context: { scope } } },
    ]);
  }
  expect(await inventory('acme')).toBe(before);
});

/** Operations that name nothing that already exists. */
const nameless = [
  'subscriptions.list',
  'deliveries.list',
  'definitions.list',
  'definitions.validate',
  'guides.check',
  'definitions.save',
  'specifications.upload',
  'runs.list',
  'runs.import',
  'items.list',
  'retention.purge',
  'connectors.list',
  'languages.list',
  'languages.get',
  'languages.schema',
  'questions.submit',
  'questions.restore',
  'questions.back',
  'questions.complete',
  'questions.cancel',
  'questions.generate',
  'adapters.list',
  'adapters.describe',
  'changes.watch',
  'sessions.find',
  'sessions.note',
  'service.check',
  'service.status',
  'service.backup',
  'keys.create',
  'keys.list',
  'keys.identify',
  'keys.exist',
  'secrets.status',
  'catalogs.validate',
  'catalogs.preview',
  'catalogs.import',
  'catalogs.list',
  'commands.search',
  'audit.list',
  'audit.note',
];

test('[O4.1] data of another tenant does not exist for any operation that names it', async () => {
  const path = 'mine.yaml';
  const source = text.replace('ask:', 'private:');
  const save = { path, source, revision: null };
  await harness.call(ann, 'keys.create', { name: 'mine', scopes: ['workflows:query'] });
  await harness.call(ann, 'catalogs.import', petStore);
  const own = { path: 'own.json', source: guide.replace('lead', 'own-lead'), revision: null };
  await harness.call(ann, 'definitions.save', own);
  const { revision } = (await harness.call(ann, 'definitions.save', save)) as { revision: string };
  const examples: Awaited<ReturnType<typeof inputs>> = {
    ...(await inputs()),
    'definitions.outline': { workflow: 'private' },
    'definitions.get': { workflow: 'private' },
    'definitions.draw': { workflow: 'private' },
    'questions.start': { workflow_id: 'private' },
    'questions.restart': { workflow_id: 'private' },
    'guides.next': { workflow: 'own-lead', completedSteps: [] },
    'guides.validate': { workflow: 'own-lead', step: 'only-step', output: 'x' },
    'definitions.rename': { path, to: 'other.yaml', revision },
    'definitions.delete': { path, revision },
    'definitions.revisions': { path },
    'definitions.revision': { path, revision },
    'workflows.simulate': { workflow: 'private' },
    'runs.start': { workflow: 'private' },
    'cases.submit': { spec_id: 'private', idempotency_key: 'k' },
    'events.xes': { workflow: 'private' },
  };
  expect(Object.keys(examples).toSorted()).toEqual([...registry.names].toSorted());
  const before = await inventory('acme');
  const notThere = { code: expect.stringMatching(/_not_found$/), category: 'not_found' };
  for (const name of registry.names.filter((each) => !nameless.includes(each))) {
    expect([name, await attempt(stranger, name, examples[name])]).toMatchObject([
      name,
      // The design of cases treats it as an input error, with the same message as for an unknown id.
      { kind: 'refused', details: name === 'cases.submit' ? { code: 'invalid_specification' } : notThere },
    ]);
  }
  for (const name of ['definitions.list', 'runs.list', 'items.list', 'catalogs.list', 'commands.search']) {
    const listed = JSON.stringify(await harness.call(stranger, name, {}));
    for (const theirs of [run, 'private', path, 'pets']) expect(listed).not.toContain(theirs);
  }
  // The same name, run and time belong to the other tenant itself.
  await harness.call(stranger, 'definitions.save', { ...save, source: text.replace('ask:', 'theirs:') });
  await harness.call(stranger, 'runs.import', examples['runs.import']);
  await harness.call(stranger, 'retention.purge', { olderThan: '0s' });
  await harness.call(stranger, 'catalogs.import', { ...petStore, overwrite: true });
  await harness.call({ ...stranger, subject: ann.subject }, 'sessions.note', examples['sessions.note']);
  expect(await inventory('acme')).toBe(before);
  // The owner can do everything that the other tenant cannot: the examples name existing objects.
  expect(await attempt(ann, 'definitions.revision', { path, revision })).toMatchObject({
    result: { source },
  });
  for (const name of [
    ...['workflows.simulate', 'guides.next', 'guides.validate', 'catalogs.get', 'commands.describe'],
    'commands.run',
  ]) {
    expect(await attempt(ann, name, examples[name])).toMatchObject({ kind: 'done' });
  }
  expect(await attempt(ann, 'definitions.rename', examples['definitions.rename'])).toMatchObject({
    kind: 'done',
  });
});

test('[O4.1] every operation has a schema for tools, with every field described and none unknown', () => {
  for (const name of registry.names) {
    const schema = schemaOf(name);
    expect([name, schema.type, schema.additionalProperties]).toEqual([name, 'object', false]);
    for (const [field, described] of Object.entries(schema.properties ?? {})) {
      expect([name, field, described]).toMatchObject([
        name,
        field,
        { description: expect.stringMatching(/\.$/) },
      ]);
    }
  }
});

test('[O4.1] an unknown operation is refused with the most similar name', async () => {
  expect(await attempt(ann, 'runs.strat', {})).toMatchObject({
    details: { code: 'operation_not_found', message: expect.arrayContaining([{ operation: 'runs.start' }]) },
  });
});

/** A value of each JSON type. */
const values: { readonly [type: string]: unknown } = {
  null: null,
  number: -1.5,
  boolean: true,
  string: '',
  array: [[]],
  object: { '': 1 },
};

type Schema = z.core.JSONSchema.BaseSchema;

const schemaOf = (name: string): Schema => z.toJSONSchema(registry.get(name).input, { io: 'input' });

/** The types that a field accepts; none if it accepts any. */
function typesOf(field: z.core.JSONSchema._JSONSchema): readonly string[] {
  if (typeof field === 'boolean' || field.$ref !== undefined) return [];
  const alternatives = field.anyOf ?? field.oneOf;
  if (alternatives !== undefined) return alternatives.flatMap(typesOf);
  return [field.type === 'integer' ? 'number' : (field.type ?? [])].flat();
}

const seed = 20_260_115;

test(`[O4.1] malformed inputs are refused with all errors and change nothing (seed ${seed})`, async () => {
  const random = createRandom(seed);
  const examples = await inputs();
  const before = await inventory('acme');
  for (const name of registry.names) {
    const example = examples[name] as object;
    for (const whole of [null, 7, 'text', [], { ...example, surplus: 1 }]) {
      expect([name, await attempt(ann, name, whole)]).toMatchObject([
        name,
        { kind: 'refused', details: { code: 'invalid_input', violations: [expect.anything()] } },
      ]);
    }
    const typed = Object.entries(schemaOf(name).properties ?? {}).flatMap(([field, schema]) => {
      const types = typesOf(schema);
      return types.length === 0 ? [] : [{ field, types }];
    });
    for (let round = 0; typed.length > 0 && round < 5; round++) {
      const chosen = random.shuffle(typed).slice(0, random.between(1, typed.length));
      const wrong = chosen.map(({ field, types }) => {
        const others = Object.keys(values).filter((type) => !types.includes(type));
        return [field, values[random.pick(others)]] as const;
      });
      const tried = await attempt(ann, name, { ...example, ...Object.fromEntries(wrong) });
      const found = tried.kind === 'refused' ? (tried.details.violations ?? []) : [];
      const paths = new Set(found.map(({ path }) => path.split('.')[0]));
      expect([name, tried.kind, [...paths].toSorted()]).toEqual([
        name,
        'refused',
        wrong.map(([field]) => field).toSorted(),
      ]);
    }
  }
  expect(await inventory('acme')).toBe(before);
});

test('[O4.1] every text and every list of an input has a limit, and longer ones are refused', async () => {
  const examples = await inputs();
  const before = await inventory('acme');
  for (const name of registry.names) {
    for (const [field, schema] of Object.entries(schemaOf(name).properties ?? {})) {
      if (typeof schema === 'boolean' || schema.$ref !== undefined || schema.enum !== undefined) continue;
      if (schema.type === 'array')
        expect([name, field, schema.maxItems]).toEqual([name, field, expect.any(Number)]);
      if (schema.type !== 'string') continue;
      // A format implies a limit.
      const hasForm = schema.pattern !== undefined || schema.format === 'date-time';
      const bound = schema.maxLength ?? (hasForm ? 100 : undefined);
      expect([name, field, bound]).toEqual([name, field, expect.any(Number)]);
      const long = 'x'.repeat((bound ?? 0) + 1);
      expect([
        name,
        await attempt(ann, name, { ...(examples[name] as object), [field]: long }),
      ]).toMatchObject([
        name,
        { kind: 'refused', details: { code: 'invalid_input', violations: [{ path: field }] } },
      ]);
    }
  }
  expect(await inventory('acme')).toBe(before);
});
