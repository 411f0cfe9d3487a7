/** An engine over a store, with workflows as text and calls as functions. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findNearest } from '../../src/expression/index.ts';
import type { Json } from '../../src/kernel/index.ts';
import { graphLanguage } from '../../src/languages/graph/index.ts';
import {
  type Clock,
  type Connector,
  type ConnectorOutcome,
  createConnectors,
  type Engine,
  type EngineAnswer,
  type EngineLimits,
  type EventInput,
  type OutboxHandlers,
  openEngine,
  openSqliteStore,
  type PinnedWorkflow,
  type RunRecord,
  type Store,
  StoreError,
  type StoreErrorCode,
  type WorkItem,
} from '../../src/runtime/index.ts';
import {
  createFakeClock,
  createScriptedConnector,
  type FakeClock,
  type Handler,
} from '../../src/testing/index.ts';

export const tenant = 'default';
export const start = Date.UTC(2026, 0, 15, 9);

export interface EngineHarnessOptions {
  readonly store: Store;
  readonly handlers?: { readonly [operation: string]: Handler };
  readonly repeatable?: readonly string[];
  readonly concurrency?: number;
  /** Instead of the list of handlers. */
  readonly operations?: Connector['operations'];
  readonly clock?: FakeClock | Clock;
  readonly limits?: Partial<EngineLimits>;
  readonly post?: OutboxHandlers;
  readonly isQuiet?: boolean;
  readonly hide?: (value: Json) => Json;
}

export async function openEngineHarness(options: EngineHarnessOptions) {
  const { store, limits = {}, clock = createFakeClock(start), post } = options;
  const connector = createScriptedConnector({
    name: 'desk',
    handlers: { echo: ({ input }) => ({ kind: 'succeeded', output: input }), ...options.handlers },
    repeatable: options.repeatable ?? [],
    concurrency: options.concurrency ?? 1_000,
  });
  const { operations = connector.operations } = options;
  const incidents: string[] = [];
  const engine = await openEngine({
    store,
    clock,
    connectors: createConnectors({ configured: [], own: [{ ...connector, operations }] }, findNearest),
    evaluators: graphLanguage.evaluators,
    limits,
    isQuiet: options.isQuiet ?? false,
    ...(options.hide === undefined ? {} : { hide: options.hide }),
    report: (message) => incidents.push(message),
    ...(post === undefined ? {} : { post }),
  });
  return { engine, connector, clock, store, incidents };
}

export function workflow(graph: string, params = ''): PinnedWorkflow {
  const indented = (text: string, by: string) => text.replaceAll(/^/gm, by);
  const declared = params === '' ? '' : `    params:\n${indented(params, '      ')}\n`;
  const source = `workflows:\n  trial:\n${declared}    graph:\n${indented(graph.replaceAll(/^\n|\n\s*$/g, ''), '      ')}\n`;
  const { workflows, violations } = graphLanguage.read(
    { path: 'trial.yaml', text: source },
    { operations: null },
  );
  const [found] = workflows;
  const program = found?.program;
  if (program === undefined || program === null) {
    throw new Error(violations.map(({ line, message }) => `${line}: ${message}`).join('\n'));
  }
  return { language: 'graph', name: 'trial', version: '1', source, revision: `of ${source.length}`, program };
}

/** Subscribes to the end of every run of `workflow`, with its id and its status. */
export async function subscribeToEnd(store: Store, clock: Clock): Promise<OutboxHandlers['announce']> {
  await store.subscriptions.add(
    {
      tenant,
      id: 'sub-1',
      subject: 'ann',
      run: '',
      workflow: 'trial',
      events: ['case_completed'],
      url: 'https://example.com/hook',
      secret: '',
      createdAt: start,
      expiresAt: start + 60_000,
    },
    { audit: [], receipts: [] },
  );
  return ({ record, transitions }) =>
    transitions.flatMap(({ kind, seq }) => {
      if (kind !== 'status' || record.status !== 'completed') return [];
      const body = () => `${record.id} ${record.status}`;
      return [{ event: 'case_completed', mark: String(seq), body, at: clock.now() }];
    });
}

