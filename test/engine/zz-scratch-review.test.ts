import { test } from 'vitest';
import { createMemoryStore, openEngine, createConnectors, StoreError, type Store, type Engine, type RunRecord } from '../../src/runtime/index.ts';
import { createFakeClock, createScriptedConnector, failed, succeeded, type Handler } from '../../src/testing/index.ts';
import { begin, done, isOver, itemsOf, openBed, settle, start, tenant, until, workflow } from './bed.ts';

const hangs: Handler = () => new Promise(() => {});
const log = (...x: unknown[]) => console.log('>>', ...x);
const rec = (store: Store, r: RunRecord) => store.runs.find(tenant, r.id).then((x) => x && { status: x.status, seq: x.seq, calls: x.calls, items: x.items, susp: x.suspended, appr: x.approvals, fail: x.failure, due: x.due });
async function fork({ engine, store }: { engine: Engine; store: Store }, flow: ReturnType<typeof workflow>, { id }: RunRecord, at: number, approvals: { instance: number; task: string }[] = [], suspended = false) {
  return done(await engine.adopt({ tenant, by: 'ann', workflow: flow, origin: { kind: 'fork', run: id, at }, entries: await store.journals.read(tenant, id, 0, at), contents: [], approvals: approvals.map((e) => ({ ...e, net: 'trial', item: {}, input: { value: {} }, index: -1 })), suspended }));
}

test('T1 poison due run blocks opening', async () => {
  const store = createMemoryStore();
  const clock = createFakeClock(start);
  const first = await openBed({ store, clock });
  await begin(first.engine, workflow('a: { wait: 1000 }'));
  await first.engine.stop();
  clock.advance(5000);
  const connector = createScriptedConnector({ name: 'desk', handlers: {} });
  const incidents: string[] = [];
  let opened = false;
  void openEngine({ store, clock, connectors: createConnectors({ configured: [], own: [connector] }, () => undefined), evaluators: {} as never, report: (m, c) => incidents.push(m + ' ' + String(c)) }).then(() => { opened = true; });
  for (let i = 0; i < 20; i++) { await settle(); clock.advance(1000); }
  log('T1 opened after 20 s:', opened, 'incidents', incidents.length, incidents[0]);
});

test('T1b disk full at start blocks opening', async () => {
  const store = createMemoryStore();
  const clock = createFakeClock(start);
  const first = await openBed({ store, clock });
  await begin(first.engine, workflow('a: { wait: 1000 }'));
  await first.engine.stop();
  clock.advance(5000);
  const full: Store = { ...store, commit: async () => { throw new StoreError('disk-full', 'full', true); } };
  let opened = false;
  void openBed({ store: full, clock }).then(() => { opened = true; });
  for (let i = 0; i < 20; i++) { await settle(); clock.advance(5000); }
  log('T1b opened after 100 s of a full disk:', opened);
});

test('T2 resting fork that gets an event never performs its calls', async () => {
  const store = createMemoryStore();
  const bed = await openBed({ store, handlers: { slow: hangs } });
  const flow = workflow('a: { call: slow }\nask: { type: yield, message: Well?, expects: { yes: bool } }');
  const run = await begin(bed.engine, flow);
  const [item] = await itemsOf(bed, run);
  done(await bed.engine.tell({ tenant, by: 'ann', run: run.id, happening: { kind: 'itemHeld', instance: item!.instance } as never, lease: 100000 }));
  await settle();
  const copy = await fork(bed, flow, run, 2, [], true);
  (bed.clock as never as { advance(n: number): void }).advance(10);
  await settle();
  log('T2 resting fork', await rec(store, copy), 'origin.at 2');
  const before = bed.connector.calls.length;
  done(await bed.engine.tell({ tenant, by: 'ann', run: copy.id, happening: { kind: 'resumed' } as never }));
  await settle();
  log('T2 calls by fork after resume:', bed.connector.calls.length - before, await rec(store, copy));
  done(await bed.engine.tell({ tenant, by: 'ann', run: copy.id, happening: { kind: 'cancelRequested' } as never }));
  await settle();
});

