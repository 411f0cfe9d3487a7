/** Derives what the store holds besides the journal: the row of the run and its work items after a step. */
import type { Effect, Instance, OfferEffect, RunEvent, RunState } from '../../kernel/index.ts';
import type { RunRecord } from '../ports/run-record.ts';
import type { ItemState, WorkItem } from '../ports/work-item.ts';
import { type AppliedEvent, endingOfWithdrawn, ordinalOf } from './item-ending.ts';

export type OpenItems = ReadonlyMap<string, WorkItem>;

export const itemId = (run: string, instance: number): string => `${run}.${instance}`;

/** The items that a step changed. `lease`: until when the holder has the item. */
export function projectItems(
  record: RunRecord,
  open: OpenItems,
  appliedEvent: AppliedEvent,
  lease: number | null,
): ReadonlyMap<string, WorkItem> {
  const { event, step } = appliedEvent;
  const { effects, state } = step;
  const withdrawn = (item: WorkItem): WorkItem =>
    // An item that has ended keeps its ending.
    isOpen(item) ? { ...item, ...endingOfWithdrawn(item, appliedEvent), lease: null } : item;
  const changed = new Map<string, WorkItem>();
  const change = (instance: number, update: (item: WorkItem) => WorkItem): void => {
    const id = itemId(record.id, instance);
    const item = changed.get(id) ?? open.get(id);
    if (item !== undefined) changed.set(id, { ...update(item), updatedAt: event.at });
  };
  if ('instance' in event && event.instance !== undefined) {
    change(event.instance, (item) => ({
      ...item,
      ...itemChangeOf(event, lease),
      ordinal: ordinalOf(item, appliedEvent),
    }));
  }
  for (const effect of effects) {
    if (effect.kind === 'withdraw') change(effect.instance, withdrawn);
    else if (effect.kind === 'offer') {
      const id = itemId(record.id, effect.instance);
      changed.set(id, itemOf(record, id, effect, event.at, changed.get(id) ?? open.get(id), lease));
    }
  }
  if (effects.some(isFinish) || state.status !== 'running') {
    for (const item of [...open.values(), ...changed.values()]) {
      if (item.reason !== 'approval') change(item.instance, withdrawn);
    }
  }
  return changed;
}

export function projectRecord(record: RunRecord, seq: number, state: RunState, openItems: number): RunRecord {
  const ended =
    state.status === 'running' || state.status === 'created' ? null : (record.endedAt ?? state.at);
  const progress: Partial<RunRecord> = {
    seq,
    status: state.status,
    suspended: state.suspended,
    updatedAt: state.at,
    endedAt: ended,
    due: ended === null ? nextDue(state) : null,
    calls: ended === null ? countUnanswered(state) : 0,
    items: openItems,
    failure: state.failure?.code ?? null,
  };
  // For every event: a plain copy of a large record costs a third of one with other fields.
  return Object.assign({ ...record }, progress);
}

export const isOpen = ({ state }: WorkItem): boolean => state === 'offered' || state === 'held';

/** A call was requested, and has no outcome yet. */
export const isUnanswered = ({ phase, late }: Instance): boolean => phase === 'calling' || late === 'awaited';

const isFinish = ({ kind }: Effect): boolean => kind === 'finish';

function itemOf(
  { tenant, id: run, workflow }: RunRecord,
  id: string,
  offer: OfferEffect,
  at: number,
  before: WorkItem | undefined,
  lease: number | null,
): WorkItem {
  const { instance, net, task, reason, item, input, whom, index, ordinal, lineage, group, holder } = offer;
  return {
    tenant,
    id,
    run,
    workflow,
    instance,
    net,
    task,
    reason,
    item,
    input,
    // The holder keeps the item, even if variables have changed.
    whom: before?.reason === reason ? before.whom : whom,
    index,
    ordinal,
    lineage,
    group,
    state: holder === '' ? 'offered' : 'held',
    ending: '',
    paused: before?.paused ?? false,
    holder,
    lease: holder === '' ? null : (before?.lease ?? lease),
    token: holder === '' ? '' : (before?.token ?? ''),
    declinedBy: before?.reason === reason ? before.declinedBy : [],
    createdAt: before?.createdAt ?? at,
    updatedAt: at,
  };
}

function itemChangeOf(event: RunEvent, lease: number | null): Partial<WorkItem> {
  switch (event.kind) {
    case 'itemHeld':
      return { state: 'held', holder: event.by ?? '', lease, token: '' };
    case 'itemDelegated':
      return { state: 'held', holder: event.to, lease, token: '' };
    case 'itemReleased':
    case 'itemRolledBack':
      return { state: 'offered', holder: '', lease: null, token: '' };
    case 'itemSuspended':
      return { paused: true };
    case 'itemResumed':
      return { paused: false };
    case 'itemCompleted':
      return ended('completed');
    case 'itemForced':
      return { ...ended('completed'), ending: 'forced' };
    case 'itemFailed':
      return ended('failed');
    case 'itemSkipped':
      return ended('skipped');
    default:
      return {};
  }
}

const ended = (state: ItemState): Partial<WorkItem> => ({ state, paused: false, lease: null });

function countUnanswered({ instances }: RunState): number {
  let count = 0;
  for (const instance of instances) if (isUnanswered(instance)) count += 1;
  return count;
}

function nextDue({ instances }: RunState): number | null {
  let next: number | null = null;
  for (const { due, deadline } of instances) {
    if (due !== null && (next === null || due < next)) next = due;
    if (deadline !== null && (next === null || deadline < next)) next = deadline;
  }
  return next;
}
