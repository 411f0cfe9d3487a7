/** What a commit changes in a run, for announcements. */
import type { RunState } from '../../kernel/index.ts';
import type { RunRecord } from '../ports/run-record.ts';
import type { ItemState, WorkItem } from '../ports/work-item.ts';

export interface RunChange {
  /** After the commit. */
  readonly record: RunRecord;
  readonly state: RunState;
  readonly isNew: boolean;
  /** In order. Events that a copy adopts happened elsewhere and are not included. */
  readonly transitions: readonly RunTransition[];
  /** The items that are open after the commit. */
  openItems(): Iterable<WorkItem>;
}

/** `seq`: number of events in the journal after it. */
export type RunTransition =
  | {
      readonly kind: 'status';
      readonly seq: number;
      /** `null` if the run is new. */
      readonly before: RunState['status'] | null;
      /** Immediately after it. */
      readonly state: RunState;
    }
  | {
      readonly kind: 'item';
      readonly seq: number;
      /** `null` if it was not open. */
      readonly before: ItemState | null;
      /** Immediately after it. */
      readonly item: WorkItem;
    };
