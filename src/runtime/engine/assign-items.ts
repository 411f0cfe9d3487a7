/**
 * Hands items to those for whom they are as soon as they are on offer, in the very commit that offers them: nobody ever
 * finds one that was offered and not handed out [Y6.1].
 */
import type { JournalEntry } from '../ports/journal.ts';
import type { RunRecord } from '../ports/run-record.ts';
import type { WorkItem } from '../ports/work-item.ts';
import type { DraftRun } from './draft-run.ts';
import { itemId } from './project.ts';

/** To whom an item goes that nobody asked for; empty where it stays on offer. */
export type FindHolder = (item: WorkItem, run: UncommittedRun) => Promise<string>;

export interface UncommittedRun {
  /** As the store has it. */
  readonly record: RunRecord;
  /** What has happened since. */
  readonly entries: readonly JournalEntry[];
}

/**
 * Where it does not work out, the item stays on offer: what led to it has happened all the same.
 * @param from how many effects were looked at before
 */
export async function assignItems(
  draft: DraftRun,
  from: number,
  now: number,
  findHolder: FindHolder,
  report: (message: string, cause: unknown) => void,
): Promise<void> {
  // What is handed out may bring new offers.
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
      report(`The work item ${item.id} stays on offer: it could not be handed out.`, error);
    }
  }
}
