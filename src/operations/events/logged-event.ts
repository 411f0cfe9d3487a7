/** Something that happened to a case, as the event log has it: who did what, to which part of it, and when. */
import type { Failure } from '../../kernel/index.ts';
import type { LoggedKind } from './event-kinds.ts';

export interface LoggedEvent {
  readonly kind: LoggedKind;
  /** Of the entry in the journal. */
  readonly seq: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Empty where the engine did it by itself. */
  readonly by: string;
  readonly correlationId: string;
  /** The net and the task; both empty where the whole case is meant. */
  readonly net: string;
  readonly task: string;
  /** Number of the work in its case; 0 where the whole case is meant. */
  readonly instance: number;
  /** It is about a work item: what the instance offers, or a question about its call. */
  readonly isItem: boolean;
  /** The work is a part of the workflow, with tasks of its own. */
  readonly isNet: boolean;
  /** Which try it is, from 1; 0 where that says nothing. */
  readonly attempt: number;
  /** The connector that does it; empty where none does. */
  readonly connector: string;
  /** Who has a work item that was delegated. */
  readonly to: string;
  /** Of the signal that came, or of the data that were changed. */
  readonly names: readonly string[];
  readonly failure: Failure | null;
  /** The answer of a call that nobody waits for any more. */
  readonly isLate: boolean;
  /** It was ended because the whole case is. */
  readonly endsWithCase: boolean;
}

/** What is not said of an event: it is about the whole case, and the engine did it by itself. */
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
