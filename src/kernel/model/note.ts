/**
 * Notes about the inside of a step, for timelines, audit and process mining. Notes are stored with the event and never
 * folded: no state depends on them. Tasks are named, instances numbered.
 */
import type { Failure } from './failure.ts';

interface OfTask {
  readonly frame: number;
  readonly task: string;
}

interface OfInstance extends OfTask {
  readonly instance: number;
}

export type Note =
  /** An offer was opened; its tokens are still available to its rivals. */
  | (OfInstance & { readonly kind: 'enabled' })
  | (OfInstance & { readonly kind: 'started'; readonly attempt: number })
  | (OfInstance & { readonly kind: 'completed' })
  | (OfInstance & { readonly kind: 'failed'; readonly failure: Failure; readonly retryAt: number | null })
  | (OfInstance & { readonly kind: 'skipped' })
  | (OfInstance & { readonly kind: 'cancelled' })
  /** A timer fired whose only action is to note it. */
  | (OfInstance & { readonly kind: 'expired' })
  /** A flow was taken; `to` is the place or null. `caught`: by the task's catch. */
  | (OfTask & { readonly kind: 'flow'; readonly to: string | null; readonly caught: boolean })
  /** A flow was not taken because its guard was false. */
  | (OfTask & { readonly kind: 'guardFalse'; readonly to: string | null })
  /** The seed chose between competing tasks or between input places of one task: `taken` is the choice. */
  | (OfTask & { readonly kind: 'chosen'; readonly taken: string; readonly among: readonly string[] })
  | { readonly kind: 'leftover'; readonly frame: number; readonly place: string; readonly count: number }
  /** An undo ended, with the failure if it failed. `instance` is what was undone. */
  | (OfInstance & { readonly kind: 'undone'; readonly failure: Failure | null })
  | { readonly kind: 'frameEnded'; readonly frame: number; readonly net: string; readonly outcome: Outcome };

export type Outcome = 'completed' | 'failed' | 'cancelled';
