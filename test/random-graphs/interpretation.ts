/** The input and the recorded events of one interpretation. */
import type { Failure } from '../../src/kernel/model/failure.ts';
import type { Json } from '../../src/kernel/model/json.ts';
import type { DocumentData } from './document-data.ts';
import type { OutcomeScript } from './outcome-script.ts';
import type { VirtualTime } from './virtual-time.ts';

export interface Interpretation {
  readonly document: DocumentData;
  readonly script: OutcomeScript;
  readonly time: VirtualTime;
  readonly seen: Observation[];
  /** Number of calls of each operation and of questions of each node. */
  readonly counts: Map<string, number>;
  /** Whether some work may or may not be waited for, so that the time of the end is not promised. */
  isTimingUnspecified: boolean;
  /** Whether that, or the number of calls, affects later events: then nothing is promised. */
  isUnspecified: boolean;
}

/** An event with its time and position. */
export interface Observation {
  readonly kind: 'called' | 'asked' | 'ran' | 'undid';
  /** The operation, or the node. */
  readonly name: string;
  readonly input: Json;
  readonly at: number;
  readonly frame: Frame;
  /** Its frame was cancelled at the same time: their order is not promised. */
  optional: boolean;
}

/**
 * A unit that succeeds, fails and is undone as a whole: a run of a workflow, a parallel, a compensation, one pass of
 * a loop.
 */
export interface Frame {
  readonly above: Frame | null;
  readonly below: Set<Frame>;
  phase: 'active' | 'ending' | 'over';
  /** Undo actions, in the order of the completed work. */
  undo: UndoCall[];
  /** Running calls that must be undone if they succeed. */
  readonly undoable: Set<UndoableCall>;
  /** Work that it waits for before it ends. */
  awaited: number;
  onIdle: () => void;
}

export interface UndoCall {
  readonly operation: string;
  readonly input: Json;
}

/** Receives the cancellation of its frame, and reports when it has ended. */
export interface UndoableCall {
  readonly begun: number;
  abandon(over: () => void): void;
}

export type Outcome =
  | { readonly kind: 'completed'; readonly value: Json }
  | { readonly kind: 'skipped' }
  /** More than one if several failures happened at the same time: any of them may count. */
  | { readonly kind: 'failed'; readonly failures: readonly Failure[] };

export type Done = (outcome: Outcome) => void;

export function observe(
  { seen, time }: Interpretation,
  frame: Frame,
  kind: Observation['kind'],
  name: string,
  input: Json = null,
): void {
  seen.push({ kind, name, input, at: time.now(), frame, optional: false });
}

/** The n-th of a list, counted over the whole run; after the last, the last. */
export function nextScripted<T>(
  { counts }: Interpretation,
  name: string,
  list: readonly T[] | undefined,
): T | undefined {
  const count = counts.get(name) ?? 0;
  counts.set(name, count + 1);
  return list?.[Math.min(count, list.length - 1)];
}