test('T2b resting on approvals, told a signal / item held by the lease', async () => {
  const store = createMemoryStore();
  const bed = await openBed({ store, handlers: { slow: hangs } });
  const flow = workflow('one: { type: yield, message: One?, expects: { yes: bool } }\na: { call: slow, depends_on: [one] }\nask: { type: yield, depends_on: [one], message: Well?, expects: { yes: bool } }');
  const run = await begin(bed.engine, flow);
  const [item] = await itemsOf(bed, run);
  done(await bed.engine.tell({ tenant, by: 'ann', run: run.id, happening: { kind: 'itemCompleted', instance: item!.instance, output: { value: { yes: true } } } as never }));
  await settle();
  const copy = await fork(bed, flow, run, 2, [{ instance: item!.instance, task: 'one' }]);
  const its = await itemsOf(bed, copy);
  const ask = its.find((i) => i.reason === 'work')!;
  // somebody answers the open question of the fork before approving
  done(await bed.engine.tell({ tenant, by: 'ann', run: copy.id, happening: { kind: 'itemCompleted', instance: ask.instance, output: { value: { yes: true } } } as never }));
  const before = bed.connector.calls.length;
  done(await bed.engine.approve({ tenant, by: 'ann', item: its.find((i) => i.reason === 'approval')!.id }));
  await settle();
  log('T2b calls by fork after its approval:', bed.connector.calls.length - before, await rec(store, copy));
});

test('T3 fork with a draining call', async () => {
  const store = createMemoryStore();
  const clock = createFakeClock(start);
  const bed = await openBed({ store, clock, handlers: { slow: hangs, undo_it: () => succeeded(1), two: () => succeeded(2) } });
  const flow = workflow('a: { call: slow, timeout: 100, undo: { call: undo_it }, on_error: { fallback: b } }\nb: { call: two }');
  const run = await begin(bed.engine, flow);
  await settle(); clock.advance(200); await settle();
  const { state } = (await bed.engine.open(tenant, run.id, 2))!;
  log('T3 at 2:', state.instances.map((i) => [i.id, i.phase, i.draining, i.late]), await rec(store, run));
  const copy = await fork(bed, flow, run, 2);
  await settle(); clock.advance(100000); await settle();
  log('T3 fork:', await rec(store, copy), (await bed.engine.open(tenant, copy.id))!.state.instances.map((i) => [i.id, i.phase, i.draining, i.late]));
});

test('T4 fork in the middle of an undo', async () => {
  const store = createMemoryStore();
  const bed = await openBed({ store, handlers: { book: () => succeeded({ id: 1 }), pay: () => failed('declined', 'no'), cancel: hangs } });
  const flow = workflow('flight: { call: book, undo: { call: cancel } }\npay: { call: pay, depends_on: [flight] }');
  const run = await begin(bed.engine, flow);
  await settle();
  const r = await rec(store, run);
  log('T4 original', r);
  await fork(bed, flow, run, r!.seq);
  await settle();
  log('T4 undo calls:', bed.connector.calls.filter((c) => c.operation === 'cancel').map((c) => c.key));
});

test('T5 a recovery page that could not be read once', async () => {
  const store = createMemoryStore();
  const first = await openBed({ store, handlers: { read: hangs } });
  const run = await begin(first.engine, workflow('a: { call: read }'));
  await settle();
  let times = 0;
  const flaky: Store = { ...store, agenda: { ...store.agenda, underWay: async (a, l) => { if (times++ === 0) throw new StoreError('busy', 'busy', true); return store.agenda.underWay(a, l); } } };
  const clock = createFakeClock(start);
  const bed = await openBed({ store: flaky, clock, handlers: { read: () => succeeded(1) }, repeatable: ['read'] });
  for (let i = 0; i < 10; i++) { await settle(); clock.advance(60_000); }
  log('T5', await rec(store, run), 'calls', bed.connector.calls.length, bed.incidents);
});

