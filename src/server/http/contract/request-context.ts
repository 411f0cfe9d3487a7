/** The context of one request, and its principal. */

import type { Principal } from '../../../operations/index.ts';
import type { NoteCall } from '../../mcp/contract/call-record.ts';
import type { ToolChoice } from '../../mcp/contract/contents.ts';
import type { HttpRequest } from '../../message/http-request.ts';
import type { Refusal } from '../../message/refusal.ts';
import type { RpcId } from '../../message/rpc-message.ts';
import type { Deliver } from './deliver.ts';

export interface RequestContext {
  readonly request: HttpRequest;
  /** Delivers the body. */
  readonly deliver: Deliver;
  /** Decoded values of the route's `{name}` segments. */
  readonly params: Readonly<Record<string, string>>;
  readonly correlationId: string;
}

/** With an authenticated principal. */
export interface AuthenticatedContext extends RequestContext {
  /** Also carries the correlation id. */
  readonly principal: Principal;
  /** Toolsets that the request chooses. Default: those of the settings. */
  readonly choice: ToolChoice;
  /** Authenticates again: a stream may outlive the rights of its principal. */
  reidentify(): Promise<Principal | Refusal>;
  /** Counts as further requests. @returns why they are too many */
  charge(count: number): Refusal | undefined;
  /** Its answer may take long, and ends when the rights of its principal do [W5.2]. */
  closeWhenRightsEnd(): void;
  /** Its answer is an endless stream, whose number is limited. Throws OperationError [W7.2]. */
  markLongLived(): void;
  /** Records the called operation and its outcome for the log line of the request. */
  note(record: OperationNote): void;
}

export interface OperationNote {
  /** Name of an operation or a tool. */
  readonly operation: string;
  /** Code of the error; null if there was none. */
  readonly code: string | null;
  /** The run that the request refers to. */
  readonly run?: string | null;
  /** The id of a JSON-RPC message, for its answer. */
  readonly messageId?: RpcId;
}

/** A tool call, as recorded for the request. */
export const noteCallFor =
  (context: Pick<AuthenticatedContext, 'note'>): NoteCall =>
  ({ tool, code, run }) =>
    context.note({ operation: tool === '' ? 'tools/call' : tool, code, run });
