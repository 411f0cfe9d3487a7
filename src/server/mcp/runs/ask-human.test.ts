import { expect, test } from 'vitest';
import type { Json } from '../../../kernel/index.ts';
import type { ItemView, Principal, RunView } from '../../../operations/index.ts';
import { formParams, formQuestionsOf, readAnswer } from './ask-human.ts';

const item = (changes: Partial<ItemView>): ItemView => ({
  item: 'run_1:1',
  run: 'run_1',
  workflow: 'order',
  task: 'ask',
  index: -1,
  reason: 'work',
  message: 'Which one?',
  input: null,
  expects: [],
  answerSchema: {},
  who: null,
  mayAnswer: true,
  personMayAnswer: true,
  state: 'offered',
  paused: false,
  holder: '',
  leaseUntil: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  ...changes,
});

const asking = (fields: Readonly<Record<string, Json>>, required: readonly string[] = []): ItemView =>
  item({
    expects: Object.keys(fields).map((name) => ({ name, type: 'str', required: required.includes(name) })),
    answerSchema: { type: 'object', properties: fields },
  });

test('[P4.1] plain values are form fields with their descriptions; other values are entered as JSON', () => {
  const { requestedSchema, message } = formParams(
    asking(
      {
        seat: { type: 'string', description: 'Window or aisle.', default: 'aisle' },
        day: { type: 'string', format: 'date' },
        bags: { type: 'integer', default: 1 },
        price: { type: 'number' },
        insured: { type: 'boolean', default: false },
        guests: { type: 'array', description: 'Their names.', default: ['Ada'] },
        extra: {},
      },
      ['seat'],
    ),
  );
  expect(message).toBe('Which one?');
  expect(requestedSchema).toEqual({
    type: 'object',
    properties: {
      seat: { type: 'string', description: 'Window or aisle.', default: 'aisle' },
      day: { type: 'string', format: 'date' },
      bags: { type: 'integer', default: 1 },
      price: { type: 'number' },
      insured: { type: 'boolean', default: false },
      guests: { type: 'string', description: 'Their names. As JSON.', default: '["Ada"]' },
      extra: { type: 'string', description: 'As JSON.' },
    },
    required: ['seat'],
  });
});

test('[P4.1] the error of the previous answer precedes the question', () => {
  expect(formParams(asking({}), '“bags” must be a whole number.').message).toBe(
    '“bags” must be a whole number.\n\nWhich one?',
  );
});

test('[P4.1] JSON input is parsed by its declared type, other input is used unchanged', () => {
  const asked = asking({ bags: { type: 'integer' }, guests: { type: 'array' }, extra: {} });
  const content = { bags: 2, guests: '["Ada"]', extra: '{"a":1}' };
  expect(readAnswer(asked, { action: 'accept', content })).toEqual({
    kind: 'answer',
    output: { bags: 2 },
    texts: { guests: '["Ada"]', extra: '{"a":1}' },
  });
});

test('[P4.1] an item that accepts any value has one field; an approval asks for a yes', () => {
  const free = item({});
  expect(formParams(free).requestedSchema.required).toEqual(['answer']);
  expect(readAnswer(free, { action: 'accept', content: { answer: 'tea' } })).toEqual({
    kind: 'answer',
    output: 'tea',
    texts: {},
  });
  const approval = item({ reason: 'approval' });
  expect(formParams(approval).requestedSchema.properties).toHaveProperty('approved.type', 'boolean');
  expect(readAnswer(approval, { action: 'accept', content: { approved: true } })).toMatchObject({
    output: { approved: true },
  });
  expect(readAnswer(approval, { action: 'accept', content: { approved: false } })).toEqual({
    kind: 'declined',
  });
  expect(readAnswer(approval, { action: 'accept' })).toEqual({ kind: 'declined' });
});

test('[P4.1][P4.4] declining is not an answer; a cancelled form and an invalid response decide nothing', () => {
  expect(readAnswer(item({}), { action: 'decline' })).toEqual({ kind: 'declined' });
  for (const nonsense of [
    { action: 'cancel' },
    undefined,
    null,
    5,
    'accept',
    [],
    {},
    { action: 'maybe' },
    { action: 'accept', content: [1] },
  ]) {
    expect(readAnswer(item({}), nonsense)).toEqual({ kind: 'dismissed' });
  }
});

test('[P4.1][P4.3][W2.3] only items that the principal may answer as a person are asked: no doubts, none held by others, none while suspended', () => {
  const wait = (name: string, changes: Partial<ItemView> = {}) =>
    ({ ...item(changes), kind: 'item', item: name }) as const;
  const waitingFor = [
    wait('free'),
    wait('own', { holder: 'ada' }),
    wait('other', { holder: 'bob' }),
    wait('doubt', { reason: 'doubt' }),
    wait('approval', { reason: 'approval', mayAnswer: false }),
    wait('people', { mayAnswer: false }),
    wait('agents', { personMayAnswer: false }),
    { kind: 'timer', task: 'wait', index: -1, due: '2026-01-01T00:00:00.000Z' },
  ] as const;
  const run = { state: 'waiting', waitingFor } as unknown as RunView;
  const ada: Principal = {
    subject: 'ada',
    tenant: 'a',
    scopes: new Set(['elicit:person']),
    roles: [],
    kind: 'agent',
  };
  const namesOf = (view: RunView, who: Principal) => formQuestionsOf(view, who).map((each) => each.item);
  expect(namesOf(run, ada)).toEqual(['free', 'own', 'approval', 'people']);
  expect(namesOf({ ...run, state: 'suspended' }, ada)).toEqual(['approval']);
  expect(namesOf(run, { ...ada, scopes: new Set() })).toEqual(['free', 'own', 'agents']);
  expect(namesOf(run, { ...ada, kind: 'service' })).toEqual(['free', 'own', 'agents']);
});

test('[Y4.3] a form for XML Schema types offers choices, uses the first type, and is empty without fields', () => {
  const typed = asking({
    size: { type: 'string', enum: ['small', 'large'], default: 'small' },
    count: { type: ['integer', 'string'], pattern: '^[0-9]+$' },
  });
  expect(formParams(typed).requestedSchema.properties).toEqual({
    size: { type: 'string', enum: ['small', 'large'], default: 'small' },
    count: { type: 'integer' },
  });
  expect(readAnswer(typed, { action: 'accept', content: { size: 'large', count: 3 } })).toEqual({
    kind: 'answer',
    output: { size: 'large', count: 3 },
    texts: {},
  });
  const closed = { type: 'object', properties: {}, required: [], additionalProperties: false };
  const silent = item({ answerSchema: closed });
  expect(formParams(silent).requestedSchema.properties).toEqual({});
  expect(readAnswer(silent, { action: 'accept' })).toEqual({ kind: 'answer', output: {}, texts: {} });
});
