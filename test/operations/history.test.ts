import { afterEach, beforeEach, expect, test } from 'vitest';
import { canonicalJson } from '../../src/operations/contract/canonical-json.ts';
import { completeItem } from '../../src/operations/items/complete-item.ts';
import { delegateItem } from '../../src/operations/items/delegate-item.ts';
import { holdItem } from '../../src/operations/items/hold-item.ts';
import { listItems } from '../../src/operations/items/list-items.ts';
import { compareRuns } from '../../src/operations/runs/compare-runs.ts';
import { exportRun } from '../../src/operations/runs/export-run.ts';
import { forkRun } from '../../src/operations/runs/fork-run.ts';
import { getRun } from '../../src/operations/runs/get-run.ts';
import { graphOfRun } from '../../src/operations/runs/graph-of-run.ts';
import { importRun } from '../../src/operations/runs/import-run.ts';
import { listRuns } from '../../src/operations/runs/list-runs.ts';
import { reopenRun } from '../../src/operations/runs/reopen-run.ts';
import { replayRun } from '../../src/operations/runs/replay-run.ts';
import { resumeRun } from '../../src/operations/runs/resume-run.ts';
import { digestOf, type RunDocument } from '../../src/operations/runs/run-document.ts';
import { runHistory } from '../../src/operations/runs/run-history.ts';
import { signalRun } from '../../src/operations/runs/signal-run.ts';
import { simulateRun } from '../../src/operations/runs/simulate-run.ts';
import { startRun } from '../../src/operations/runs/start-run.ts';
import { suspendRun } from '../../src/operations/runs/suspend-run.ts';
import {
  ann,
  bob,
  isOver,
  type OperationsHarness,
  openOperationsHarness,
  robot,
} from './operations-harness.ts';

const trip = `
workflows:
  trip:
    params: { city: str }
    graph:
      search: { call: search, args: { city: $city }, output: hotels }
      choose: { type: yield, depends_on: [search], message: Which?, expects: { hotel: str } }
      book: { call: echo, depends_on: [choose], args: { hotel: $choose.hotel }, output: booked }
      agree: { type: yield, depends_on: [book], message: "Really $booked.hotel?", expects: { yes: bool } }
      pay: { call: echo, depends_on: [agree], args: { paid: $agree.yes } }
    result: { hotel: $booked.hotel, hotels: $hotels, paid: $pay.paid }
`;

const large = 'x'.repeat(40_000);

let harness: OperationsHarness;
beforeEach(async () => {
  harness = await openOperationsHarness(
    { 'trip.yaml': trip },
    { search: () => ({ kind: 'succeeded', output: [{ name: 'Ritz', about: large }, { name: 'Inn' }] }) },
  );
});
afterEach(() => harness.close());

const answer = async (run: string, output: object) => {
  await harness.until(run, ({ items }) => items > 0);
  const { items } = await harness.perform(listItems, { run });
  const before = await harness.until(run, () => true);
  await harness.perform(completeItem, { item: items[0]?.item, output });
  await harness.until(run, ({ seq }) => seq > before.seq);
};

const begin = async (city = 'Paris'): Promise<string> => {
  const { run } = await harness.perform(startRun, { workflow: 'trip', params: { city } });
  await harness.until(run, ({ items }) => items > 0);
  return run;
};

const complete = async (run: string, hotel = 'Ritz'): Promise<number> => {
  await answer(run, { hotel });
  await answer(run, { yes: true });
  const { seq } = await harness.until(run, isOver);
  return seq;
};

/** The event of a given kind. */
const eventOf = async (run: string, event: string, nth = 0): Promise<number> => {
  const { entries } = await harness.perform(runHistory, { run, limit: 500 });
  return entries.filter((each) => each.event === event)[nth]?.seq ?? 0;
};

test('[O2.2] the history of a run lists its events in order, as text and on request as journal entries, in pages', async () => {
  const run = await begin();
  const seq = await complete(run);
  const history = await harness.perform(runHistory, { run });
  expect(history.entries.map((entry) => entry.seq)).toEqual(Array.from({ length: seq }, (_, at) => at + 1));
  expect(history.next).toBeNull();
  expect(history.entries[0]).toMatchObject({ event: 'started', by: 'ann' });
  const lines = history.entries.flatMap((entry) => entry.lines).join('\n');
  expect(lines).toContain('started with {"city":"Paris"}');
  expect(lines).toContain('book calls echo {"hotel":"Ritz"}');
  expect(lines).toContain('agree got {"yes":true} from ann');
  expect(lines).toContain('completed with');
  const page = await harness.perform(runHistory, { run, after: 2, limit: 2, raw: true });
  expect(page.entries.map((entry) => entry.seq)).toEqual([3, 4]);
  expect(page.next).toBe(4);
  expect(page.entries[0]?.raw?.event.kind).toBe(page.entries[0]?.event);
  expect(page.entries[0]?.lines).toEqual(history.entries[2]?.lines);
  expect((await harness.perform(runHistory, { run, after: 0 })).entries).toEqual(history.entries);
  const beyond = await harness.perform(runHistory, { run, after: 1_000 });
  expect(beyond).toMatchObject({ entries: [], next: null });
});

