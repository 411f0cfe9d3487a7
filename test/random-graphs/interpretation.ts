/** What one interpretation goes by, and what it has seen so far. */
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
  /** How often each operation was called and each node has asked. */
  readonly counts: Map<string, number>;
  /** Whether something may or may not be waited for, so that the moment of the end is nobody's promise. */
  isTimingUnspecified: boolean;
  /** Whether that, or what was called how often, decides about what comes later: then nothing is promised. */
  isUnspecified: boolean;
}

/** Something that happened, when, and where. */
export interface Observation {
  readonly kind: 'called' | 'asked' | 'ran' | 'undid';
  /** The operation, or the node. */
  readonly name: string;
  readonly input: Json;
  readonly at: number;
  readonly frame: Frame;
  /** Its frame was broken off in the same moment: which of both came first is nobody's promise. */
  optional: boolean;
}

/** What succeeds, fails and is undone as one: a run of a workflow, a parallel, a compensation, one pass of a loop. */
export interface Frame {
  readonly above: Frame | null;
  readonly below: Set<Frame>;
  phase: 'active' | 'ending' | 'over';
  /** How to undo what was done, in the order in which it was done. */
  undo: UndoCall[];
  /** Calls under way that have to be undone should they succeed. */
  readonly undoable: Set<UndoableCall>;
  /** What it waits for before it is over. */
  awaited: number;
  onIdle: () => void;
}

export interface UndoCall {
  readonly operation: string;
  readonly input: Json;
}

/** Told that its frame was broken off, it tells when it is done with. */
export interface UndoableCall {
  readonly begun: number;
  abandon(over: () => void): void;
}

export type Outcome =
  | { readonly kind: 'completed'; readonly value: Json }
  | { readonly kind: 'skipped' }
  /** More than one where several things failed at the same moment: any of them may be the one that counts. */
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

/** The n-th of a list, by a count that goes over the whole run; from the last on, the last. */
export function nextScripted<T>(
  { counts }: Interpretation,
  name: string,
  list: readonly T[] | undefined,
): T | undefined {
  const count = counts.get(name) ?? 0;
  counts.set(name, count + 1);
  return list?.[Math.min(count, list.length - 1)];
}
