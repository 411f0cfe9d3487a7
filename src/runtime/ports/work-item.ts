/** A stored work item, which a person or an agent must do: a projection of the journal, plus the lease. */
import type { Json, Payload } from '../../kernel/index.ts';

export interface WorkItem {
  readonly tenant: string;
  /** Unique among all items. */
  readonly id: string;
  readonly run: string;
  readonly workflow: string;
  readonly instance: number;
  readonly net: string;
  readonly task: string;
  /**
   * `work`: of the task. `doubt`: asks for the unknown outcome of a call. `approval`: given in the original, to be
   * repeated in the fork.
   */
  readonly reason: 'work' | 'doubt' | 'approval';
  /** Its kind and its form: created by the language. */
  readonly item: Json;
  readonly input: Payload;
  /** The computed assignees; `null` if none were computed. */
  readonly whom: Payload;
  readonly index: number;
  /** Ordinal of the execution in its frame, from 1; 0 before it has taken its tokens. */
  readonly ordinal: number;
  /** The ordinals of the enclosing executions, from the root frame down. */
  readonly lineage: readonly number[];
  /** Of one instance of an `each`: the instance that represents the group; otherwise 0. */
  readonly group: number;
  readonly state: ItemState;
  readonly ending: ItemEnding;
  readonly paused: boolean;
  /** Empty if it is not held. */
  readonly holder: string;
  /** When the lease ends; `null` if it has no end, or is not held. */
  readonly lease: number | null;
  /** Only requests of the holder with this token change it while it is held; empty if it was taken without one. */
  readonly token: string;
  /** Subjects whose user declined to answer it in a form: none of them may answer in the user's place. */
  readonly declinedBy: readonly string[];
  readonly createdAt: number;
  readonly updatedAt: number;
}

export type ItemState = 'offered' | 'held' | 'completed' | 'failed' | 'skipped' | 'withdrawn';

/**
 * How it ended, if its state does not say so. `forced`: completed without an answer. `divided`: replaced by its
 * instances. Withdrawn after it had taken its tokens: it was `cancelled`, its net completed without it (`left-over`),
 * or its run ended otherwise (`run-ended`). Otherwise empty.
 */
export type ItemEnding = '' | 'forced' | 'divided' | 'cancelled' | 'left-over' | 'run-ended';

export interface ItemQuery {
  readonly run?: string;
  readonly task?: string;
  readonly lineage?: readonly number[];
  readonly ordinal?: number;
  readonly group?: number;
  readonly workflow?: string;
  readonly states?: readonly ItemState[];
  readonly holder?: string;
  readonly reason?: WorkItem['reason'];
}

export interface WorkItems {
  find(tenant: string, id: string): Promise<WorkItem | undefined>;
  /** Oldest first; `after` is the id of the last one of the previous page. */
  search(tenant: string, query: ItemQuery, page: ItemPage): Promise<readonly WorkItem[]>;
  count(tenant: string, query: ItemQuery): Promise<number>;
}

export interface ItemPage {
  readonly after?: string;
  /** When that item was created: with it paging works even if the item was purged. */
  readonly afterCreatedAt?: number;
  readonly limit: number;
}
