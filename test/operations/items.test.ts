import { afterEach, beforeEach, expect, test } from 'vitest';
import { completeItem } from '../../src/operations/items/complete-item.ts';
import { delegateItem } from '../../src/operations/items/delegate-item.ts';
import { failItem } from '../../src/operations/items/fail-item.ts';
import { getItem } from '../../src/operations/items/get-item.ts';
import { holdItem } from '../../src/operations/items/hold-item.ts';
import { listItems } from '../../src/operations/items/list-items.ts';
import { releaseItem } from '../../src/operations/items/release-item.ts';
import { renewItem } from '../../src/operations/items/renew-item.ts';
import { skipItem } from '../../src/operations/items/skip-item.ts';
import { getRun } from '../../src/operations/runs/get-run.ts';
import { startRun } from '../../src/operations/runs/start-run.ts';
import {
  ann,
  bob,
  isOver,
  isWaiting,
  type OperationsHarness,
  openOperationsHarness,
  startTime,
} from './operations-harness.ts';

const workflowText = `
workflows:
  ask:
    graph:
      form:
        type: yield
        message: Who comes?
        expects:
          name: str
          seats: int
          when: { type: str, format: date, required: false }
          window: { type: bool, required: false, default: false }
  free:
    graph:
      anything: { type: yield, message: "Say something" }
  many:
    params: { who: list }
    graph:
      each:
        type: foreach
        items: $who
        as: person
        step: { type: yield, message: "And $person?" }
  doubt:
    graph:
      pay: { call: pay, on_uncertain: ask }
`;

let harness: OperationsHarness;
beforeEach(async () => {
  harness = await openOperationsHarness({ 'desk.yaml': workflowText }, { pay: () => ({ kind: 'unknown' }) });
});
afterEach(() => harness.close());

const open = async (workflow: string, params: object = {}): Promise<string> => {
  const { run } = await harness.perform(startRun, { workflow, params });
  await harness.until(run, ({ items }) => items > 0);
  const { items } = await harness.perform(listItems, { run });
  return items[0]?.item ?? '';
};

test('[O3.1] an item shows its question, the expected answer, and its holder', async () => {
  const item = await open('ask');
  expect(await harness.perform(getItem, { item })).toEqual({
    item,
    run: item.slice(0, item.lastIndexOf('.')),
    workflow: 'ask',
    task: 'form',
    index: -1,
    reason: 'work',
    message: 'Who comes?',
    input: { message: 'Who comes?' },
    expects: [
      { name: 'name', type: 'str', required: true },
      { name: 'seats', type: 'int', required: true },
      { name: 'when', type: 'date', required: false },
      { name: 'window', type: 'bool', required: false, default: false },
    ],
    answerSchema: {
      type: 'object',
      properties: {
        name: { type: 'string' },
        seats: { type: 'integer' },
        when: { type: 'string', format: 'date', description: 'A date such as 2026-01-15.' },
        window: { type: 'boolean', default: false },
      },
      required: ['name', 'seats'],
      additionalProperties: false,
    },
    who: null,
    mayAnswer: true,
    personMayAnswer: true,
    state: 'offered',
    paused: false,
    holder: '',
    leaseUntil: null,
    createdAt: new Date(startTime).toISOString(),
    updatedAt: new Date(startTime).toISOString(),
  });
});

test('[O3.1] an invalid answer is refused with all errors and changes nothing', async () => {
  const item = await open('ask');
  expect(
    await harness.refused(completeItem, { item, output: { nam: 'Ann', seats: 'two', window: 3 } }),
  ).toMatchObject({
    code: 'answer_refused',
    category: 'validation',
    context: { item },
    violations: [
      { path: 'output.name', rule: 'required' },
      { path: 'output.seats', rule: 'wrong-type' },
      { path: 'output.window', rule: 'wrong-type' },
      { path: 'output.nam', rule: 'unknown-field', expected: 'name' },
    ],
  });
  for (const output of [null, 'Ann', ['Ann']]) {
    expect((await harness.refused(completeItem, { item, output })).violations).toMatchObject([
      { path: 'output' },
    ]);
  }
  expect(await harness.perform(getItem, { item })).toMatchObject({ state: 'offered' });
});

