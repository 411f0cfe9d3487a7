/** XES logs of cases, by example. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { exportXes } from '../../src/operations/events/xes/export-xes.ts';
import { exportRun } from '../../src/operations/runs/export-run.ts';
import { forkRun } from '../../src/operations/runs/fork-run.ts';
import { importRun } from '../../src/operations/runs/import-run.ts';
import { startRun } from '../../src/operations/runs/start-run.ts';
import type { Handler } from '../../src/testing/index.ts';
import {
  ann,
  bob,
  isOver,
  type OperationsHarness,
  openOperationsHarness,
  stranger,
} from '../operations/operations-harness.ts';
import {
  lifecycleErrorsOf,
  logOf,
  type ReadTrace,
  readTraces,
  schemaErrorsOf,
  transitionsByActivity,
} from './xes-fixture.ts';

const text = `
workflows:
  paper:
    graph:
      review: { type: yield, message: Good?, expects: { yes: bool } }
      print: { call: echo, depends_on: [review], args: { text: x } }
  pair:
    graph:
      left: { type: yield, message: Left?, expects: { word: str } }
      right: { call: echo, args: { text: x } }
      both: { call: echo, depends_on: [left, right], args: { text: y } }
  shaky:
    graph:
      call: { call: shake, on_error: { retry: 2, delay: 1 second } }
  breaks:
    graph:
      ask: { type: yield, message: Well?, expects: { word: str } }
      fall: { call: break }
  trip:
    graph:
      flight: { call: echo, args: { id: 1 }, undo: { call: back, args: { id: $flight.id } } }
      agree: { type: yield, depends_on: [flight], message: Sure?, expects: { yes: bool } }
  outer:
    graph:
      part: { workflow: inner }
      many: { type: foreach, depends_on: [part], items: [1, 2], as: each, step: { call: echo, args: { each: $each } } }
      none: { type: foreach, depends_on: [many], items: [], as: each, step: { call: echo, args: { each: $each } } }
  inner:
    graph:
      say: { call: echo, args: { text: x } }
`;

const broken = { kind: 'failed', failure: { code: 'x', message: 'no', retryable: false } } as const;
const flaky = { kind: 'failed', failure: { code: 'busy', message: 'not now' } } as const;

let harness: OperationsHarness;
let shakes = 0;
let isMended = false;
const handlers: Readonly<Record<string, Handler>> = {
  shake: () => (++shakes < 3 ? flaky : { kind: 'succeeded', output: 1 }),
  break: () => (isMended ? { kind: 'succeeded', output: 1 } : broken),
  back: () => ({ kind: 'succeeded', output: null }),
};

beforeEach(async () => {
  shakes = 0;
  isMended = false;
  harness = await openOperationsHarness({ 'w.yaml': text }, handlers);
});
afterEach(() => harness.close());

const begin = async (
  workflow: string,
  isThere: Parameters<OperationsHarness['until']>[1],
): Promise<string> => {
  const { run } = await harness.perform(startRun, { workflow });
  await harness.until(run, isThere);
  return run;
};
const asks = ({ items, calls }: { items: number; calls: number }): boolean => items > 0 && calls === 0;

/** The id of the only open item of a run. */
const itemOf = async (run: string): Promise<string> =>
  (await harness.services.store.items.search('acme', { run, states: ['offered', 'held'] }, { limit: 1 }))[0]
    ?.id ?? '';

/** All logs of these tests: validated against the schema together at the end, which is faster. */
const logs: string[] = [];

/** The log, with checked traces. */
async function traces(workflow: string): Promise<readonly ReadTrace[]> {
  const log = await logOf(harness, workflow);
  logs.push(log);
  const read = readTraces(log);
  expect(read.flatMap(lifecycleErrorsOf)).toEqual([]);
  return read;
}

const only = async (workflow: string): Promise<readonly string[]> => {
  const [trace] = await traces(workflow);
  if (trace === undefined) throw new Error('There is no trace.');
  return transitionsByActivity(trace);
};

const printed = 'print: schedule assign(desk) start(desk) complete(desk)';
const yes = { yes: true };

