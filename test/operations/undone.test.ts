/** Work that was undone: what forks may keep of it, and how a run shows it. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { completeItem } from '../../src/operations/items/complete-item.ts';
import { listItems } from '../../src/operations/items/list-items.ts';
import { cancelRun } from '../../src/operations/runs/cancel-run.ts';
import { exportRun } from '../../src/operations/runs/export-run.ts';
import { forkRun } from '../../src/operations/runs/fork-run.ts';
import { getRun } from '../../src/operations/runs/get-run.ts';
import { importRun } from '../../src/operations/runs/import-run.ts';
import { replayRun } from '../../src/operations/runs/replay-run.ts';
import { startRun } from '../../src/operations/runs/start-run.ts';
import { openCall } from '../engine/engine-harness.ts';
import { isOver, type OperationsHarness, openOperationsHarness } from './operations-harness.ts';

const source = `
workflows:
  trip:
    graph:
      flight: { call: book, args: { what: flight }, undo: { call: release, args: { what: flight } } }
      rooms:
        type: parallel
        depends_on: [flight]
        branches:
          hotel: { call: book, args: { what: hotel }, undo: { call: release, args: { what: hotel } } }
          car: { workflow: rent }
      pay: { call: pay, depends_on: [rooms] }
  rent:
    graph:
      car: { call: book, args: { what: car }, undo: { call: release, args: { what: car } } }
  held:
    graph:
      flight: { call: hold, undo: { call: release, args: { what: flight } } }
  insist:
    graph:
      flight: { call: book, args: { what: flight }, undo: { call: release, args: { what: flight } } }
      inner: { workflow: fussy, depends_on: [flight], on_error: { retry: 1, delay: 1000 } }
  fussy:
    graph:
      flight: { call: book, args: { what: seat }, undo: { call: release, args: { what: seat } } }
      check: { call: once, depends_on: [flight] }
`;

const compensated = `
workflows:
  outing:
    graph:
      look: { call: book, args: { what: ticket } }
      both:
        type: parallel
        depends_on: [look]
        branches:
          train: { call: book, args: { what: train } }
          hotel: { workflow: sleep, args: { what: hotel } }
        on_partial_failure: give_back
      pay: { call: pay, depends_on: [both], on_error: { fallback: give_back } }
      give_back:
        type: compensate
        steps:
          - { call: release, args: { what: $train.what }, ignore_error: true }
          - { call: release, args: { what: "mail about $train.what" } }
  later:
    graph:
      train: { call: book, args: { what: train } }
      pay: { call: pay, depends_on: [train], on_error: { retry: 1, delay: 1000, fallback: give_back } }
      give_back: { type: compensate, steps: [{ call: release, args: { what: $train.what } }] }
  sleep:
    params: { what: str }
    graph:
      train: { call: book, args: { what: $what }, on_error: { fallback: give_back } }
      give_back: { type: compensate, steps: [{ call: release, args: { what: $what } }] }
`;

let harness: OperationsHarness;
const held = openCall();
let [hasMoney, refuses, checks] = [false, '', 0];
beforeEach(async () => {
  [hasMoney, refuses, checks] = [false, '', 0];
  harness = await openOperationsHarness(
    { 'trip.yaml': source, 'outing.yaml': compensated },
    {
      book: ({ input }) => ({ kind: 'succeeded', output: input }),
      release: ({ input }) =>
        JSON.stringify(input).includes(refuses === '' ? '?' : refuses)
          ? { kind: 'failed', failure: { code: 'closed', message: 'Closed.' } }
          : { kind: 'succeeded', output: null },
      pay: () =>
        hasMoney
          ? { kind: 'succeeded', output: null }
          : { kind: 'failed', failure: { code: 'broke', message: 'No money.' } },
      hold: held.handler,
      once: () =>
        checks++ === 0
          ? { kind: 'failed', failure: { code: 'fussy', message: 'Again.' } }
          : { kind: 'succeeded', output: null },
    },
  );
});
afterEach(() => harness.close());

async function play(workflow: string) {
  const { run } = await harness.perform(startRun, { workflow });
  await harness.until(run, isOver);
  return harness.perform(getRun, { run });
}

const booked = () =>
  harness.connector.calls.flatMap(({ operation, input }) =>
    operation === 'book' ? [Object(input).what] : [],
  );

/** The last event before the run paid. */
const beforePay = async (run: string): Promise<number> => {
  for (let at = 1; ; at++) {
    const { tasks } = await harness.perform(replayRun, { run, at });
    if (tasks['pay'] === 'under way') return at;
  }
};