const list = `
workflows:
  list:
    params: { who: list }
    graph:
      ask: { type: yield, message: Go? }
      each:
        type: foreach
        depends_on: [ask]
        items: $who
        as: person
        concurrency: 1
        step: { call: greet, args: { person: $person } }
`;

test('[O2.2] the history also reports what people did to the run and its items, and a reopened list keeps its positions', async () => {
  let broken = true;
  const other = await openOperationsHarness(
    { 'list.yaml': list },
    {
      greet: ({ input }) =>
        broken && canonicalJson(input).includes('bob')
          ? { kind: 'failed', failure: { code: 'shy', message: 'No.' } }
          : { kind: 'succeeded', output: input },
    },
  );
  try {
    const who = ['ann', 'bob', 'cy'];
    const { run } = await other.perform(startRun, { workflow: 'list', params: { who } });
    const [{ item } = { item: '' }] = (await other.perform(listItems, { run })).items;
    await other.perform(holdItem, { item });
    await other.perform(delegateItem, { item, to: 'bob' });
    await other.perform(suspendRun, { run });
    await other.perform(signalRun, { run, name: 'hey', payload: 3 });
    await other.perform(resumeRun, { run });
    await other.perform(completeItem, { item, output: 1 }, bob);
    await other.until(run, isOver);
    expect((await other.perform(graphOfRun, { run })).states).toEqual({ ask: 'done', each: 'failed' });
    broken = false;
    await other.perform(reopenRun, { run });
    const { seq } = await other.until(run, isOver);
    const history = await other.perform(runHistory, { run });
    const descriptions = history.entries.flatMap(({ lines }) =>
      lines.map((line) => line.replace(/^\S+ s +/, '')),
    );
    expect(descriptions).toEqual([
      'started with {"who":["ann","bob","cy"]}',
      'ask asks {"message":"Go?"}',
      'ask held by ann',
      'ask delegated to bob by ann',
      'suspended by ann',
      'got the signal hey 3 by ann',
      'resumed by ann',
      'ask got 1 from bob',
      'each started',
      'each #1 calls greet {"person":"ann"}',
      'each #1 got {"person":"ann"}',
      'each #2 calls greet {"person":"bob"}',
      'each #2 failed (shy): No.',
      'failed (shy): No.',
      'reopened by ann',
      'each #2 calls greet {"person":"bob"}',
      'each #2 got {"person":"bob"}',
      'each #3 calls greet {"person":"cy"}',
      'each #3 got {"person":"cy"}',
      'each completed',
      'completed with [{"person":"ann"},{"person":"bob"},{"person":"cy"}]',
    ]);
    const states = await Promise.all(
      [seq - 1, seq].map(async (at) => (await other.perform(graphOfRun, { run, at })).states['each']),
    );
    expect(states).toEqual(['under way', 'done']);
  } finally {
    await other.close();
  }
});

test('[O2.2] a run is drawn with the progress of its nodes, now and after any event', async () => {
  const run = await begin();
  const asked = await harness.perform(graphOfRun, { run });
  expect(asked.states).toEqual({ search: 'done', choose: 'under way' });
  expect(asked.drawing).toMatch(/✓.*search/);
  await complete(run);
  const { states } = await harness.perform(graphOfRun, { run, format: 'svg' });
  expect(new Set(Object.values(states))).toEqual(new Set(['done']));
  expect((await harness.perform(graphOfRun, { run, at: 1 })).states).toEqual({ search: 'under way' });
  expect(JSON.parse((await harness.perform(graphOfRun, { run, format: 'json' })).drawing)).toMatchObject({
    title: 'trip',
  });
  expect(await harness.refused(graphOfRun, { run, at: 1_000 })).toMatchObject({ code: 'event_not_found' });
});

