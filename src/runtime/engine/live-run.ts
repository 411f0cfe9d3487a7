/** A run in memory: what the store holds of it, and the state that its journal gives. */
import type { RunState } from '../../kernel/index.ts';
import type { Snapshot } from '../ports/journal.ts';
import type { RunRecord } from '../ports/run-record.ts';
import type { Store } from '../ports/store.ts';
import type { WorkItem } from '../ports/work-item.ts';
import type { LinkedRun, Machines } from './machines.ts';
import type { Payloads } from './payloads.ts';
import { takeTurn } from './take-turn.ts';

export interface LiveRun {
  readonly record: RunRecord;
  readonly state: RunState;
  readonly linked: LinkedRun;
  /** Open items, by id. */
  readonly items: Map<string, WorkItem>;
  /** Events that the latest snapshot covers, and its size. */
  readonly snapped: Snapped;
}

export interface Snapped {
  readonly seq: number;
  readonly size: number;
}

export interface Keepers {
  readonly store: Store;
  readonly machines: Machines;
  readonly payloads: Payloads;
}

const pageLength = 1_000;
const openStates = ['offered', 'held'] as const;

export async function loadRun(keepers: Keepers, tenant: string, id: string): Promise<LiveRun | undefined> {
  const { store } = keepers;
  const record = await store.runs.find(tenant, id);
  if (record === undefined) return undefined;
  const [{ linked, state, snapshot }, items] = await Promise.all([
    loadState(keepers, record),
    openItems(store, record),
  ]);
  const snapped = { seq: snapshot?.seq ?? 0, size: snapshot === undefined ? 0 : sizeOf(snapshot.state) };
  return { record, state, linked, items: new Map(items.map((item) => [item.id, item])), snapped };
}

export interface LoadedState extends Pick<LiveRun, 'linked' | 'state'> {
  /** What it was made from. */
  readonly snapshot: Snapshot | undefined;
}

/** What its journal gives. */
export async function loadState(keepers: Keepers, record: RunRecord): Promise<LoadedState> {
  const { store, machines } = keepers;
  const { tenant, id, seq, program } = record;
  const [linked, snapshot] = await Promise.all([
    machines.load(tenant, program),
    store.journals.snapshot(tenant, id),
  ]);
  return { linked, snapshot, state: await stateAt(keepers, linked, record, seq, snapshot) };
}

/** The state after so many events of its journal. */
export async function stateAt(
  { store, payloads }: Keepers,
  { machine }: LinkedRun,
  { tenant, id }: RunRecord,
  seq: number,
  snapshot: Snapshot | undefined,
): Promise<RunState> {
  const usable = snapshot !== undefined && snapshot.seq <= seq ? snapshot : undefined;
  let state = usable?.state ?? machine.initial;
  let after = usable?.seq ?? 0;
  while (after < seq) {
    const entries = await store.journals.read(tenant, id, after, Math.min(pageLength, seq - after));
    if (entries.length === 0) throw new Error(`The journal of ${id} ends after ${after} events of ${seq}.`);
    for (const { event } of entries) {
      await takeTurn();
      const step = await payloads.resolving(tenant, () => machine.advance(state, event));
      if (step.kind === 'rejection') {
        throw new Error(`The journal of ${id} holds an event that does not fit: ${step.message}`);
      }
      state = step.state;
    }
    after += entries.length;
  }
  return state;
}

/** Whether the snapshot is worth renewing: its cost per event stays bounded, however large the state is. */
export function isWorthSnapping(seq: number, { seq: covered, size }: Snapped): boolean {
  return seq - covered >= 64 + size / 256;
}

export const sizeOf = (state: RunState): number => JSON.stringify(state).length;

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
