/**
 * The context of a request whose principal is known. A class, because the memory of closures for every request costs more than
 * answering it.
 */
import type { Principal } from '../../operations/index.ts';
import type { Authenticator, ClientConnection } from '../auth/authenticator.ts';
import type { ToolChoice } from '../mcp/contract/contents.ts';
import type { HttpRequest } from '../message/http-request.ts';
import { markRequestLongLived } from '../message/long-lived-requests.ts';
import type { Refusal } from '../message/refusal.ts';
import type { Streams } from '../streams/create-streams.ts';
import type { Deliver } from './contract/deliver.ts';
import type { AuthenticatedContext, OperationNote, RequestContext } from './contract/request-context.ts';

/** Facts about a request besides its own content. */
export interface Exchange extends ClientConnection {
  /** Why it is refused before it is processed. */
  readonly refused?: Refusal | undefined;
  /** Delivers the body. */
  readonly deliver: Deliver;
}

/** What is logged about a request at its end. */
export interface RequestTrace {
  principal?: Principal;
  noted?: OperationNote;
}

export interface KnownRequest {
  readonly context: RequestContext;
  readonly exchange: Exchange;
  readonly principal: Principal;
  readonly choice: ToolChoice;
  readonly trace: RequestTrace;
}

export class KnownContext implements AuthenticatedContext {
  readonly request: HttpRequest;
  readonly deliver: Deliver;
  readonly params: RequestContext['params'];
  readonly correlationId: string;
  readonly principal: Principal;
  readonly choice: ToolChoice;
  readonly #exchange: Exchange;
  readonly #trace: RequestTrace;
  readonly #authenticator: Authenticator;
  readonly #streams: Pick<Streams, 'enter'>;
  /** A batch may have many calls that wait. */
  #isWatched = false;

  constructor(
    { context, exchange, principal, choice, trace }: KnownRequest,
    authenticator: Authenticator,
    streams: Pick<Streams, 'enter'>,
  ) {
    this.request = context.request;
    this.deliver = context.deliver;
    this.params = context.params;
    this.correlationId = context.correlationId;
    this.principal = principal;
    this.choice = choice;
    this.#exchange = exchange;
    this.#trace = trace;
    this.#authenticator = authenticator;
    this.#streams = streams;
  }

  reidentify(): Promise<Principal | Refusal> {
    return this.#authenticator.identify(this.request, this.#exchange.peer);
  }

  charge(count: number): Refusal | undefined {
    return this.#authenticator.charge(this.principal, count);
  }

  closeWhenRightsEnd(): void {
    if (this.#isWatched) return;
    this.#isWatched = true;
    this.#authenticator.watchRights(this.request, this.principal, this.#exchange);
  }

  markLongLived(): void {
    // The closing server ends it.
    this.#exchange.onEnd(this.#streams.enter(this.principal, () => {}));
    markRequestLongLived(this.request);
    this.closeWhenRightsEnd();
  }

  note(record: OperationNote): void {
    this.#trace.noted = { ...this.#trace.noted, ...record };
  }
}