test('[O2.2] a run is shown as it was after each of its events', async () => {
  const run = await begin();
  const views = [await harness.perform(getRun, { run })];
  await answer(run, { hotel: 'Inn' });
  await harness.until(run, ({ items }) => items > 0);
  views.push(await harness.perform(getRun, { run }));
  await answer(run, { yes: false });
  await harness.until(run, isOver);
  views.push(await harness.perform(getRun, { run }));
  for (const view of views) {
    const { variables, tasks, events, ...replayed } = await harness.perform(replayRun, { run, at: view.seq });
    const { variables: shown = {}, ...others } = view;
    expect(replayed).toEqual(others);
    expect(variables).toMatchObject(shown);
    expect(events).toBe(views.at(-1)?.seq);
  }
  const then = await harness.perform(replayRun, { run, at: views[0]?.seq });
  expect(then.variables).toEqual({
    city: 'Paris',
    hotels: [{ name: 'Ritz', about: large }, { name: 'Inn' }],
  });
  expect(then.tasks).toEqual({ search: 'done', choose: 'under way' });
  expect(await harness.refused(replayRun, { run, at: 0 })).toMatchObject({ code: 'invalid_input' });
  expect(await harness.refused(replayRun, { run, at: 1_000 })).toMatchObject({ code: 'event_not_found' });
});

test('[R7.1] a fork continues when a person has given every approval of the shared events again', async () => {
  const run = await begin();
  const seq = await complete(run);
  const at = await eventOf(run, 'itemCompleted', 1);
  const fork = await harness.perform(forkRun, { run, at }, robot);
  expect(fork).toMatchObject({
    state: 'suspended',
    startedBy: 'robot',
    origin: { kind: 'fork', run, at },
    waitingFor: [
      { kind: 'item', reason: 'approval', task: 'choose', message: expect.stringContaining('Which?') },
      { kind: 'item', reason: 'approval', task: 'agree', message: expect.stringContaining('Really Ritz?') },
    ],
  });
  const calls = harness.connector.calls.length;
  expect(await harness.refused(resumeRun, { run: fork.run })).toMatchObject({ code: 'approvals_missing' });
  const [first, second] = (await harness.perform(listItems, { run: fork.run })).items.map(({ item }) => item);
  expect(
    await harness.refused(completeItem, { item: first, output: { approved: true } }, robot),
  ).toMatchObject({
    code: 'person_required',
  });
  expect(await harness.refused(completeItem, { item: first, output: { approved: false } })).toMatchObject({
    code: 'answer_refused',
  });
  expect(await harness.refused(holdItem, { item: first })).toMatchObject({ code: 'approval_only' });
  await harness.perform(completeItem, { item: first, output: { approved: true } });
  expect(await harness.perform(getRun, { run: fork.run })).toMatchObject({ state: 'suspended' });
  expect(await harness.refused(completeItem, { item: first, output: { approved: true } })).toMatchObject({
    code: 'work_item_ended',
  });
  expect(harness.connector.calls).toHaveLength(calls);
  await harness.perform(completeItem, { item: second, output: { approved: true } });
  await harness.until(fork.run, isOver);
  expect((await harness.perform(getRun, { run: fork.run })).output).toMatchObject({
    hotel: 'Ritz',
    paid: true,
  });
  expect(harness.connector.calls).toHaveLength(calls + 1);
  expect((await harness.perform(listRuns, { forkOf: run })).runs.map((each) => each.run)).toEqual([fork.run]);
  expect((await harness.perform(getRun, { run })).seq).toBe(seq);
});

test('[O2.2] a fork before any answer continues at once; one after the end, or from an unknown event, is refused', async () => {
  const run = await begin();
  const seq = await complete(run);
  const at = await eventOf(run, 'callSucceeded');
  const forkRequest = { run, at, idempotencyKey: 'f1' };
  const fork = await harness.perform(forkRun, forkRequest);
  expect(fork).toMatchObject({ state: 'waiting', waitingFor: [{ reason: 'work', task: 'choose' }] });
  expect(await harness.perform(forkRun, forkRequest)).toMatchObject({ run: fork.run, repeated: true });
  await answer(fork.run, { hotel: 'Inn' });
  await answer(fork.run, { yes: true });
  await harness.until(fork.run, isOver);
  expect((await harness.perform(getRun, { run: fork.run })).output).toMatchObject({ hotel: 'Inn' });
  expect(await harness.refused(forkRun, { run, at: seq })).toMatchObject({ code: 'fork_after_end' });
  expect(await harness.refused(forkRun, { run, at: seq + 1 })).toMatchObject({ code: 'event_not_found' });
  expect(await harness.refused(forkRun, { run, at: 0 })).toMatchObject({ code: 'invalid_input' });
  expect(await harness.perform(forkRun, { run, at, suspended: true })).toMatchObject({ state: 'suspended' });
});