test('[F5.2] a work item is scheduled, taken, released, delegated and completed, with subject and time', async () => {
  const run = await begin('paper', asks);
  const item = await itemOf(run);
  harness.clock.advance(1_000);
  await harness.call(ann, 'items.hold', { item });
  harness.clock.advance(1_000);
  await harness.call(ann, 'items.release', { item });
  await harness.call(bob, 'items.hold', { item });
  await harness.call(bob, 'items.delegate', { item, to: 'ann' });
  harness.clock.advance(5);
  await harness.call(ann, 'items.complete', { item, output: yes });
  await harness.until(run, isOver);
  expect(await only('paper')).toEqual([
    'review: schedule assign(ann) start(ann) suspend(ann) resume(bob) suspend(bob) resume(ann) complete(ann)',
    printed,
  ]);
  const [trace] = await traces('paper');
  expect(trace?.events.slice(0, 9).map(({ at }) => at - Date.UTC(2026, 0, 15, 9))).toEqual([
    0, 1_000, 1_000, 2_000, 2_000, 2_000, 2_000, 2_005, 2_005,
  ]);
  expect(Object.fromEntries(trace?.attributes ?? [])).toMatchObject({
    'concept:name': run,
    workflow: 'paper',
    language: 'graph',
    status: 'completed',
    started_by: 'ann',
    ended: '2026-01-15T09:00:02.005Z',
  });
  expect(trace?.events.at(7)?.attributes.get('work_item')).toBe(item);
});

test('[F5.2] an item that is answered at once has been taken; one that is delegated before it begins is reassigned', async () => {
  const first = await begin('paper', asks);
  await harness.call(ann, 'items.complete', { item: await itemOf(first), output: yes });
  await harness.until(first, isOver);
  harness.clock.advance(1);
  const second = await begin('paper', asks);
  const item = await itemOf(second);
  await harness.call(ann, 'items.delegate', { item, to: 'bob' });
  await harness.call(bob, 'items.delegate', { item, to: 'ann' });
  await harness.call(ann, 'items.complete', { item, output: yes });
  await harness.until(second, isOver);
  expect((await traces('paper')).map((trace) => transitionsByActivity(trace)[0])).toEqual([
    'review: schedule assign(ann) start(ann) complete(ann)',
    'review: schedule assign(bob) reassign(ann) start(ann) complete(ann)',
  ]);
});

test('[F5.2] an item that a principal skips is skipped manually', async () => {
  const run = await begin('paper', asks);
  await harness.call(bob, 'items.skip', { item: await itemOf(run) });
  await harness.until(run, isOver);
  expect((await only('paper'))[0]).toBe('review: schedule manualskip(bob)');
});

test('[F5.2] parallel tasks are separate, and their events are in order of time', async () => {
  const run = await begin('pair', asks);
  harness.clock.advance(10);
  await harness.call(ann, 'items.complete', { item: await itemOf(run), output: { word: 'x' } });
  await harness.until(run, isOver);
  expect((await only('pair')).toSorted()).toEqual([
    'both: schedule assign(desk) start(desk) complete(desk)',
    'left: schedule assign(ann) start(ann) complete(ann)',
    'right: schedule assign(desk) start(desk) complete(desk)',
  ]);
});

test('[F5.2] each attempt of a call is a separate activity, aborted if it failed', async () => {
  const { run } = await harness.perform(startRun, { workflow: 'shaky' });
  for (const tries of [1, 2]) {
    await harness.until(run, ({ calls, due }) => shakes === tries && calls === 0 && due !== null);
    harness.clock.advance(10_000);
  }
  await harness.until(run, isOver);
  const tried = 'call: schedule assign(desk) start(desk)';
  expect(await only('shaky')).toEqual([
    `${tried} ate_abort(desk)`,
    `${tried} ate_abort(desk)`,
    `${tried} complete(desk)`,
  ]);
  const [trace] = await traces('shaky');
  expect(trace?.events.map(({ attributes }) => attributes.get('failure')).filter(Boolean)).toEqual([
    'busy',
    'busy',
  ]);
});

