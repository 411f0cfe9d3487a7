/** The requests to the engine and its answers. Refusals are values. */
import type { Json, Program, Rejection, RunEvent, RunState } from '../../kernel/index.ts';
import type { AuditEntry } from '../ports/audit.ts';
import type { Call } from '../ports/connector.ts';
import type { Content } from '../ports/content.ts';
import type { JournalEntry } from '../ports/journal.ts';
import type { Origin, RunRecord } from '../ports/run-record.ts';
import type { StoreError } from '../ports/store.ts';
import type { WorkItem } from '../ports/work-item.ts';

/** The exact workflow that a run starts with and keeps. */
export interface PinnedWorkflow {
  readonly language: string;
  readonly name: string;
  readonly version: string;
  /** The unchanged source document, and its SHA-256. */
  readonly source: string;
  readonly revision: string;
  readonly program: Program;
}

/** Makes a request idempotent: the same key returns the result of the first request. */
export interface Repeatable {
  readonly operation: string;
  readonly key: string;
  /** Hash of the whole input: a different input under the same key is a conflict. */
  readonly input: string;
  /** How long it is remembered. Default: as long as the engine remembers any. Milliseconds since 1970. */
  readonly expiresAt?: number;
}

/** The cause of a request, for the audit log and the journal. */
export interface Cause {
  readonly operation: string;
  readonly kind: AuditEntry['kind'];
  /** Of the request; empty if it has none. */
  readonly correlationId: string;
  /** Default: from the caller directly. */
  readonly via?: string;
  /** Default: the run. */
  readonly target?: string;
}

/** The caller and the target of a request. */
export interface RunRequest {
  readonly tenant: string;
  /** Subject of the caller. */
  readonly by: string;
  /** Absent if the request has no caller: then it creates no audit entry. */
  readonly cause?: Cause;
  readonly repeatable?: Repeatable;
  /** Number of events of the run on which the authorization was based. If there are more, the request is refused. */
  readonly asOf?: number;
  /** Of a request about a work item: what its checkout is made with, or was. */
  readonly token?: string;
}

export interface StartRequest extends RunRequest {
  readonly workflow: PinnedWorkflow;
  readonly input: { readonly [name: string]: Json };
  /** Chosen by the caller. Default: created. */
  readonly id?: string;
}

/** An external event of a run, without its time and its author: the engine adds both. */
export type EventInput = WithoutTimeAndAuthor<RunEvent>;
type WithoutTimeAndAuthor<Event> = Event extends RunEvent ? Omit<Event, 'at' | 'by'> : never;

export interface SubmitEventRequest extends RunRequest {
  readonly run: string;
  readonly eventInput: EventInput;
  /** Of a hold or a delegation: milliseconds until the item is released; `null` for no limit. */
  readonly lease?: number | null;
  /** Refuses the request if another user holds the item. */
  readonly sparesHolder?: boolean;
  /** Of an added instance: an item of the same group that is in progress. Refused if that item has no holder. */
  readonly sibling?: string;
}

export interface RenewRequest extends RunRequest {
  readonly item: string;
  /** Milliseconds; `null` for no limit. */
  readonly lease: number | null;
}

/** Repeats one approval of a fork; with the last one the fork proceeds. */
export interface ApproveRequest extends RunRequest {
  readonly item: string;
}

/** The user of the caller declines to answer an item. */
export interface DeclineRequest extends RunRequest {
  readonly item: string;
}

/** Creates a run from a journal: a fork, an import, or what a client held. */
export interface AdoptRequest extends RunRequest {
  readonly workflow: PinnedWorkflow;
  /** Null: a client held its events. It is no copy: its open calls are made. */
  readonly origin: Origin | null;
  readonly id?: string;
  readonly entries: readonly JournalEntry[];
  readonly contents: readonly Content[];
  /** Answered items of the journal that must be approved again: instances with their input. */
  readonly approvals: readonly Pick<
    WorkItem,
    'instance' | 'net' | 'task' | 'item' | 'input' | 'whom' | 'index'
  >[];
  /** Who declined to answer which instances: the same holds in the copy. */
  readonly declines?: readonly Pick<WorkItem, 'instance' | 'declinedBy'>[];
  /** Leaves it suspended. If approvals are required, it waits for the last one anyway. */
  readonly suspended: boolean;
}

/** A call that belongs to no run. */
export interface OutsideCall
  extends Pick<Call, 'tenant' | 'run' | 'workflow' | 'task' | 'operation' | 'input'> {
  readonly connector: string;
  /** In milliseconds, with the time in the queue. Default: 10 seconds. */
  readonly timeout?: number;
  /** Whether it can be repeated when its outcome is unknown. Default: yes. */
  readonly isRepeatable?: boolean;
}

export type EngineAnswer =
  | {
      readonly kind: 'done';
      readonly run: RunRecord;
      readonly repeated: boolean;
      /**
       * As in its receipt: the item that resulted from a request about an item; otherwise the status of the run at
       * that time.
       */
      readonly outcome: string;
    }
  /** The key was used for something else. */
  | { readonly kind: 'key-conflict' }
  | { readonly kind: 'id-taken' }
  | { readonly kind: 'not-found' }
  /** The run has events that the caller had not seen. Nothing was done. */
  | { readonly kind: 'moved-on' }
  /** Held by another user, not held, or ended. */
  | { readonly kind: 'not-held'; readonly item: WorkItem }
  | { readonly kind: 'rejected'; readonly rejection: Rejection }
  /** A fork cannot proceed before this number of approvals is repeated. */
  | { readonly kind: 'approvals-missing'; readonly missing: number }
  | { readonly kind: 'unbound'; readonly problems: readonly BindingProblem[] }
  /** Too many requests are waiting. Nothing was done. */
  | { readonly kind: 'overloaded'; readonly retryAfter: number }
  /** The store could not write it. Nothing was done. */
  | { readonly kind: 'store-unavailable'; readonly error: StoreError }
  /** The engine is closing, or the run cannot be executed. Nothing was done. */
  | { readonly kind: 'unavailable'; readonly message: string; readonly retryable: boolean };

/** A call that no connector, or more than one, can perform. */
export interface BindingProblem {
  readonly operation: string;
  /** Connectors that offer it. */
  readonly offeredBy: readonly string[];
  /** The most similar operation. */
  readonly nearest: string | undefined;
  /** Connectors that may offer it, and do not answer now. */
  readonly silent: readonly string[];
  /** The connector that offers it is turned off. */
  readonly off?: string;
}

/** A run in its current state, or as it was after a number of events. */
export interface OpenedRun {
  readonly record: RunRecord;
  readonly state: RunState;
  readonly program: Program;
  /** Its open work items by id, if they are in memory and the state is the current one. */
  readonly items?: ReadonlyMap<string, WorkItem>;
}
