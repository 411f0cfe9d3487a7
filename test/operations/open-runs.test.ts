/** Runs are read far more often than they change: these tests count the reads. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { completeItem } from '../../src/operations/items/complete-item.ts';
import { getItem } from '../../src/operations/items/get-item.ts';
import { evaluators } from '../../src/operations/language-lists/languages.ts';
import { purgeRuns } from '../../src/operations/retention/purge-runs.ts';
import { getRun } from '../../src/operations/runs/get-run.ts';
import { startRun } from '../../src/operations/runs/start-run.ts';
import { type Engine, openEngine } from '../../src/runtime/index.ts';
import {
  ann,
  isOver,
  isWaiting,
  type OperationsHarness,
  openOperationsHarness,
} from './operations-harness.ts';

const text = `
workflows:
  ask:
    params: { who: { type: str, required: true } }
    graph:
      question: { type: yield, message: "Who comes, $who?", expects: { name: str, when: date } }
      tell: { call: echo, depends_on: [question], args: { name: $question.name } }
    result: $tell.name
`;

let harness: OperationsHarness;
/** A fresh engine over the same store. */
let fresh: Engine;
let reads: string[] = [];

beforeEach(async () => {
  harness = await openOperationsHarness({ 'ask.yaml': text });
  const { store, clock, connectors } = harness.services;
  const note = <Arguments extends unknown[], Result>(what: string, act: (...given: Arguments) => Result) => {
    return (...given: Arguments): Result => {
      reads.push(what);
      return act(...given);
    };
  };
  const counting = {
    ...store,
    runs: { ...store.runs, find: note('row', store.runs.find) },
    journals: {
      ...store.journals,
      read: note('journal', store.journals.read),
      snapshot: note('snapshot', store.journals.snapshot),
    },
  };
  fresh = await openEngine({ store: counting, clock, connectors, evaluators, isQuiet: true });
  reads = [];
});
afterEach(async () => {
  await fresh.stop();
  await harness.close();
});

const start = async () => {
  const { run } = await harness.perform(startRun, { workflow: 'ask', params: { who: 'Ann' } });
  await harness.until(run, isWaiting);
  return run;
};

const end = async (run: string) => {
  const output = { name: 'Bob', when: '2026-01-15' };
  await harness.perform(completeItem, { item: `${run}.2`, output });
  await harness.until(run, isOver);
};

test('[O2.1] an idle run is replayed once, and again only when it has changed', async () => {
  const run = await start();
  const waiting = await fresh.open('acme', run);
  expect(reads).toEqual(['row', 'snapshot', 'journal']);
  reads = [];
  expect(await fresh.open('acme', run)).toEqual(waiting);
  expect(reads).toEqual(['row']);
  await end(run);
  const ended = await fresh.open('acme', run);
  expect(ended).toMatchObject({ record: { status: 'completed' }, state: { status: 'completed' } });
  reads = [];
  expect(await fresh.open('acme', run)).toEqual(ended);
  expect(reads).toEqual(['row']);
  expect(await fresh.open('acme', run, 1)).toMatchObject({
    record: ended?.record,
    state: { status: 'running' },
  });
});

test('[O2.1] the engine that ended a run still knows it, but not after a purge', async () => {
  const run = await start();
  await end(run);
  expect(await harness.perform(getRun, { run })).toMatchObject({ status: 'completed', output: 'Bob' });
  harness.clock.advance(1_000);
  await harness.perform(purgeRuns, { olderThan: '0s' });
  expect(await harness.refused(getRun, { run })).toMatchObject({ code: 'run_not_found' });
  expect(await fresh.open('acme', run)).toBeUndefined();
});

test('[P4.1] a run contains everything that is needed to answer its question, as its work item does', async () => {
  const run = await start();
  const [wait] = (await harness.perform(getRun, { run })).waitingFor;
  if (wait?.kind !== 'item') throw new Error('It waits for nobody.');
  const view = await harness.perform(getItem, { item: wait.item });
  const { run: _run, workflow, input, state, paused, leaseUntil, createdAt, updatedAt, ...asked } = view;
  expect(wait).toEqual({ kind: 'item', ...asked });
  expect(asked.expects.map(({ name }) => name)).toEqual(['name', 'when']);
  const foreign = await harness.services.engine.open(ann.tenant, 'nobody');
  expect(foreign).toBeUndefined();
});