test('[F5.2] when a case fails, active work is aborted with it, and begins again when it is reopened', async () => {
  const run = await begin('breaks', isOver);
  expect((await only('breaks')).toSorted()).toEqual([
    'ask: schedule pi_abort',
    'fall: schedule assign(desk) start(desk) ate_abort(desk)',
  ]);
  isMended = true;
  await harness.call(ann, 'runs.reopen', { run });
  await harness.until(run, asks);
  await harness.call(ann, 'items.complete', { item: await itemOf(run), output: { word: 'x' } });
  await harness.until(run, isOver);
  expect((await only('breaks')).toSorted()).toEqual([
    'ask: schedule assign(ann) start(ann) complete(ann)',
    'ask: schedule pi_abort',
    'fall: schedule assign(desk) start(desk) ate_abort(desk)',
    'fall: schedule assign(desk) start(desk) complete(desk)',
  ]);
});

test('[F5.2] a cancelled case aborts active work, and each undo is an activity', async () => {
  const run = await begin('trip', asks);
  await harness.call(bob, 'runs.cancel', { run, undo: true });
  await harness.until(run, isOver);
  expect(await only('trip')).toEqual([
    'flight: schedule assign(desk) start(desk) complete(desk)',
    'agree: schedule pi_abort',
    'undo flight: schedule assign(desk) start(desk) complete(desk)',
  ]);
  expect((await traces('trip'))[0]?.attributes.get('status')).toBe('cancelled');
});

test('[F5.2] while a case is suspended no one works on it', async () => {
  const run = await begin('paper', asks);
  const item = await itemOf(run);
  await harness.call(ann, 'items.hold', { item });
  await harness.call(bob, 'runs.suspend', { run });
  await harness.call(bob, 'runs.resume', { run });
  await harness.call(ann, 'items.complete', { item, output: yes });
  await harness.until(run, isOver);
  expect((await only('paper'))[0]).toBe(
    'review: schedule assign(ann) start(ann) suspend resume(ann) complete(ann)',
  );
});

test('[F5.2] tasks of a part are prefixed with its name, and each member of a list is an activity', async () => {
  await begin('outer', isOver);
  const called = 'schedule assign(desk) start(desk) complete(desk)';
  expect(await only('outer')).toEqual([
    'part: schedule assign start complete',
    `inner/say: ${called}`,
    `many: ${called}`,
    `many: ${called}`,
    'none: autoskip',
  ]);
});

test('[F5.2] a copy contains all events of its journal, and marks those that happened elsewhere', async () => {
  const run = await begin('paper', asks);
  await harness.call(ann, 'items.hold', { item: await itemOf(run) });
  harness.clock.advance(1);
  const { run: fork } = await harness.perform(forkRun, { run, at: 2 }, bob);
  harness.clock.advance(1);
  const document = await harness.perform(exportRun, { run });
  const { run: brought } = await harness.perform(importRun, { document }, bob);
  const read = await traces('paper');
  expect(
    read.map(({ name, attributes }) => [name, attributes.get('copied_by'), attributes.get('copied_from')]),
  ).toEqual([
    [run, undefined, undefined],
    [fork, 'fork', run],
    [brought, 'import', run],
  ]);
  const copied = read.map(({ events }) => events.filter(({ attributes }) => attributes.has('copied')).length);
  expect(copied).toEqual([0, 3, 3]);
});

test('[F5.2] cases that the caller may not see are left out, and an unknown workflow is refused', async () => {
  const run = await begin('paper', asks);
  const strange = await harness.perform(exportXes, { workflow: 'paper' }, stranger);
  expect([strange.cases, strange.text.includes(run)]).toEqual([0, false]);
  logs.push(strange.text);
  expect(await harness.refused(exportXes, { workflow: 'papre' })).toMatchObject({
    code: 'workflow_not_found',
    message: 'The workflow “papre” does not exist. Did you mean “paper”?',
  });
  expect(await harness.refused(exportXes, { workflow: 'paper', cursor: 'x' })).toMatchObject({
    code: 'bad_cursor',
  });
});

test('[F5.2] every log of these tests is valid against the schema', async () => {
  expect(logs.length).toBeGreaterThan(10);
  expect(await schemaErrorsOf(...logs)).toEqual([]);
});
