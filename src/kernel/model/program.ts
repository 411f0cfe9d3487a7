/**
 * A program: the compilation target of every definition language, and all that the kernel knows of a workflow. Plain
 * JSON, so it can be hashed, stored, diffed and sent. Lists, not objects, wherever order could matter.
 */
import type { Json } from './json.ts';

export interface Program {
  /** Edition of the kernel's rules that it was compiled for. `link` refuses an unknown one. */
  readonly semantics: 1;
  readonly root: string;
  readonly nets: readonly Net[];
  readonly limits?: Limits;
  /**
   * What happens if a request about an item (or the start) leads to an expression that cannot be computed: fail
   * (default), or refuse the request if it would fail the run.
   */
  readonly onMisfit?: 'fail' | 'refuse';
  /** Settings shared by its expressions, for their evaluators: opaque to the kernel. */
  readonly shared?: Json;
}

/** Limits of a run [K12]. Each has a default; see `link/limits.ts`. */
export interface Limits {
  /** Firings of one task on a cycle, per frame. */
  readonly visits?: number;
  /** Internal steps (firings, starts) that one event may cause. */
  readonly steps?: number;
  /** Length of the JSON text of one value. */
  readonly payload?: number;
  /** Frames inside frames. */
  readonly depth?: number;
  /** Instances of one `each`. */
  readonly instances?: number;
  /** Tokens in one frame. */
  readonly tokens?: number;
  /** Signals kept for a wait that has not begun. */
  readonly signals?: number;
  /** Markings that one OR-join decision may examine. */
  readonly orJoin?: number;
  /** Steps that evaluators may use for all expressions of one event. */
  readonly effort?: number;
}

export interface Net {
  readonly id: string;
  readonly input: string;
  readonly output: string;
  readonly places: readonly Place[];
  readonly tasks: readonly Task[];
  readonly variables: readonly Variable[];
  /** Result of a frame of this net for its parent (or of the run for its caller). Default: null. */
  readonly result?: Expression;
  /** After a failure: cancel running branches, or let them end first. */
  readonly onFailure: 'abort' | 'settle';
}

export interface Place {
  readonly id: string;
  readonly source?: Source;
}

export interface Variable {
  readonly name: string;
  /** Value at the start of a frame. Absent: unset, which is not null. */
  readonly initial?: Json;
  /** May (`optional`) or must (`required`) be passed when a frame of this net starts. */
  readonly parameter?: 'required' | 'optional';
}

/** Position in the source text. */
export interface Source {
  readonly line: number;
  readonly column: number;
}

export type Routing = 'and' | 'xor' | 'or';

export interface Task {
  readonly id: string;
  /** Input places. */
  readonly from: readonly string[];
  readonly join: Routing;
  readonly split: Routing;
  readonly flows: readonly Flow[];
  readonly work: Work;
  readonly each?: Each;
  /** Assignments made when the task completes; they see `$output`. */
  readonly outputs?: readonly Assign[];
  readonly cancels?: CancelRegion;
  /** Of an OR-join: tasks whose start it does not wait for, because their tokens belong to another pass. */
  readonly ignores?: readonly string[];
  readonly retry?: Retry;
  readonly catch?: Catch;
  readonly undo?: Undo;
  readonly timeout?: Timeout;
  /** Firings per frame, if the task is on a cycle. Default: the program's limit. */
  readonly visits?: number;
  /** If the work's input needs a name that is unset: fail (default), or skip the work. */
  readonly onUnset?: 'fail' | 'skip';
  readonly source?: Source;
}

/** A flow out of a task. `to: null` ends the path without a token. */
export interface Flow {
  readonly to: string | null;
  readonly guard?: Expression;
  /** Guards are tried in this order, then in list order. */
  readonly order?: number;
  /** Taken if no guard is true. */
  readonly default?: boolean;
}

export interface CancelRegion {
  readonly places: readonly string[];
  readonly tasks: readonly string[];
}

export type Work = CallWork | OfferWork | NetWork | WaitWork | { readonly kind: 'pass' } | FailWork;

export interface CallWork {
  readonly kind: 'call';
  /** Absent: bound when the run starts, by the `bindings` of its first event. */
  readonly connector?: string;
  readonly operation: string;
  readonly input?: Expression;
  /** If the outcome of a call is unknown: retry it, ask an operator, or fail. */
  readonly onUncertain: 'retry' | 'ask' | 'fail';
}