export async function begin(engine: Engine, flow: PinnedWorkflow, input: { [name: string]: Json } = {}) {
  return done(await engine.start({ tenant, by: 'ann', workflow: flow, input }));
}

export function done(answer: EngineAnswer): RunRecord {
  if (answer.kind !== 'done') throw new Error(`refused: ${JSON.stringify(answer)}`);
  return answer.run;
}

interface EngineAndStore {
  readonly engine: Engine;
  readonly store: Store;
}

/** Submits an event of a run, by Ann. */
export function submitEvent(
  { engine }: Pick<EngineAndStore, 'engine'>,
  { id, tenant: of }: RunRecord,
  eventInput: EventInput,
  lease: number | null = null,
): Promise<EngineAnswer> {
  return engine.submitEvent({ tenant: of, by: 'ann', run: id, eventInput, lease });
}

export interface ForkOptions {
  readonly approvals?: readonly Pick<WorkItem, 'instance' | 'task'>[];
  readonly suspended?: boolean;
}

export async function fork(
  { engine, store }: EngineAndStore,
  flow: PinnedWorkflow,
  { id }: RunRecord,
  at: number,
  { approvals = [], suspended = false }: ForkOptions = {},
): Promise<RunRecord> {
  return done(
    await engine.adopt({
      tenant,
      by: 'ann',
      workflow: flow,
      origin: { kind: 'fork', run: id, at },
      entries: await store.journals.read(tenant, id, 0, at),
      contents: [],
      approvals: approvals.map(({ instance, task }) => ({
        instance,
        task,
        net: 'trial',
        item: {},
        input: { value: {} },
        whom: { value: null },
        index: -1,
      })),
      suspended,
    }),
  );
}

/** A call that never ends. */
export const hangs: Handler = () => new Promise(() => {});

/** A call that ends when the test says so. */
export function openCall() {
  let end = (_: ConnectorOutcome): void => {};
  const handler: Handler = () =>
    new Promise((resolve) => {
      end = resolve;
    });
  return { handler, answer: (outcome: ConnectorOutcome): void => end(outcome) };
}

/** The run when it matches; otherwise the time limit of the test ends the wait. */
export async function until(
  { engine, store }: EngineAndStore,
  { id, tenant: of }: RunRecord,
  isExpected: (record: RunRecord) => boolean,
): Promise<RunRecord> {
  for (;;) {
    const record = await store.runs.find(of, id);
    if (record === undefined) throw new Error(`The run ${id} does not exist.`);
    if (isExpected(record)) return record;
    await engine.changed(of, id, ({ seq }) => seq > record.seq, {});
  }
}

export const isOver = ({ endedAt }: RunRecord): boolean => endedAt !== null;
export const isWaiting = ({ items }: RunRecord): boolean => items > 0;

export async function itemsOf(
  { store }: Pick<EngineAndStore, 'store'>,
  { id, tenant: of }: RunRecord,
): Promise<readonly WorkItem[]> {
  return store.items.search(of, { run: id, states: ['offered', 'held'] }, { limit: 100 });
}

/** Lets everything happen that needs neither time nor slow I/O. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 40; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** Advances the time in small steps, with everything that happens between them. */
export async function elapse(clock: FakeClock, milliseconds: number, steps = 20): Promise<void> {
  for (let step = 0; step < steps; step++) {
    await settle();
    clock.advance(milliseconds / steps);
  }
  await settle();
}

/** A store that writes nothing while it is broken. */
export function breakableStore(store: Store) {
  let failure: StoreError | undefined;
  const broken: Store = {
    ...store,
    async commit(units) {
      if (failure !== undefined) throw failure;
      return store.commit(units);
    },
  };
  return {
    store: broken,
    breakStore(code: StoreErrorCode, retryable: boolean): void {
      failure = new StoreError(code, `The store reports: ${code}.`, retryable);
    },
    repairStore(): void {
      failure = undefined;
    },
  };
}

/** A store in a separate file; `again` opens the same file again, as after a crash. */
export async function openFile() {
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-engine-'));
  const file = join(folder, 'runs.db');
  const open = () => openSqliteStore({ file, durability: 'normal' });
  return { open, file, remove: () => rm(folder, { recursive: true, force: true }) };
}