test('[O2.2] two runs are compared: the first event that differs, and the outcome of each task', async () => {
  const left = await begin();
  const right = await begin();
  const seq = await complete(left, 'Ritz');
  await complete(right, 'Inn');
  const chosen = await eventOf(left, 'itemCompleted');
  const compared = await harness.perform(compareRuns, { left, right });
  expect(compared).toMatchObject({
    left: { run: left },
    right: { run: right },
    sameProgram: true,
    sharedEvents: chosen - 1,
    difference: {
      seq: chosen,
      left: { event: 'itemCompleted', lines: [expect.stringContaining('Ritz'), expect.anything()] },
      right: { event: 'itemCompleted', lines: [expect.stringContaining('Inn'), expect.anything()] },
    },
    sameOutput: false,
    leftDuration: 0,
  });
  expect(compared.tasks.map(({ task, same }) => [task, same])).toEqual(
    ['search', 'choose', 'book', 'agree', 'pay'].map((task) => [task, true]),
  );
  expect(await harness.perform(compareRuns, { left, right: left })).toMatchObject({
    sharedEvents: seq,
    difference: null,
    sameOutput: true,
  });
  const half = await begin();
  expect(await harness.perform(compareRuns, { left, right: half })).toMatchObject({
    difference: { seq: chosen, right: null },
    tasks: expect.arrayContaining([
      { net: 'trip', task: 'pay', same: false, left: expect.anything(), right: null },
    ]),
  });
});

test('[R7.2] an exported run, imported elsewhere, has the same state and history', async () => {
  const run = await begin();
  await complete(run);
  const elsewhere = await openOperationsHarness({});
  try {
    const document = JSON.stringify(await harness.perform(exportRun, { run }));
    const imported = await elsewhere.perform(importRun, { document });
    expect(imported.origin).toEqual({ kind: 'import', run, at: imported.seq });
    const there = await harness.services.engine.open('acme', run);
    const here = await elsewhere.services.engine.open('acme', imported.run);
    expect(here?.state).toEqual(there?.state);
    expect(imported.output).toEqual((await harness.perform(getRun, { run })).output);
    const history = async (where: OperationsHarness, of: string) =>
      (await where.perform(runHistory, { run: of, raw: true })).entries;
    expect(await history(elsewhere, imported.run)).toEqual(await history(harness, run));
    const again = await elsewhere.perform(exportRun, { run: imported.run });
    expect({ ...again, run: null, digest: null }).toEqual({
      ...JSON.parse(document),
      run: null,
      digest: null,
    });
  } finally {
    await elsewhere.close();
  }
});

test('[R7.2] an active run is suspended on import, and continues when a person has admitted it', async () => {
  const run = await begin();
  const document = await harness.perform(exportRun, { run });
  const imported = await harness.perform(importRun, { document, idempotencyKey: 'i1' });
  expect(imported).toMatchObject({ state: 'suspended', status: 'running' });
  expect(await harness.perform(importRun, { document, idempotencyKey: 'i1' })).toMatchObject({
    run: imported.run,
    repeated: true,
  });
  expect(await harness.refused(resumeRun, { run: imported.run })).toMatchObject({
    code: 'approvals_missing',
  });
  const { items } = await harness.perform(listItems, { run: imported.run, reason: 'approval' });
  expect(items.map(({ message }) => message)).toEqual([
    expect.stringMatching(/was imported from another installation.*May it continue here\?$/),
  ]);
  await harness.perform(completeItem, { item: items[0]?.item, output: { approved: true } });
  await answer(imported.run, { hotel: 'Inn' });
  await answer(imported.run, { yes: true });
  await harness.until(imported.run, isOver);
  expect((await harness.perform(getRun, { run: imported.run })).output).toMatchObject({
    hotel: 'Inn',
    paid: true,
  });
  const elsewhere = await openOperationsHarness({});
  const bound = { ...document, events: document.events.map((event) => rebind(event)) };
  expect((await elsewhere.refused(importRun, { document: signed(bound) })).violations).toMatchObject([
    { rule: 'unknown-connector', expected: 'gone' },
    { rule: 'unknown-connector', expected: 'gone' },
  ]);
  await elsewhere.close();
});

const crowd = `
workflows:
  crowd:
    graph:
      all: { type: foreach, items: "range(0, 1200)", as: n, step: { call: echo, args: { n: $n } } }
`;

