/** An event of a case in the log: who did what, to which part of the case, and when. */
import type { Failure } from '../../kernel/index.ts';
import type { LoggedKind } from './event-kinds.ts';

export interface LoggedEvent {
  readonly kind: LoggedKind;
  /** Number of the journal entry. */
  readonly seq: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Empty if the engine did it. */
  readonly by: string;
  readonly correlationId: string;
  /** The net and the task; both empty if it concerns the whole case. */
  readonly net: string;
  readonly task: string;
  /** Number of the instance in its case; 0 if it concerns the whole case. */
  readonly instance: number;
  /** It concerns a work item: an offer of the instance, or a question about its call. */
  readonly isItem: boolean;
  /** The instance is a part of the workflow with its own tasks. */
  readonly isNet: boolean;
  /** Number of the attempt, from 1; 0 if not applicable. */
  readonly attempt: number;
  /** The connector that performs it; empty if none. */
  readonly connector: string;
  /** The new holder of a delegated work item. */
  readonly to: string;
  /** Name of the signal, or of the changed data. */
  readonly names: readonly string[];
  readonly failure: Failure | null;
  /** A late answer of a call that is no longer awaited. */
  readonly isLate: boolean;
  /** It was ended because the whole case ends. */
  readonly endsWithCase: boolean;
}

/** Defaults: the event concerns the whole case, and the engine caused it. */
export const blankEvent = {
  by: '',
  net: '',
  task: '',
  instance: 0,
  isItem: false,
  isNet: false,
  attempt: 0,
  connector: '',
  to: '',
  names: [],
  failure: null,
  isLate: false,
  endsWithCase: false,
} as const satisfies Omit<LoggedEvent, 'kind' | 'seq' | 'at' | 'correlationId'>;