test('T6 recovery beside a tell in one batch', async () => {
  for (const policy of ['fail', 'ask'] as const) {
    const store = createMemoryStore();
    const first = await openBed({ store, handlers: { read: hangs } });
    const flow = workflow(`a: { call: read }\nask: { type: yield, message: Well?, expects: { yes: bool } }\nb: { call: pay, depends_on: [ask], on_uncertain: ${policy} }`);
    const run = await begin(first.engine, flow);
    await settle();
    let release = () => {};
    const gate = new Promise<void>((r) => { release = r; });
    const slow: Store = { ...store, agenda: { ...store.agenda, underWay: async (a, l) => { await gate; return store.agenda.underWay(a, l); } } };
    const bed = await openBed({ store: slow, handlers: { read: () => succeeded(1), pay: () => succeeded(2) }, repeatable: ['read'] });
    const [item] = await itemsOf(bed, run);
    const told = bed.engine.tell({ tenant, by: 'ann', run: run.id, happening: { kind: 'itemCompleted', instance: item!.instance, output: { value: { yes: true } } } as never });
    release();
    await told; await settle();
    log('T6', policy, await rec(store, run), bed.connector.calls.map((c) => c.operation), (await store.journals.read(tenant, run.id, 0, 99)).map((e) => e.event.kind));
  }
});

test('T6b call before commit, commit fails', async () => {
    const store = createMemoryStore();
    const first = await openBed({ store, handlers: { read: hangs } });
    const flow = workflow(`a: { call: read }\nask: { type: yield, message: Well?, expects: { yes: bool } }\nb: { call: pay, depends_on: [ask] }`);
    const run = await begin(first.engine, flow);
    await settle();
    let release = () => {};
    const gate = new Promise<void>((r) => { release = r; });
    const slow: Store = { ...store, commit: async () => { throw new StoreError('disk-full', 'full', true); }, agenda: { ...store.agenda, underWay: async (a, l) => { await gate; return store.agenda.underWay(a, l); } } };
    const bed = await openBed({ store: slow, handlers: { read: hangs, pay: () => succeeded(2) }, repeatable: ['read', 'pay'] });
    const [item] = await itemsOf(bed, run);
    const told = bed.engine.tell({ tenant, by: 'ann', run: run.id, happening: { kind: 'itemCompleted', instance: item!.instance, output: { value: { yes: true } } } as never });
    release();
    log('T6b told', (await told).kind); await settle();
    log('T6b', await rec(store, run), bed.connector.calls.map((c) => [c.operation, c.key]));
});

test('T7 answers that cannot be written', async () => {
  let deep: unknown = 1; for (let i = 0; i < 50_000; i++) deep = [deep];
  const bad: [string, Handler][] = [['undefined', () => succeeded(undefined as never)], ['deep', () => succeeded(deep as never)], ['bigint', () => succeeded(1n as never)], ['retryAfter', () => ({ kind: 'failed', failure: { code: 'x', message: 'y', retryAfter: Infinity } })]];
  for (const [name, handler] of bad) {
    const store = createMemoryStore();
    const clock = createFakeClock(start);
    const bed = await openBed({ store, clock, handlers: { bad: handler } });
    const run = await begin(bed.engine, workflow('a: { call: bad }'));
    for (let i = 0; i < 5; i++) { await settle(); clock.advance(60_000); }
    log('T7', name, await rec(store, run), bed.incidents, bed.engine.load());
  }
});

test('T8 the input of a call cannot be read for a moment', async () => {
  const store = createMemoryStore();
  let on = false;
  const flaky: Store = { ...store, contents: { ...store.contents, find: async (t, k, h) => { if (on && k === 'payload') throw new StoreError('busy', 'busy', true); return store.contents.find(t, k, h); } } };
  const bed = await openBed({ store: flaky, handlers: { big: () => succeeded('x'.repeat(30000)), pay: () => succeeded(1) } });
  const flow = workflow('a: { call: big }\nw: { wait: 1000, depends_on: [a] }\nb: { call: pay, depends_on: [w], on_uncertain: fail, args: { x: $a } }');
  const run = await begin(bed.engine, flow);
  await settle(); await bed.engine.stop();
  on = true;
  const clock = createFakeClock(start + 5000);
  // playing works (no fetch for a mapping by reference), performing needs the value
  const bed2 = await openBed({ store: flaky, clock, handlers: { pay: () => succeeded(1) } }).catch((e) => { log('T8 open', e); throw e; });
  await settle(); clock.advance(1000); await settle();
  log('T8', await rec(store, run), bed2.connector.calls.length, bed2.incidents);
}, 5000);

