/**
 * Several concurrent callers, in any order: every result is in the journal, and the journal replays to the stored
 * state.
 */
import { expect, test } from 'vitest';
import { link, type RunState } from '../../src/kernel/index.ts';
import { graphLanguage } from '../../src/languages/graph/index.ts';
import {
  createMemoryStore,
  type Engine,
  type EventInput,
  projectRecord,
  type RunRecord,
  type Store,
} from '../../src/runtime/index.ts';
import { createFakeClock, createRandom, failed, type Random, succeeded } from '../../src/testing/index.ts';
import { done, openEngineHarness, openFile, settle, start, tenant, workflow } from './engine-harness.ts';

const flows = [
  workflow(`
ask: { type: yield, message: Well?, expects: { yes: bool } }
choose: { type: branch, depends_on: [ask], on: [{ when: $ask.yes, goto: go }, { default: end }] }
go: { call: work, args: { n: 1 }, on_error: { retry: 2, delay: 50 } }
last: { type: yield, depends_on: [go], message: And now?, expects: { yes: bool } }
`),
  workflow(`
both:
  type: parallel
  branches:
    left: { call: work, args: { n: 1 }, undo: { call: work, args: { n: 9 } } }
    right: { type: yield, message: Right?, expects: { yes: bool } }
after: { call: work, depends_on: [both], args: { n: 2 }, timeout: 500 }
`),
  workflow(`
all: { type: foreach, items: "range(0, 6)", as: n, concurrency: 3, step: { call: work, args: { n: $n } } }
nap: { wait: 100, depends_on: [all] }
ask: { type: yield, depends_on: [nap], message: Done?, expects: { yes: bool } }
`),
];

const people = ['ann', 'bob', 'eve'];

interface EngineFixture {
  readonly engine: Engine;
  readonly store: Store;
  readonly random: Random;
  readonly runs: RunRecord[];
}

/** A possible action of a user on a run, sensible or not. */
async function act({ engine, store, random, runs }: EngineFixture): Promise<void> {
  const run = random.pick(runs);
  const by = random.pick(people);
  const { state } = (await engine.open(tenant, run.id)) ?? {};
  const ids = (state?.instances ?? []).map(({ id }) => id);
  const instance = random.chance(0.9) && ids.length > 0 ? random.pick(ids) : random.int(20);
  const eventInput = random.weighted<EventInput>([
    [3, { kind: 'itemHeld', instance }],
    [2, { kind: 'itemReleased', instance }],
    [5, { kind: 'itemCompleted', instance, output: { value: { yes: random.chance(0.7) } } }],
    [1, { kind: 'itemDelegated', instance, to: random.pick(people) }],
    [1, { kind: 'itemSkipped', instance }],
    [1, { kind: 'itemFailed', instance, failure: { code: 'no', message: 'No.' } }],
    [1, { kind: 'suspended' }],
    [2, { kind: 'resumed' }],
    [1, { kind: 'signalled', name: 'x', payload: { value: 'y'.repeat(random.int(40_000)) } }],
    [0.3, { kind: 'cancelRequested', undo: random.chance(0.5) }],
    [1, { kind: 'reopened' }],
  ]);
  const key = random.int(40);
  const repeatable = { operation: 'tell', key: String(key), input: String(key) };
  const before = await store.runs.find(tenant, run.id);
  const answer = await engine.submitEvent({
    tenant,
    by,
    run: run.id,
    eventInput,
    lease: random.chance(0.5) ? 100 : null,
    ...(random.chance(0.1) ? { repeatable } : {}),
  });
  if (answer.kind === 'done' && !answer.repeated && answer.run.id === run.id) {
    expect(answer.run.seq).toBeGreaterThan(before?.seq ?? 0);
  }
}

