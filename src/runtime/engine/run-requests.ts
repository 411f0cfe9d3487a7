/** What the engine is asked to do, and what it answers. Refusals are values. */
import type { Json, Program, Rejection, RunEvent, RunState } from '../../kernel/index.ts';
import type { AuditEntry } from '../ports/audit.ts';
import type { Content } from '../ports/content.ts';
import type { JournalEntry } from '../ports/journal.ts';
import type { Origin, RunRecord } from '../ports/run-record.ts';
import type { WorkItem } from '../ports/work-item.ts';

/** The exact workflow that a run begins with and keeps. */
export interface PinnedWorkflow {
  readonly language: string;
  readonly name: string;
  readonly version: string;
  /** The source document as it was, and its SHA-256. */
  readonly source: string;
  readonly revision: string;
  readonly program: Program;
}

/** Makes an order repeatable: the same key gives what the first one gave. */
export interface Repeatable {
  readonly operation: string;
  readonly key: string;
  /** Hash of the whole input: another one under the same key is a conflict. */
  readonly input: string;
}

/** Why there is an order: what the audit and the journal tell of it. */
export interface Cause {
  readonly operation: string;
  readonly kind: AuditEntry['kind'];
  /** Of the request; empty where it has none. */
  readonly correlationId: string;
  /** What it is about; the run where absent. */
  readonly target?: string;
}

/** Who orders what, as every order begins. */
export interface RunRequest {
  readonly tenant: string;
  /** Subject of whoever asks. */
  readonly by: string;
  /** Absent where nobody asked: then it leaves no entry in the audit. */
  readonly cause?: Cause;
  readonly repeatable?: Repeatable;
  /** Events of the run that whoever allowed it had looked at. Where there are more by now, it is not done. */
  readonly asOf?: number;
}

export interface StartRequest extends RunRequest {
  readonly workflow: PinnedWorkflow;
  readonly input: { readonly [name: string]: Json };
  /** Chosen by the caller; made where absent. */
  readonly id?: string;
}

/** What happens to a run from outside, without its time and its author: the engine adds both. */
export type EventInput = WithoutTimeAndAuthor<RunEvent>;
type WithoutTimeAndAuthor<Event> = Event extends RunEvent ? Omit<Event, 'at' | 'by'> : never;

export interface SubmitEventRequest extends RunRequest {
  readonly run: string;
  readonly eventInput: EventInput;
  /** Of a hold or a delegation: milliseconds until the item is free again; null holds without end. */
  readonly lease?: number | null;
  /** Refused where somebody else holds the item that it is about. */
  readonly sparesHolder?: boolean;
  /** Of an added instance: the item beside it that is under way. Refused where nobody holds that. */
  readonly sibling?: string;
}

export interface RenewRequest extends RunRequest {
  readonly item: string;
  /** Milliseconds; null holds without end. */
  readonly lease: number | null;
}

/** One approval of a fork given again; with the last one the fork moves. */
export interface ApproveRequest extends RunRequest {
  readonly item: string;
}

/** A run made of a journal: a fork, or an import. */
export interface AdoptRequest extends RunRequest {
  readonly workflow: PinnedWorkflow;
  readonly origin: Origin;
  readonly id?: string;
  readonly entries: readonly JournalEntry[];
  readonly contents: readonly Content[];
  /** Answered items of the journal that have to be approved again: instances with what was asked. */
  readonly approvals: readonly Pick<
    WorkItem,
    'instance' | 'net' | 'task' | 'item' | 'input' | 'whom' | 'index'
  >[];
  /** Leaves it suspended. Where approvals have to be given it rests anyway, until the last one is. */
  readonly suspended: boolean;
}

export type EngineAnswer =
  | {
      readonly kind: 'done';
      readonly run: RunRecord;
      readonly repeated: boolean;
      /** As its receipt says it: the item that an order about one gave; else the status that the run had then. */
      readonly outcome: string;
    }
  /** The key was used for something else. */
  | { readonly kind: 'key-conflict' }
  | { readonly kind: 'id-taken' }
  | { readonly kind: 'not-found' }
  /** Something has happened in the run that nobody had looked at. Nothing was done. */
  | { readonly kind: 'moved-on' }
  /** Held by somebody else, not held, or ended. */
  | { readonly kind: 'not-held'; readonly item: WorkItem }
  | { readonly kind: 'rejected'; readonly rejection: Rejection }
  /** A fork cannot move before so many approvals were given again. */
  | { readonly kind: 'approvals-missing'; readonly missing: number }
  | { readonly kind: 'unbound'; readonly problems: readonly BindingProblem[] }
  /** Too much is waiting already. Nothing happened. */
  | { readonly kind: 'overloaded'; readonly retryAfter: number }
  /** The store cannot work at the moment. Nothing happened. */
  | { readonly kind: 'unavailable'; readonly message: string; readonly retryable: boolean };

/** A call that nobody can perform, or more than one. */
export interface BindingProblem {
  readonly operation: string;
  /** Connectors that offer it. */
  readonly offeredBy: readonly string[];
  /** What was most likely meant. */
  readonly nearest: string | undefined;
  /** Connectors that might offer it, and do not answer now. */
  readonly silent: readonly string[];
}

/** A run as it is, or was after so many events. */
export interface OpenedRun {
  readonly record: RunRecord;
  readonly state: RunState;
  readonly program: Program;
}
