/**
 * The state of a run: plain JSON, everything that the next event can depend on and nothing else.
 * Frames and instances are sorted by id; ids come from one counter and are never used again.
 */
import type { Failure } from './failure.ts';
import type { Payload } from './payload.ts';

export type RunStatus = 'created' | 'running' | 'completed' | 'failed' | 'cancelled';

export interface RunState {
  readonly semantics: 1;
  readonly status: RunStatus;
  readonly suspended: boolean;
  /** Time of the last event. */
  readonly at: number;
  readonly seed: number;
  /** Random numbers drawn so far. */
  readonly draws: number;
  /** Next id of a frame or an instance. */
  readonly next: number;
  readonly frames: readonly Frame[];
  readonly instances: readonly Instance[];
  readonly signals: readonly Signal[];
  readonly bindings: { readonly [operation: string]: string };
  readonly output: Payload;
  readonly failure: Failure | null;
}

export interface Signal {
  readonly name: string;
  readonly payload: Payload;
}

/**
 * `active` plays; `settling` has failed and lets running branches end; `collapsing` has failed and is about to
 * cancel what runs. `completing`, `failing`, `cancelling` and `reverting` (cancelled, and asked to undo) wait for
 * calls that may still succeed and for undo; `ended` is a finished root.
 */
export type FramePhase =
  | 'active'
  | 'settling'
  | 'collapsing'
  | 'completing'
  | 'failing'
  | 'cancelling'
  | 'reverting'
  | 'ended';

/** One active net. */
export interface Frame {
  readonly id: number;
  /** Index of the net in the program. */
  readonly net: number;
  /** The instance whose work this frame is; 0 for the root. */
  readonly parent: number;
  /** The frame of that instance; 0 for the root. */
  readonly above: number;
  /** 1 for the root. */
  readonly depth: number;
  readonly phase: FramePhase;
  /** Places by index, ascending, one entry per token. */
  readonly tokens: readonly number[];
  /** Tasks by index, ascending, that have consumed and not yet ended. */
  readonly busy: readonly number[];
  /** Instances of any phase that belong here; and those among them that only drain, undo or are kept as failed. */
  readonly live: number;
  readonly idle: number;
  /** Executions counted so far: the ordinals of its instances. */
  readonly children: number;
  /** Variables by slot; null is unset. */
  readonly slots: readonly (Payload | null)[];
  /** Firings of the tasks on cycles, by their visit slot. */
  readonly visits: readonly number[];
  readonly undo: readonly UndoEntry[];
  readonly failure: Failure | null;
  readonly result: Payload | null;
}

/** Something done that can be undone. Arguments were taken when it was done. */
export interface UndoEntry {
  readonly instance: number;
  readonly net: number;
  readonly task: number;
  readonly input: Payload;
}

/**
 * `open`: offered without having consumed · `ready`: to be started · `calling` · `doubt`: nobody knows what
 * became of the call · `offered` · `held` · `nested`: its frame plays · `waiting` · `backoff`: until the next
 * try · `group`: the instances of an `each` · `failed`: kept for a reopening · `parked`: interrupted by the
 * run's failure.
 */
export type InstancePhase =
  | 'open'
  | 'ready'
  | 'calling'
  | 'doubt'
  | 'offered'
  | 'held'
  | 'nested'
  | 'waiting'
  | 'backoff'
  | 'group'
  | 'failed'
  | 'parked';

/** One execution of a task, of one item of an `each`, or of an undo. */
export interface Instance {
  readonly id: number;
  readonly frame: number;
  /** Index of the task in the net of its frame. Of an undo: of the net in `undoes`. */
  readonly task: number;
  /** The group that it belongs to; 0 outside an `each`. */
  readonly group: number;
  /** Position in the list of an `each`; -1 elsewhere. */
  readonly index: number;
  /** Which execution in its frame it is, from 1; 0 for groups, undo, and offers that have not taken their tokens. */
  readonly ordinal: number;
  readonly phase: InstancePhase;
  /** Cancelled or timed out, but its call may still succeed: it no longer keeps its task busy. */
  readonly draining: boolean;
  /** Try under way, from 1. */
  readonly attempt: number;
  /**
   * Until the next try begins: the last one ended without an answer, which may still come (`awaited`); or nobody
   * knows what became of it (`unknown`).
   */
  readonly late: 'no' | 'awaited' | 'unknown';
  /** The deadline over all tries has passed: there is no further one. */
  readonly expired: boolean;
  readonly input: Payload | null;
  /** Who holds the item; empty where nobody does. */
  readonly holder: string;
  readonly paused: boolean;
  /** When the wait or the backoff ends; null where no such timer runs. */
  readonly due: number | null;
  readonly deadline: number | null;
  /** Name of the signal that a wait listens to; empty where none. */
  readonly signal: string;
  /** The frame that plays its work; 0 where none. */
  readonly child: number;
  readonly undoes: UndoEntry | null;
  readonly each: Group | null;
}

/** The list side of an `each`. Finished instances leave only their result. */
export interface Group {
  /** Null where there is no list. */
  readonly items: Payload | null;
  /** Items added while under way. */
  readonly added: readonly Payload[];
  readonly total: number;
  /** Instances created so far. */
  readonly created: number;
  /** Instances under way; and all that still exist, draining ones included. */
  readonly active: number;
  readonly members: number;
  readonly completed: number;
  readonly max: number;
  /** 0: none. */
  readonly threshold: number;
  readonly concurrency: number;
  /** By position; null where there is no result. */
  readonly results: readonly (Payload | null)[];
  readonly failures: readonly InstanceFailure[];
  /** Position of the instance that completed last; -1 before the first. */
  readonly last: number;
}

export interface InstanceFailure {
  readonly index: number;
  readonly failure: Failure;
}