async function replayed(store: Store, { id }: RunRecord, flow: (typeof flows)[number]): Promise<RunState> {
  const contents = new Map<string, string>();
  const entries = await store.journals.read(tenant, id, 0, 100_000);
  for (const hash of JSON.stringify(entries).match(/[0-9a-f]{64}/g) ?? []) {
    contents.set(hash, (await store.contents.find(tenant, 'payload', hash)) ?? '');
  }
  const resolve = (hash: string) => JSON.parse(contents.get(hash) ?? '');
  const linked = link(flow.program, { evaluators: graphLanguage.evaluators, resolve });
  if (linked.kind === 'problems') throw new Error('cannot be linked');
  expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, at) => at + 1));
  return linked.machine.replay(entries.map(({ event }) => event));
}

async function play(store: Store, seed: number, steps: number): Promise<void> {
  const random = createRandom(seed);
  const clock = createFakeClock(start);
  const open: (() => void)[] = [];
  const harness = await openEngineHarness({
    store,
    clock,
    concurrency: 4,
    limits: { loadedRuns: 3 },
    handlers: {
      work: ({ input }) =>
        new Promise((resolve) => {
          const outcome = random.weighted([
            [6, succeeded(input)],
            [2, failed('busy', 'Busy.')],
            [1, { kind: 'unknown' } as const],
          ]);
          open.push(() => resolve(outcome));
        }),
    },
  });
  const runs: RunRecord[] = [];
  const chosen = new Map<string, (typeof flows)[number]>();
  for (let at = 0; at < 6; at++) {
    const flow = random.pick(flows);
    const run = done(await harness.engine.start({ tenant, by: 'ann', workflow: flow, input: {} }));
    runs.push(run);
    chosen.set(run.id, flow);
  }
  const fixture = { ...harness, random, runs };
  for (let step = 0; step < steps; step++) {
    const acts = Array.from({ length: random.between(1, 4) }, () => act(fixture));
    for (let at = random.int(3); at > 0; at--) open.splice(random.int(open.length), 1)[0]?.();
    if (random.chance(0.4)) clock.advance(random.int(120));
    await Promise.all(acts);
  }
  await settle();
  expect(harness.incidents).toEqual([]);
  for (const run of runs) {
    const flow = chosen.get(run.id) ?? flows[0];
    const opened = await harness.engine.open(tenant, run.id);
    if (opened === undefined || flow === undefined) throw new Error('a run is missing');
    const state = await replayed(store, run, flow);
    expect(opened.state).toEqual(state);
    const record = await store.runs.find(tenant, run.id);
    expect(record).toEqual(opened.record);
    const items = await store.items.search(
      tenant,
      { run: run.id, states: ['offered', 'held'] },
      { limit: 100 },
    );
    // The data besides the journal follows from it.
    expect(projectRecord(opened.record, opened.record.seq, state, items.length)).toEqual(record);
    const offered = state.instances.filter(({ phase }) =>
      ['open', 'offered', 'held', 'doubt'].includes(phase),
    );
    const isOpen = state.status === 'running';
    expect(items.map(({ instance }) => instance).toSorted()).toEqual(
      isOpen ? offered.map(({ id }) => id).toSorted() : [],
    );
    for (const item of items) {
      const holder = offered.find(({ id }) => id === item.instance)?.holder;
      expect([item.holder, item.state]).toEqual([holder, holder === '' ? 'offered' : 'held']);
    }
  }
  await harness.engine.stop();
}

const rounds = process.env['SIGNALBOX_LONG'] === '1' ? 300 : 25;

test(`[R2.2] any interleaving of requests results in a journal that replays to the stored state (seeds 1 to ${rounds})`, async () => {
  for (let seed = 1; seed <= rounds; seed++) await play(createMemoryStore(), seed, 40);
});

test('[R2.2] also in a file (seeds 501 to 505)', async () => {
  for (let seed = 501; seed <= 505; seed++) {
    const file = await openFile();
    const store = await file.open();
    await play(store, seed, 40);
    await store.close();
    await file.remove();
  }
});