test('T9 taken id with a key; an answer in the same batch', async () => {
  const store = createMemoryStore();
  let answer = () => {};
  const bed = await openBed({ store, handlers: { slow: () => new Promise((r) => { answer = () => r(succeeded(1)); }) } });
  const flow = workflow('a: { call: slow }');
  const run = done(await bed.engine.start({ tenant, by: 'ann', workflow: flow, input: {}, id: 'x1' }));
  await settle();
  const again = bed.engine.start({ tenant, by: 'ann', workflow: flow, input: {}, id: 'x1', repeatable: { operation: 'start', key: 'k2', input: 'i' } });
  for (let i = 0; i < 20; i++) await Promise.resolve();
  answer();
  log('T9', await again); await settle();
  log('T9 run', await rec(store, run), bed.engine.load());
});

test('T10 a fork that moved, suspended, crashed', async () => {
  const store = createMemoryStore();
  const bed = await openBed({ store, handlers: { one: () => succeeded(1), pay: hangs } });
  const flow = workflow('a: { call: one }\nb: { call: pay, depends_on: [a] }');
  const run = await begin(bed.engine, flow);
  await settle();
  const copy = await fork(bed, flow, run, 2);
  await settle();
  done(await bed.engine.tell({ tenant, by: 'ann', run: copy.id, happening: { kind: 'suspended' } as never }));
  log('T10 pay calls', bed.connector.calls.filter((c) => c.operation === 'pay').map((c) => c.key), await rec(store, copy));
  const bed2 = await openBed({ store, handlers: { pay: hangs } });
  await settle();
  done(await bed2.engine.tell({ tenant, by: 'ann', run: copy.id, happening: { kind: 'resumed' } as never }));
  await settle();
  log('T10 after crash: pay called again (default policy ask):', bed2.connector.calls.filter((c) => c.operation === 'pay' && c.run === copy.id).map((c) => c.key), await rec(store, copy));
});

test('T13 a claim that fails for a moment', async () => {
  const store = createMemoryStore();
  const flaky: Store = { ...store, claims: { claim: async () => { throw new StoreError('busy', 'busy', true); } } };
  const bed = await openBed({ store: flaky, handlers: { book: () => succeeded({ id: 1 }), pay: () => failed('declined', 'no'), cancel: () => succeeded(1) } });
  const run = await begin(bed.engine, workflow('flight: { call: book, undo: { call: cancel } }\npay: { call: pay, depends_on: [flight] }'));
  await settle();
  log('T13', await rec(store, run), await itemsOf(bed, run).then((x) => x.map((i) => i.reason)));
});

test('T15 lease ends while paused', async () => {
  const store = createMemoryStore();
  const clock = createFakeClock(start);
  const bed = await openBed({ store, clock });
  const run = await begin(bed.engine, workflow('ask: { type: yield, message: Well?, expects: { yes: bool } }'));
  const [item] = await itemsOf(bed, run);
  const tell = (h: object, x: object = {}) => bed.engine.tell({ tenant, by: 'ann', run: run.id, happening: { instance: item!.instance, ...h } as never, ...x });
  done(await tell({ kind: 'itemHeld' }, { lease: 1000 }));
  done(await tell({ kind: 'itemSuspended' }));
  clock.advance(2000); await settle();
  done(await tell({ kind: 'itemResumed' }));
  clock.advance(1e9); await settle();
  log('T15', (await itemsOf(bed, run)).map((i) => [i.state, i.holder, i.lease]));
});