test('[O3.1] an item that is not held is completed at once; texts are parsed by their types', async () => {
  const item = await open('ask');
  const moved = await harness.perform(completeItem, {
    item,
    texts: { name: '7', seats: '2', window: 'yes' },
  });
  expect(moved).toMatchObject({ item: { state: 'completed' }, repeated: false });
  await harness.until(moved.run.run, isOver);
  expect((await harness.perform(getRun, { run: moved.run.run })).output).toEqual({
    name: '7',
    seats: 2,
    when: null,
    window: true,
  });
  const free = await open('free');
  const { run } = await harness.perform(completeItem, { item: free, output: ['any', { thing: 1 }] });
  await harness.until(run.run, isOver);
  expect((await harness.perform(getRun, { run: run.run })).output).toEqual(['any', { thing: 1 }]);
});

test('[O3.1] a held item is answered by its holder; it is released, renewed and delegated', async () => {
  const item = await open('free');
  const held = await harness.perform(holdItem, { item, leaseMs: 60_000 });
  expect(held.item).toMatchObject({
    state: 'held',
    holder: 'ann',
    leaseUntil: new Date(startTime + 60_000).toISOString(),
  });
  for (const operation of [holdItem, releaseItem, renewItem]) {
    expect(await harness.refused(operation, { item }, bob)).toMatchObject({
      code: 'work_item_held',
      category: 'conflict',
      message: `The work item “${item}” is held by “ann” until 2026-01-15T09:01:00.000Z.`,
      context: { item, leaseUntil: '2026-01-15T09:01:00.000Z' },
    });
  }
  expect(await harness.refused(completeItem, { item, output: 1 }, bob)).toMatchObject({
    code: 'work_item_held',
  });
  expect((await harness.perform(renewItem, { item, leaseMs: 90_000 })).item.leaseUntil).toBe(
    new Date(startTime + 90_000).toISOString(),
  );
  expect((await harness.perform(delegateItem, { item, to: 'bob' })).item).toMatchObject({
    holder: 'bob',
    leaseUntil: new Date(startTime + 300_000).toISOString(),
  });
  expect((await harness.perform(releaseItem, { item }, bob)).item).toMatchObject({
    state: 'offered',
    holder: '',
  });
  expect(await harness.refused(renewItem, { item })).toMatchObject({ code: 'work_item_not_held' });
  await harness.perform(completeItem, { item, output: 1 });
  for (const operation of [holdItem, releaseItem, renewItem, skipItem]) {
    expect(await harness.refused(operation, { item })).toMatchObject({ category: 'conflict' });
  }
});

test('[R3.2] a held item is free again when its lease has ended', async () => {
  const item = await open('free');
  const { run } = await harness.perform(holdItem, { item, leaseMs: 60_000 });
  harness.clock.advance(60_000);
  await harness.until(run.run, ({ seq }) => seq > run.seq);
  expect(await harness.perform(getItem, { item })).toMatchObject({ state: 'offered', holder: '' });
  expect((await harness.perform(holdItem, { item }, bob)).item.holder).toBe('bob');
});

test('[O3.1] an item is skipped or failed, with the given reason', async () => {
  const skipped = await harness.perform(skipItem, { item: await open('free') });
  expect(skipped).toMatchObject({ item: { state: 'skipped' } });
  const failed = await harness.perform(failItem, {
    item: await open('free'),
    message: 'No time.',
    code: 'busy',
  });
  expect(failed).toMatchObject({ item: { state: 'failed' }, run: { status: 'failed', failureCode: 'busy' } });
  expect((await harness.perform(getRun, { run: failed.run.run })).failure).toMatchObject({
    message: 'No time.',
    task: 'anything',
  });
});

