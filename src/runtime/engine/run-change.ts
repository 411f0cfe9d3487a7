/** What a commit changes of a run, for whoever announces it. */
import type { RunState } from '../../kernel/index.ts';
import type { RunRecord } from '../ports/run-record.ts';
import type { ItemState, WorkItem } from '../ports/work-item.ts';

export interface RunChange {
  /** As it is afterwards. */
  readonly record: RunRecord;
  readonly state: RunState;
  readonly isNew: boolean;
  /** In the order in which they happened. What a copy brings along happened elsewhere and is none. */
  readonly transitions: readonly RunTransition[];
  /** Those that are open afterwards. */
  openItems(): Iterable<WorkItem>;
}

/** `seq`: events of the journal after it. */
export type RunTransition =
  | {
      readonly kind: 'status';
      readonly seq: number;
      /** Null where the run is new. */
      readonly before: RunState['status'] | null;
      /** Right after it. */
      readonly state: RunState;
    }
  | {
      readonly kind: 'item';
      readonly seq: number;
      /** Null where it was not open. */
      readonly before: ItemState | null;
      /** Right after it. */
      readonly item: WorkItem;
    };
