/**
 * A program: what every definition language compiles to, and all that the kernel knows of a workflow.
 * Plain JSON, so it can be hashed, stored, diffed and sent. Lists, not objects, wherever order could matter.
 */
import type { Json } from './json.ts';

export interface Program {
  /** Which edition of the kernel's rules it was compiled for. `link` refuses one that it does not know. */
  readonly semantics: 1;
  readonly root: string;
  readonly nets: readonly Net[];
  readonly limits?: Limits;
  /**
   * What an order about an item (or the start) leads to and what cannot be computed: fails what it is in (default), or,
   * where that would fail the run, refuses the order.
   */
  readonly onMisfit?: 'fail' | 'refuse';
  /** What its expressions have in common, for the evaluators that they name: opaque to the kernel. */
  readonly shared?: Json;
}

/** Bounds of a run [K12]. Every one has a default; see `limits.ts`. */
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
  /** Markings that one OR-join decision may look at. */
  readonly orJoin?: number;
  /** Steps that evaluators may take for all expressions of one event. */
  readonly effort?: number;
}

export interface Net {
  readonly id: string;
  readonly input: string;
  readonly output: string;
  readonly places: readonly Place[];
  readonly tasks: readonly Task[];
  readonly variables: readonly Variable[];
  /** What a frame of this net gives to its parent (or the run to its caller). Null where absent. */
  readonly result?: Expression;
  /** After a failure: cancel what runs, or let running branches end first. */
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
  /** May (`optional`) or must (`required`) be given when a frame of this net starts. */
  readonly parameter?: 'required' | 'optional';
}

/** Where something stands in the text that it was compiled from. */
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
  /** Of an OR-join: tasks whose start it does not wait for, because what comes through them belongs to another pass. */
  readonly ignores?: readonly string[];
  readonly retry?: Retry;
  readonly catch?: Catch;
  readonly undo?: Undo;
  readonly timeout?: Timeout;
  /** Firings per frame, where the task is on a cycle; the program's limit where absent. */
  readonly visits?: number;
  /** What to do when the work's input needs a name that is unset: fail (default), or skip the work. */
  readonly onUnset?: 'fail' | 'skip';
  readonly source?: Source;
}

/** A way out of a task. `to: null` ends the path without a token. */
export interface Flow {
  readonly to: string | null;
  readonly guard?: Expression;
  /** Guards are tried in this order, then in list order. */
  readonly order?: number;
  /** Taken when no guard holds. */
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
  /** A call whose outcome nobody knows: repeat it, ask an operator, or let it fail. */
  readonly onUncertain: 'retry' | 'ask' | 'fail';
}

export interface OfferWork {
  readonly kind: 'offer';
  /** What the item is, for whom, with which form: opaque to the kernel. */
  readonly item: Json;
  readonly input?: Expression;
  /**
   * When it takes its tokens: when it is offered (default), or when somebody holds it. An offer that shares an
   * input place with another task always waits for the hold [K11.1].
   */
  readonly takes?: 'offer' | 'hold';
  /** What it shows before it has taken its tokens; `input` where absent. Of an `each`: nothing where absent. */
  readonly enabling?: Expression;
  /** For whom it is, as far as that depends on variables: computed whenever it is offered. No value: nobody is named. */
  readonly whom?: Expression;
  /** Its output when it is skipped, forced or expires without one; sees `$input`. No output where absent. */
  readonly unfinished?: Expression;
}

/** Fails with `{code, message, data?, retryable?}`: what the expression gives. */
export interface FailWork {
  readonly kind: 'fail';
  readonly failure: Expression;
}

export interface NetWork {
  readonly kind: 'net';
  readonly net: string;
  /** Own variables; the parent's variables; or read through to the parent and write locally. */
  readonly scope: 'own' | 'share' | 'inherit';
  readonly input?: readonly Assign[];
}

/** Waits for a time, for a signal, or for whichever comes first. */
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
  /** The list to go over. Absent: `min` instances without an item. */
  readonly items?: Expression;
  readonly min?: Bound;
  readonly max?: Bound;
  /** Completions that end the task. */
  readonly threshold?: Bound;
  /** Instances under way at once. */
  readonly concurrency?: Bound;
  readonly create: 'static' | 'dynamic';
  readonly failures: 'abort' | 'continue';
  /** What one instance adds to the list of results; its output where absent. */
  readonly collect?: Expression;
}

/** Repeats after a failure [K7]: `limit` counts the repeats, not the first try. */
export interface Retry {
  readonly limit: number;
  readonly delay: number;
  readonly backoff: 'fixed' | 'linear' | 'exponential';
  /** Of the exponential; 2 where absent. */
  readonly factor?: number;
  /** Longest delay. */
  readonly cap?: number;
  /** Share of the delay, 0 to 1, that is taken off at random. */
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
  /** Evaluated when the work has succeeded; sees `$output` and `$input`. */
  readonly input?: Expression;
  readonly retry?: Retry;
  /** As for calls; `ask` where absent. */
  readonly onUncertain?: 'retry' | 'ask' | 'fail';
  /** When this undo fails, what was done before it is not undone. */
  readonly required?: boolean;
}

export interface Timeout {
  /**
   * Milliseconds from the moment that `from` names; or `until`, milliseconds since 1970. One of both. Where it
   * gives null there is no timer.
   */
  readonly after?: Expression;
  readonly until?: Expression;
  /** Of an offer: when it is offered (default), or when somebody holds it; or an expression that gives one of these. */
  readonly from?: DeadlineStart | Expression;
  /** Of one that counts from the hold: whether it stops when the item is given back (default), or goes on. */
  readonly onRelease?: 'stop' | 'go-on';
  /** Fail (default); finish an item without output (skipped, or forced when held); or only note it. */
  readonly onExpiry?: 'fail' | 'finish' | 'note';
  /** Variable that follows the timer: active, then closed or expired. Never goes back. */
  readonly status?: string;
}

export type DeadlineStart = 'start' | 'hold';

export interface Assign {
  readonly to: string;
  readonly value: Expression;
}

/**
 * A value computed from variables. `read` copies (a reference stays a reference), `value` is a constant, `record`
 * puts an object together from parts that may stay references, `eval` is compiled by the evaluator that it names.
 * `reads` lists the names that it looks at, so data flow can be analysed without knowing the evaluator; `optional`
 * those among them that it can do without.
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

/** Names that are no variables: what surrounds an instance. Variables never begin with a dollar sign. */
export type ContextName = '$item' | '$index' | '$input' | '$output' | '$last' | '$failures';
