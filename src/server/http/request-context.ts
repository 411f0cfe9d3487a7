/** One request on its way through the server, and who makes it. */
import type { Principal } from '../../operations/index.ts';
import type { NoteCall } from '../mcp/contract/call-record.ts';
import type { ToolChoice } from '../mcp/contract/contents.ts';
import type { Deliver } from './deliver.ts';
import type { Refusal } from './refusal.ts';

export interface RequestContext {
  readonly request: Request;
  /** Brings the body. */
  readonly deliver: Deliver;
  /** What stands in the path where the route has a `{name}`, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly correlationId: string;
}

/** Of somebody who is known. */
export interface AuthenticatedContext extends RequestContext {
  /** Carries the correlation id, too. */
  readonly principal: Principal;
  /** Tools that the request chooses, else those of the settings. */
  readonly choice: ToolChoice;
  /** Finds out again who it is: a stream may last longer than the rights of whoever opened it. */
  reidentify(): Promise<Principal | Refusal>;
  /** Counts as so many more requests. @returns why they are too many */
  charge(count: number): Refusal | undefined;
  /** Its answer may take long, and ends when the rights of its principal do [W5.2]. */
  closeWhenRightsEnd(): void;
  /** Its answer is a stream without an end, of which there may be so many. Throws OperationError [W7.2]. */
  markLongLived(): void;
  /** Tells what was asked for, and how that went, for the one line that the log has of each request. */
  readonly note: (record: OperationNote) => void;
}

export interface OperationNote {
  /** Of an operation or a tool. */
  readonly operation: string;
  /** Of the error; null where there was none. */
  readonly code: string | null;
  /** The run that it was about. */
  readonly run?: string | null;
}

/** A call of a tool as what the request was about. */
export const noteCallFor =
  (note: AuthenticatedContext['note']): NoteCall =>
  ({ tool, code, run }) =>
    note({ operation: tool === '' ? 'tools/call' : tool, code, run });
