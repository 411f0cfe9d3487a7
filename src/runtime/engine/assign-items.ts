/**
 * Assigns new work items to their holders in the same commit that offers them. An item that has an assignee is never
 * visible as offered [Y6.1].
 */
import type { JournalEntry } from '../ports/journal.ts';
import type { RunRecord } from '../ports/run-record.ts';
import type { WorkItem } from '../ports/work-item.ts';
import type { DraftRun } from './draft-run.ts';
import { itemId } from './project.ts';

/** The assignee of an item that was not requested; empty if the item stays on offer. */
export type FindHolder = (item: WorkItem, run: UncommittedRun) => Promise<string>;

export interface UncommittedRun {
  /** As stored. */
  readonly record: RunRecord;
  /** Events since then. */
  readonly entries: readonly JournalEntry[];
}

/**
 * If an assignment fails, the item stays on offer: the events before it remain valid.
 * @param from number of effects already processed
 */
export async function assignItems(
  draft: DraftRun,
  from: number,
  now: number,
  findHolder: FindHolder,
  report: (message: string, cause: unknown) => void,
): Promise<void> {
  // An assignment may create new offers.
  for (let at = from; at < draft.effects.length; at++) {
    const effect = draft.effects[at];
    if (effect?.kind !== 'offer' || effect.reason !== 'work' || effect.holder !== '') continue;
    const { instance } = effect;
    const item = draft.findItem(itemId(draft.record.id, instance));
    if (item?.state !== 'offered' || item.paused) continue;
    try {
      const to = await findHolder(item, { record: draft.base, entries: draft.entries });
      if (to !== '') await draft.advance({ kind: 'itemDelegated', at: draft.at(now), instance, to });
    } catch (error) {
      report(`The work item ${item.id} could not be assigned and stays on offer.`, error);
    }
  }
}
