/** Something that a person or an agent must do, as it is kept: a projection of the journal, plus the lease. */
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
  /** `work`: the task's own. `doubt`: what became of a call? `approval`: given in what was forked, to be given again. */
  readonly reason: 'work' | 'doubt' | 'approval';
  /** What it is, with which form: made by the language. */
  readonly item: Json;
  readonly input: Payload;
  /** For whom it is, where that was computed; null where it was not. */
  readonly whom: Payload;
  readonly index: number;
  /** Which execution in its frame it is, from 1; 0 before it has taken its tokens. */
  readonly ordinal: number;
  /** The executions around it, by their ordinals, from the root frame down. */
  readonly lineage: readonly number[];
  /** Of one instance of an `each`: the instance that stands for all of them; 0 elsewhere. */
  readonly group: number;
  readonly state: ItemState;
  readonly ending: ItemEnding;
  readonly paused: boolean;
  /** Who holds it; empty where nobody does. */
  readonly holder: string;
  /** Until when; null where it is held without end, or not held. */
  readonly lease: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export type ItemState = 'offered' | 'held' | 'completed' | 'failed' | 'skipped' | 'withdrawn';

/**
 * How it ended, where its state does not tell. `forced`: completed, but not by an answer. `divided`: its instances stand
 * for it. Withdrawn after it had taken its tokens: it was `cancelled`, its net completed without it (`left-over`), or its
 * run ended otherwise (`run-ended`). Empty where the state tells all.
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
  /** Oldest first; `after` is the id of the last one of the page before. */
  search(tenant: string, query: ItemQuery, page: ItemPage): Promise<readonly WorkItem[]>;
  count(tenant: string, query: ItemQuery): Promise<number>;
}

export interface ItemPage {
  readonly after?: string;
  /** When that one was created: with it the pages go on although it has been purged meanwhile. */
  readonly afterCreatedAt?: number;
  readonly limit: number;
}