export interface OfferWork {
  readonly kind: 'offer';
  /** Description, assignees and form of the item: opaque to the kernel. */
  readonly item: Json;
  readonly input?: Expression;
  /**
   * When it takes its tokens: when it is offered (default), or when it is held. An offer that shares an input place with
   * another task always waits for the hold [K11.1].
   */
  readonly takes?: 'offer' | 'hold';
  /** Input that is shown before it has taken its tokens. Default: `input`; nothing for an `each`. */
  readonly enabling?: Expression;
  /** Assignees that depend on variables: computed at every offer. No value: no restriction by name. */
  readonly whom?: Expression;
  /** Its output if it is skipped, forced or expires without one; sees `$input`. Default: no output. */
  readonly unfinished?: Expression;
}

/** Fails with `{code, message, data?, retryable?}`: the value of the expression. */
export interface FailWork {
  readonly kind: 'fail';
  readonly failure: Expression;
}

export interface NetWork {
  readonly kind: 'net';
  readonly net: string;
  /** Own variables; the parent's variables; or read from the parent and write locally. */
  readonly scope: 'own' | 'share' | 'inherit';
  readonly input?: readonly Assign[];
}

/** Waits for a time, a signal, or the first of both. */
export interface WaitWork {
  readonly kind: 'wait';
  /** Milliseconds from now. */
  readonly for?: Expression;
  /** Milliseconds since 1970. */
  readonly until?: Expression;
  /** Name of the signal. */
  readonly signal?: Expression;
}

export type Bound = number | Expression;

/** Many instances of one task [K6]. */
export interface Each {
  /** The list to iterate over. Absent: `min` instances without an item. */
  readonly items?: Expression;
  readonly min?: Bound;
  readonly max?: Bound;
  /** Completions that end the task. */
  readonly threshold?: Bound;
  /** Concurrent instances. */
  readonly concurrency?: Bound;
  readonly create: 'static' | 'dynamic';
  readonly failures: 'abort' | 'continue';
  /** What one instance adds to the list of results. Default: its output. */
  readonly collect?: Expression;
}

/** Number of OR-joins that together cost as much as everything else. */
export interface Retry {
  readonly limit: number;
  readonly delay: number;
  readonly backoff: 'fixed' | 'linear' | 'exponential';
  /** Base of the exponential backoff. Default: 2. */
  readonly factor?: number;
  /** Maximum delay. */
  readonly cap?: number;
  /** Fraction of the delay, 0 to 1, that is subtracted at random. */
  readonly jitter?: number;
}

/** A flow taken instead of failing. */
export interface Catch {
  readonly to: string | null;
  /** Variable that receives the failure. */
  readonly as?: string;
}

export interface Undo {
  readonly connector?: string;
  readonly operation: string;
  /** Evaluated after the work has succeeded; sees `$output` and `$input`. */
  readonly input?: Expression;
  readonly retry?: Retry;
  /** As for calls. Default: `ask`. */
  readonly onUncertain?: 'retry' | 'ask' | 'fail';
  /** If this undo fails, earlier work is not undone. */
  readonly required?: boolean;
}

export interface Timeout {
  /**
   * Milliseconds from the point that `from` names; or `until`, milliseconds since 1970. Exactly one of both. If it
   * evaluates to null there is no timer.
   */
  readonly after?: Expression;
  readonly until?: Expression;
  /** Of an offer: from the offer (default), or from the hold; or an expression that returns one of these. */
  readonly from?: DeadlineStart | Expression;
  /** If it counts from the hold: whether it stops when the item is released (default), or continues. */
  readonly onRelease?: 'stop' | 'go-on';
  /** Fail (default); finish the item without output (skipped, or forced if held); or only note it. */
  readonly onExpiry?: 'fail' | 'finish' | 'note';
  /** Variable that holds the state of the timer: active, then closed or expired. It never goes back. */
  readonly status?: string;
}

export type DeadlineStart = 'start' | 'hold';

export interface Assign {
  readonly to: string;
  readonly value: Expression;
}

/**
 * A value computed from variables. `read` copies (a reference stays a reference), `value` is a constant, `record` builds
 * an object from parts that may stay references, `eval` is compiled by the evaluator that it names. `reads` lists the
 * names that it reads, so data flow can be analysed without the evaluator; `optional` lists those that may be unset.
 */
export type Expression =
  | { readonly kind: 'read'; readonly name: string }
  | { readonly kind: 'value'; readonly value: Json }
  | { readonly kind: 'record'; readonly fields: readonly Field[] }
  | {
      readonly kind: 'eval';
      readonly evaluator: string;
      readonly source: Json;
      readonly reads: readonly string[];
      readonly optional?: readonly string[];
    };

export interface Field {
  readonly name: string;
  readonly value: Expression;
}

/** Names that are not variables: the context of an instance. Variables never begin with a dollar sign. */
export type ContextName = '$item' | '$index' | '$input' | '$output' | '$last' | '$failures';