test('[R7.2][O2.2] a journal of more than a thousand events is listed, exported and imported completely', async () => {
  const other = await openOperationsHarness({ 'crowd.yaml': crowd });
  try {
    const { run } = await other.perform(startRun, { workflow: 'crowd' });
    const { seq } = await other.until(run, isOver);
    expect(seq).toBe(1_201);
    const last = await other.perform(runHistory, { run, after: 1_000, limit: 500 });
    expect(last.entries.map((entry) => entry.seq)).toEqual(
      Array.from({ length: 201 }, (_, at) => 1_001 + at),
    );
    const document = await other.perform(exportRun, { run });
    expect(document.events).toHaveLength(seq);
    const imported = await other.perform(importRun, { document });
    expect(imported).toMatchObject({ status: 'completed', seq, progress: 1 });
    expect(imported.output).toEqual((await other.perform(getRun, { run })).output);
    expect(imported.output).toHaveLength(1_200);
  } finally {
    await other.close();
  }
});

type Event = RunDocument['events'][number];

function rebind(event: Event): Event {
  return event.kind === 'started' ? { ...event, bindings: { search: 'gone', echo: 'gone' } } : event;
}

const signed = (document: RunDocument): RunDocument => ({ ...document, digest: digestOf(document) });

test('[R7.2] a document that was changed without its digest, or does not replay, is refused with its errors, and nothing is stored', async () => {
  const run = await begin();
  await complete(run);
  const document = await harness.perform(exportRun, { run });
  const [hash = ''] = Object.keys(document.payloads);
  expect(hash).toHaveLength(64);
  const events = document.events.filter(({ kind }) => kind !== 'itemCompleted');
  const cases: readonly (readonly [unknown, string])[] = [
    [{ ...document, events }, 'document.digest'],
    [{ ...document, run: { ...document.run, startedBy: 'eve' } }, 'document.digest'],
    [signed({ ...document, events }), 'document.events.2'],
    [signed({ ...document, events: document.events.slice(0, -1) }), 'document.run.status'],
    [
      signed({ ...document, payloads: { ...document.payloads, [hash]: '"other"' } }),
      `document.payloads.${hash}`,
    ],
    [signed({ ...document, payloads: {} }), `document.payloads.${hash}`],
    [
      signed({ ...document, workflow: { ...document.workflow, source: 'other' } }),
      'document.workflow.revision',
    ],
    [signed({ ...document, program: { ...document.program, root: 'nobody' } }), 'document.program'],
    [JSON.stringify(document).slice(0, -10), 'document'],
    [{ ...document, signalbox: 'run-journal/9' }, 'document.signalbox'],
    [
      signed({ ...document, program: { semantics: 1, root: 'a', nets: [{}] } as never }),
      'document.program.nets.0.id',
    ],
    [{}, 'document.signalbox'],
  ];
  for (const [changed, path] of cases) {
    const { code, violations } = await harness.refused(importRun, { document: changed });
    expect([code, violations?.[0]?.path]).toEqual(['import_refused', path]);
  }
  expect((await harness.perform(listRuns, { total: true })).total).toBe(1);
});

test('[R7.2] the digest does not depend on the order of keys', () => {
  expect(canonicalJson({ b: 1, a: [{ d: null, c: 'x' }] })).toBe(
    canonicalJson({ a: [{ c: 'x', d: null }], b: 1 }),
  );
  expect(canonicalJson({ a: 1 })).not.toBe(canonicalJson({ a: '1' }));
});

test('[O2.1] a workflow of the library is simulated, with a script as an object or as text', async () => {
  const params = { city: 'Paris' };
  const script = {
    calls: { search: { returns: [] } },
    answers: { choose: { hotel: 'Inn' }, agree: { yes: true } },
  };
  for (const given of [script, JSON.stringify(script)]) {
    const report = await harness.perform(simulateRun, { workflow: 'trip', params, script: given });
    expect(report).toMatchObject({
      status: 'completed',
      tasks: { pay: 'done' },
      took: expect.arrayContaining(['pay']),
    });
  }
  expect(await harness.refused(simulateRun, { workflow: 'trip', params: {} })).toMatchObject({
    code: 'invalid_parameters',
    violations: [{ path: 'params.city' }],
  });
  expect(
    await harness.refused(simulateRun, { workflow: 'trip', params, script: { answers: { chose: 1 } } }),
  ).toMatchObject({
    code: 'simulation_refused',
    violations: [{ rule: 'unknown-question' }],
  });
  expect(harness.connector.calls).toHaveLength(0);
  expect((await harness.perform(listRuns, {}, ann)).runs).toHaveLength(0);
});
