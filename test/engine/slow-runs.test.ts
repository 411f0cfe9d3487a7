/** Runs whose queries are computed elsewhere, and take as long as the test decides. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { linkForPlay, playEvent } from '../../src/operations/jobs/play-event.ts';
import { createEvaluators } from '../../src/operations/language-lists/languages.ts';
import {
  createConnectors,
  createMemoryStore,
  type ElsewherePlayed,
  type Engine,
  type EngineLimits,
  openEngine,
  type PinnedWorkflow,
  QueryResults,
  type RunRecord,
  type Store,
} from '../../src/runtime/index.ts';
import { createFakeClock } from '../../src/testing/index.ts';
import { readPlan } from '../yawl/play-specification.ts';
import { done } from './engine-harness.ts';

/** Opens the way for jobs of a tenant. */
class Gate {
  #open = () => {};
  readonly #opened: Promise<void>;

  constructor() {
    this.#opened = new Promise((resolve) => {
      this.#open = resolve;
    });
  }

  open(): void {
    this.#open();
  }

  pass(): Promise<void> {
    return this.#opened;
  }
}

const engines: Engine[] = [];
let store: Store;
let gates: Map<string, Gate>;
let plays: number;

beforeEach(() => {
  store = createMemoryStore();
  gates = new Map();
  plays = 0;
});

afterEach(async () => {
  for (const gate of gates.values()) gate.open();
  for (const engine of engines.splice(0)) await engine.stop();
  await store.close();
});

async function open(limits: Partial<EngineLimits> = {}): Promise<Engine> {
  const results = new QueryResults();
  const elsewhere: ElsewherePlayed = {
    results,
    async play({ tenant }, { program, ...event }) {
      plays += 1;
      await gates.get(tenant)?.pass();
      return playEvent(event, linkForPlay(program));
    },
  };
  const engine = await openEngine({
    store,
    clock: createFakeClock(0),
    connectors: createConnectors({ configured: [], own: [] }, () => undefined),
    evaluators: createEvaluators(results),
    elsewhere,
    limits,
  });
  engines.push(engine);
  return engine;
}

const closeFor = (tenant: string): Gate => {
  const gate = new Gate();
  gates.set(tenant, gate);
  return gate;
};

const chosen: PinnedWorkflow = (() => {
  const { workflows, violations } = readPlan({
    nets: [
      {
        id: 'N',
        inputs: { x: 'integer', note: 'string' },
        begin: ['A'],
        tasks: {
          A: {
            does: null,
            split: 'xor',
            to: [
              { to: 'High', when: 'string-length(/N/note) + /N/x > 5', order: 1 },
              { to: 'Low', otherwise: true },
            ],
          },
          High: { to: ['o'] },
          Low: { to: ['o'] },
        },
      },
    ],
  });
  const program = workflows[0]?.program;
  if (program == null) throw new Error(violations.map(({ message }) => message).join(' '));
  return { language: 'yawl', name: 'chosen', version: '1', source: '', revision: 'one', program };
})();

const begin = async (engine: Engine, tenant: string, x: number, key?: string): Promise<RunRecord> =>
  done(
    await engine.start({
      tenant,
      by: 'ann',
      workflow: chosen,
      input: { x, note: '' },
      ...(key === undefined ? {} : { repeatable: { operation: 'runs.start', key, input: String(x) } }),
    }),
  );

const offered = async (tenant: string): Promise<readonly string[]> =>
  (await store.items.search(tenant, {}, { limit: 10 })).map(({ task }) => task);

test('[R4.4][Y4.6] a run whose query takes long delays no other run, and continues when it is computed', async () => {
  const engine = await open();
  const gate = closeFor('slow');
  let isStarted = false;
  const slow = begin(engine, 'slow', 9).finally(() => {
    isStarted = true;
  });
  for (const x of [1, 2, 3]) await begin(engine, 'quick', x);
  await begin(engine, 'quick', 7);
  expect(isStarted).toBe(false);
  expect(await offered('slow')).toEqual([]);
  gate.open();
  expect((await slow).status).toBe('running');
  expect(await offered('slow')).toEqual(['High']);
  expect((await offered('quick')).toSorted()).toEqual(['High', 'Low', 'Low', 'Low']);
});

