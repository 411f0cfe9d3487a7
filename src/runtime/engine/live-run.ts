/** A run in memory: its stored data, and the state that results from its journal. */
import type { RunState } from '../../kernel/index.ts';
import type { Snapshot } from '../ports/journal.ts';
import type { RunRecord } from '../ports/run-record.ts';
import type { Store } from '../ports/store.ts';
import type { WorkItem } from '../ports/work-item.ts';
import type { LinkedMachine, Machines } from './machines.ts';
import type { Payloads } from './payloads.ts';
import type { Player } from './player.ts';
import { yieldToEventLoop } from './yield-to-event-loop.ts';

export interface LiveRun {
  readonly record: RunRecord;
  readonly state: RunState;
  readonly linked: LinkedMachine;
  /** Open items, by id. */
  readonly items: Map<string, WorkItem>;
  /** Number of events that the latest snapshot covers, and its size. */
  readonly lastSnapshot: SnapshotInfo;
}

export interface SnapshotInfo {
  readonly seq: number;
  readonly size: number;
}

export interface EngineStores {
  readonly store: Store;
  readonly machines: Machines;
  readonly payloads: Payloads;
  readonly player: Player;
}

const pageLength = 1_000;
const openStates = ['offered', 'held'] as const;

export async function loadRun(
  stores: EngineStores,
  tenant: string,
  id: string,
): Promise<LiveRun | undefined> {
  const { store } = stores;
  const record = await store.runs.find(tenant, id);
  if (record === undefined) return undefined;
  const [{ linked, state, snapshot }, items] = await Promise.all([
    loadState(stores, record),
    openItems(store, record),
  ]);
  const lastSnapshot = {
    seq: snapshot?.seq ?? 0,
    size: snapshot === undefined ? 0 : sizeOfState(snapshot.state),
  };
  return { record, state, linked, items: new Map(items.map((item) => [item.id, item])), lastSnapshot };
}

export interface LoadedState extends Pick<LiveRun, 'linked' | 'state'> {
  /** The snapshot that it was loaded from. */
  readonly snapshot: Snapshot | undefined;
}

/** Replays the journal. */
export async function loadState(stores: EngineStores, record: RunRecord): Promise<LoadedState> {
  const { store, machines } = stores;
  const { tenant, id, seq, program } = record;
  const [linked, snapshot] = await Promise.all([
    machines.load(tenant, program),
    store.journals.snapshot(tenant, id),
  ]);
  return { linked, snapshot, state: await stateAt(stores, linked, record, seq, snapshot) };
}

/** The state after `seq` events of its journal. */
export async function stateAt(
  { store, player }: EngineStores,
  linked: LinkedMachine,
  record: RunRecord,
  seq: number,
  snapshot: Snapshot | undefined,
): Promise<RunState> {
  const { tenant, id } = record;
  const usable = snapshot !== undefined && snapshot.seq <= seq ? snapshot : undefined;
  let state = usable?.state ?? linked.machine.initial;
  let after = usable?.seq ?? 0;
  while (after < seq) {
    const entries = await store.journals.read(tenant, id, after, Math.min(pageLength, seq - after));
    if (entries.length === 0)
      throw new Error(`The journal of the run ${id} ends after ${after} of ${seq} events.`);
    for (const { event } of entries) {
      await yieldToEventLoop();
      const step = await player.advance(record, linked, state, event);
      if (step.kind === 'rejection') {
        throw new Error(`The journal of the run ${id} contains an invalid event: ${step.message}`);
      }
      state = step.state;
    }
    after += entries.length;
  }
  return state;
}

/** Whether a new snapshot is due: the cost per event stays bounded for any size of the state. */
export function isSnapshotDue(seq: number, { seq: covered, size }: SnapshotInfo): boolean {
  return seq - covered >= 64 + size / 256;
}

export const sizeOfState = (state: RunState): number => JSON.stringify(state).length;

async function openItems(store: Store, { tenant, id, items }: RunRecord): Promise<readonly WorkItem[]> {
  const found: WorkItem[] = [];
  while (found.length < items) {
    const last = found.at(-1);
    const page = { limit: pageLength, ...(last === undefined ? {} : { after: last.id }) };
    const more = await store.items.search(tenant, { run: id, states: openStates }, page);
    found.push(...more);
    if (more.length < pageLength) break;
  }
  return found;
}
