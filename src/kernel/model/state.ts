/**
 * The state of a run: plain JSON, everything that the next event can depend on and nothing else. Frames and instances are
 * sorted by id; ids come from one counter and are never reused.
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
 * `active` plays; `settling` has failed and lets running branches end; `collapsing` has failed and is about to cancel
 * running branches. `completing`, `failing`, `cancelling` and `reverting` (cancelled with undo) wait for calls that may
 * still succeed and for undo; `ended` is a finished root.
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
  /** Its instances of any phase; and those among them that only drain, undo or are kept as failed. */
  readonly live: number;
  readonly idle: number;
  /** Number of executions so far: the ordinals of its instances. */
  readonly children: number;
  /** Variables by slot; null is unset. */
  readonly slots: readonly (Payload | null)[];
  /** Firings of the tasks on cycles, by their counter index. */
  readonly visits: readonly number[];
  readonly undo: readonly UndoEntry[];
  readonly failure: Failure | null;
  readonly result: Payload | null;
}

/** Completed work that can be undone. The arguments were computed at its completion. */
export interface UndoEntry {
  readonly instance: number;
  readonly net: number;
  readonly task: number;
  readonly input: Payload;
}

/**
 * `open`: offered without having consumed · `ready`: to be started · `calling` · `doubt`: the outcome of the call is
 * unknown · `offered` · `held` · `nested`: its frame plays · `waiting` · `backoff`: until the next attempt · `group`: the
 * instances of an `each` · `failed`: kept for a reopening · `parked`: interrupted by the run's failure.
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
  /** Its group; 0 outside an `each`. */
  readonly group: number;
  /** Position in the list of an `each`; -1 elsewhere. */
  readonly index: number;
  /** Ordinal of the execution in its frame, from 1; 0 for groups, undo, and offers that have not taken their tokens. */
  readonly ordinal: number;
  readonly phase: InstancePhase;
  /** Cancelled or timed out, but its call may still succeed: it no longer keeps its task busy. */
  readonly draining: boolean;
  /** Current attempt, from 1. */
  readonly attempt: number;
  /**
   * Until the next attempt begins: the last one ended without an answer, which may still arrive (`awaited`); or its
   * outcome is unknown (`unknown`).
   */
  readonly late: 'no' | 'awaited' | 'unknown';
  /** The deadline over all attempts has passed: there are no further ones. */
  readonly expired: boolean;
  readonly input: Payload | null;
  /** The holder of the item; empty if there is none. */
  readonly holder: string;
  readonly paused: boolean;
  /** When the wait or the backoff ends; null if no such timer runs. */
  readonly due: number | null;
  readonly deadline: number | null;
  /** Name of the signal that a wait expects; empty if none. */
  readonly signal: string;
  /** The frame of its work; 0 if none. */
  readonly child: number;
  readonly undoes: UndoEntry | null;
  readonly each: Group | null;
}

/** The list part of an `each`. Finished instances leave only their result. */
export interface Group {
  /** Null if there is no list. */
  readonly items: Payload | null;
  /** Items added while it is active. */
  readonly added: readonly Payload[];
  readonly total: number;
  /** Instances created so far. */
  readonly created: number;
  /** Active instances; and all that still exist, including draining ones. */
  readonly active: number;
  readonly members: number;
  readonly completed: number;
  readonly max: number;
  /** 0: none. */
  readonly threshold: number;
  readonly concurrency: number;
  /** By position; null if there is no result. */
  readonly results: readonly (Payload | null)[];
  readonly failures: readonly InstanceFailure[];
  /** Position of the instance that completed last; -1 before the first. */
  readonly last: number;
}

export interface InstanceFailure {
  readonly index: number;
  readonly failure: Failure;
}