test('[O2.3] a run names the tasks that were undone, in branches and called workflows too; before the undo it names none', async () => {
  const { run, undone, partial, failure } = await play('trip');
  expect([...undone].sort()).toEqual(['flight', 'hotel', 'rent/car']);
  expect(Object.keys(partial ?? {})).toContain('flight');
  expect(failure).toMatchObject({ task: 'pay' });
  expect(await harness.perform(replayRun, { run, at: await beforePay(run) })).toMatchObject({ undone: [] });
});

test('[O2.3] a task is named only while its last work is undone, and apart from one with its name elsewhere', async () => {
  const { run } = await harness.perform(startRun, { workflow: 'insist' });
  await harness.until(run, ({ due }) => due !== null);
  expect(await harness.perform(getRun, { run })).toMatchObject({ undone: ['fussy/flight'] });
  harness.clock.advance(1_000);
  await harness.until(run, isOver);
  expect(await harness.perform(getRun, { run })).toMatchObject({ status: 'completed', undone: [] });
  expect(booked()).toEqual(['flight', 'seat', 'seat']);
});

test('[R7.3] a fork keeps no work that was undone: the refusal names the event from which the fork does it again', async () => {
  const { run } = await play('trip');
  const at = await beforePay(run);
  const refused = await harness.refused(forkRun, { run, at });
  expect(refused).toMatchObject({ code: 'undo_begun', context: { run, at, forkAt: 1 } });
  expect(await harness.refused(forkRun, { run, at: at + 2 })).toMatchObject({
    code: 'undo_begun',
    message: expect.stringContaining('was already ending'),
  });
  expect(refused.message).toMatch(/“flight”.*“hotel”|“hotel”.*“flight”/);
  hasMoney = true;
  const fork = await harness.perform(forkRun, { run, at: 1 });
  await harness.until(fork.run, isOver);
  expect(await harness.perform(getRun, { run: fork.run })).toMatchObject({ status: 'completed', undone: [] });
  expect(booked().slice(3)).toHaveLength(3);
});

test('[R7.3] work whose undo failed still stands: a fork keeps it', async () => {
  refuses = 'flight';
  const { run, undone, failure } = await play('trip');
  expect([...undone].sort()).toEqual(['hotel', 'rent/car']);
  expect(failure).toMatchObject({ task: 'pay' });
  const refused = await harness.refused(forkRun, { run, at: await beforePay(run) });
  const { forkAt } = Object(refused.context);
  expect(forkAt).toBeGreaterThan(1);
  hasMoney = true;
  const fork = await harness.perform(forkRun, { run, at: forkAt });
  await harness.until(fork.run, isOver);
  expect(booked().filter((what) => what === 'flight')).toHaveLength(1);
  // A run that shares it undoes it, because the first could not.
  const other = await harness.perform(forkRun, { run, at: forkAt, suspended: true });
  refuses = '';
  await harness.perform(cancelRun, { run: other.run, undo: true });
  await harness.until(other.run, isOver);
  const released = harness.connector.calls.filter(
    ({ operation, run: by }) => operation === 'release' && by === other.run,
  );
  expect(released).toMatchObject([{ input: { what: 'flight' } }]);
});

test('[R7.3] work that another fork has undone is undone for all', async () => {
  hasMoney = true;
  const { run } = await play('trip');
  const at = await beforePay(run);
  const first = await harness.perform(forkRun, { run, at, suspended: true });
  await harness.perform(cancelRun, { run: first.run, undo: true });
  await harness.until(first.run, isOver);
  expect(await harness.refused(forkRun, { run, at })).toMatchObject({
    code: 'undo_begun',
    context: { forkAt: 1 },
  });
  expect(await harness.refused(forkRun, { run: first.run, at })).toMatchObject({ code: 'undo_begun' });
});