test('[O3.1] only a verdict ends a doubt', async () => {
  const item = await open('doubt');
  expect(await harness.perform(getItem, { item })).toMatchObject({
    reason: 'doubt',
    task: 'pay',
    expects: [],
  });
  for (const output of [{ yes: true }, { verdict: 'failed' }, 'retry']) {
    expect(await harness.refused(completeItem, { item, output })).toMatchObject({ code: 'answer_refused' });
  }
  expect(await harness.refused(failItem, { item, message: 'no' })).toMatchObject({
    code: 'verdict_required',
  });
  expect(await harness.refused(skipItem, { item })).toMatchObject({ code: 'verdict_required' });
  const { run } = await harness.perform(completeItem, { item, output: { verdict: 'succeeded', output: 5 } });
  expect(await harness.perform(getRun, { run: run.run })).toMatchObject({ status: 'completed', output: 5 });
  const other = await open('doubt');
  const failed = await harness.perform(completeItem, {
    item: other,
    output: { verdict: 'failed', message: 'The bank says no.' },
  });
  expect(failed.run).toMatchObject({ status: 'failed', failureCode: 'in-doubt' });
});

test('[O3.1] items are listed oldest first, by filters, in pages', async () => {
  const who = ['ann', 'bob', 'cy', 'di', 'ed'];
  const item = await open('many', { who });
  const run = item.slice(0, item.lastIndexOf('.'));
  const free = await open('free');
  const first = await harness.perform(listItems, { run, limit: 2 });
  expect(first.items.map(({ message, index }) => [message, index])).toEqual([
    ['And ann?', 0],
    ['And bob?', 1],
  ]);
  const second = await harness.perform(listItems, { run, limit: 2, cursor: first.nextCursor });
  const third = await harness.perform(listItems, { run, limit: 2, cursor: second.nextCursor });
  expect([...second.items, ...third.items].map(({ message }) => message)).toEqual([
    'And cy?',
    'And di?',
    'And ed?',
  ]);
  expect(third.nextCursor).toBeNull();
  await harness.perform(holdItem, { item });
  const ids = async (filters: object, by = ann) =>
    (await harness.perform(listItems, filters, by)).items.map((each) => each.item);
  expect(await ids({ mine: true })).toEqual([item]);
  expect(await ids({ mine: true }, bob)).toEqual([]);
  expect(await ids({ holder: 'ann' }, bob)).toEqual([item]);
  expect(await ids({ workflow: 'free' })).toEqual([free]);
  expect(await ids({ reason: 'doubt' })).toEqual([]);
  expect(await ids({ run, states: ['offered'] })).toHaveLength(4);
  await harness.perform(completeItem, { item: free, output: 1 });
  expect(await ids({ workflow: 'free' })).toEqual([]);
  expect(await ids({ workflow: 'free', states: ['completed'] })).toEqual([free]);
  expect(await harness.refused(listItems, { mine: true, holder: 'bob' })).toMatchObject({
    code: 'invalid_input',
  });
  expect(await harness.refused(listItems, { limit: 2, cursor: first.nextCursor })).toMatchObject({
    code: 'bad_cursor',
  });
});

test('[R2.3] an answer under a key counts once, even if the item has ended since', async () => {
  const item = await open('many', { who: ['ann', 'bob'] });
  const request = { item, output: 'yes', idempotencyKey: 'a1' };
  const first = await harness.perform(completeItem, request);
  const again = await harness.perform(completeItem, request);
  expect([first.repeated, again.repeated, again.item.state]).toEqual([false, true, 'completed']);
  expect(await harness.refused(completeItem, { ...request, output: 'no' })).toMatchObject({
    code: 'idempotency_conflict',
  });
  expect(await harness.refused(completeItem, { item, output: 'yes' })).toMatchObject({
    code: 'work_item_ended',
  });
  await harness.until(first.run.run, isWaiting);
});