test('[R4.4][R2.3] a request that is repeated while its run takes long is performed once', async () => {
  const engine = await open();
  const gate = closeFor('slow');
  const both = [begin(engine, 'slow', 9, 'key-1'), begin(engine, 'slow', 9, 'key-1')];
  await begin(engine, 'quick', 1, 'key-1');
  gate.open();
  const [first, second] = await Promise.all(both);
  expect(second?.id).toBe(first?.id);
  expect(await offered('slow')).toEqual(['High']);
});

test('[R4.4][R4.2] runs that take long count as waiting requests of their tenant', async () => {
  const engine = await open({ queuedPerTenant: 2 });
  const gate = closeFor('slow');
  const slow = [begin(engine, 'slow', 9), begin(engine, 'slow', 9)];
  await begin(engine, 'quick', 1);
  const input = { x: 1, note: '' };
  const refused = await engine.start({ tenant: 'slow', by: 'ann', workflow: chosen, input });
  expect(refused).toMatchObject({ kind: 'overloaded' });
  gate.open();
  expect(await Promise.all(slow)).toHaveLength(2);
});

test('[R4.4] an engine that stops writes the runs that take long', async () => {
  const engine = await open();
  const gate = closeFor('slow');
  const slow = begin(engine, 'slow', 9);
  await begin(engine, 'quick', 1);
  const stopped = engine.stop();
  gate.open();
  await stopped;
  expect((await slow).status).toBe('running');
  expect(await offered('slow')).toEqual(['High']);
});

test('[Y4.6] the results of queries are remembered: a state is replayed without computing them again', async () => {
  const engine = await open();
  const run = await begin(engine, 'quick', 1);
  const before = plays;
  expect(before).toBe(1);
  expect((await engine.open('quick', run.id, 1))?.state.status).toBe('running');
  await begin(engine, 'quick', 1);
  expect(plays).toBe(before);
  // Another process knows nothing of them.
  const other = await open();
  expect((await other.open('quick', run.id, 1))?.state).toEqual(
    (await engine.open('quick', run.id, 1))?.state,
  );
  expect(plays).toBe(before + 1);
});

test('[Y4.6] large values that a query needs are fetched', async () => {
  const engine = await open();
  const note = 'long '.repeat(10_000);
  const answer = await engine.start({ tenant: 'quick', by: 'ann', workflow: chosen, input: { x: 1, note } });
  const run = done(answer);
  expect(await offered('quick')).toEqual(['High']);
  const other = await open();
  expect((await other.open('quick', run.id))?.state.status).toBe('running');
  expect(await offered('quick')).toEqual(['High']);
});

test('[R4.4] what waits behind a run that takes long sees its result', async () => {
  const engine = await open();
  const run = await begin(engine, 'slow', 9);
  const [item] = await store.items.search('slow', {}, { limit: 10 });
  // A new process has to replay the run, which takes as long as the test decides.
  const other = await open();
  const gate = closeFor('slow');
  const { instance = 0 } = item ?? {};
  const request = { tenant: 'slow', by: 'ann', run: run.id };
  const held = other.submitEvent({ ...request, eventInput: { kind: 'itemHeld', instance }, lease: 1_000 });
  await begin(other, 'quick', 1);
  const released = other.submitEvent({ ...request, eventInput: { kind: 'itemReleased', instance } });
  await begin(other, 'quick', 2);
  gate.open();
  expect([(await held).kind, (await released).kind]).toEqual(['done', 'done']);
  expect(await store.items.search('slow', {}, { limit: 10 })).toMatchObject([
    { state: 'offered', holder: '' },
  ]);
});