test('[R7.3] an imported run has undone what its journal says', async () => {
  const { run } = await play('trip');
  const document = await harness.perform(exportRun, { run });
  const copy = await harness.perform(importRun, { document });
  expect(await harness.refused(forkRun, { run: copy.run, at: await beforePay(copy.run) })).toMatchObject({
    code: 'undo_begun',
    context: { forkAt: 1 },
  });
});

test('[O2.3][R7.3] the calls whose outputs a completed compensation used are undone, too', async () => {
  const { run, undone, failure } = await play('outing');
  expect(undone).toEqual(['train']);
  expect(failure).toMatchObject({ task: 'pay' });
  const at = await beforePay(run);
  expect(await harness.perform(replayRun, { run, at })).toMatchObject({ undone: [] });
  const refused = await harness.refused(forkRun, { run, at });
  expect(refused).toMatchObject({ code: 'undo_begun', context: { undone: '“train”' } });
  const { forkAt } = Object(refused.context);
  hasMoney = true;
  const fork = await harness.perform(forkRun, { run, at: forkAt });
  await harness.until(fork.run, isOver);
  expect(await harness.perform(getRun, { run: fork.run })).toMatchObject({ status: 'completed', undone: [] });
  expect(booked().filter((what) => what === 'ticket')).toHaveLength(1);
  expect(booked().filter((what) => what === 'train')).toHaveLength(2);
});

test('[R7.3] a compensation whose step failed has undone nothing', async () => {
  refuses = 'train';
  const { run, undone } = await play('outing');
  expect(undone).toEqual([]);
  const at = await beforePay(run);
  const fork = await harness.perform(forkRun, { run, at, suspended: true });
  expect(fork.run).not.toBe(run);
});

test('[R7.3] work that a fork has compensated is not kept by a fork of it', async () => {
  hasMoney = true;
  const { run } = await play('outing');
  const at = await beforePay(run);
  hasMoney = false;
  const first = await harness.perform(forkRun, { run, at });
  await harness.until(first.run, isOver);
  expect(await harness.perform(getRun, { run: first.run })).toMatchObject({ undone: ['train'] });
  expect(await harness.refused(forkRun, { run: first.run, at })).toMatchObject({ code: 'undo_begun' });
});

test('[R7.3] work that the original has compensated after its fork is not kept by a fork of the fork', async () => {
  const { run } = await harness.perform(startRun, { workflow: 'later' });
  await harness.until(run, ({ due }) => due !== null);
  const at = await beforePay(run);
  const first = await harness.perform(forkRun, { run, at, suspended: true });
  harness.clock.advance(1_000);
  await harness.until(run, isOver);
  expect(await harness.perform(getRun, { run })).toMatchObject({ status: 'failed', undone: ['train'] });
  expect(await harness.refused(forkRun, { run: first.run, at })).toMatchObject({
    code: 'undo_begun',
    context: { undone: '“train”' },
  });
});

test('[K8.4] a call that was cancelled cannot be made again: the refusal says which verdicts can be given', async () => {
  const { run } = await harness.perform(startRun, { workflow: 'held' });
  await harness.until(run, ({ calls }) => calls > 0);
  await harness.perform(cancelRun, { run });
  held.answer({ kind: 'unknown' });
  await harness.until(run, ({ items }) => items > 0);
  const [{ item = '' } = {}] = (await harness.perform(listItems, { run })).items;
  expect(await harness.refused(completeItem, { item, output: { verdict: 'retry' } })).toMatchObject({
    code: 'verdict_required',
    suggestedAction: 'Answer it with the verdict “succeeded” or “failed”.',
  });
  await harness.perform(completeItem, { item, output: { verdict: 'succeeded', output: null } });
  await harness.until(run, isOver);
  expect(harness.connector.calls.map(({ operation }) => operation)).toEqual(['hold', 'release']);
});
