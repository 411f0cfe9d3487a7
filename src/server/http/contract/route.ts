/** One route: a path, who may use it, and its handlers by method. */
import type { HttpResponse } from '../../message/http-response.ts';
import type { Refusal } from '../../message/refusal.ts';
import type { BodyBudget } from './body-budget.ts';
import type { HttpOptions } from './http-options.ts';
import type { AuthenticatedContext, RequestContext } from './request-context.ts';

export type Answered = HttpResponse | Refusal;

/** Throws OperationError. */
export type Handler<Given extends RequestContext = AuthenticatedContext> = (
  context: Given,
) => Answered | Promise<Answered>;

interface RouteBase {
  /** `/v1/runs/{run}/history`: a name in braces matches one segment; `{path*}` at the end matches the rest. */
  readonly path: string;
  /** Format of refusals: JSON-RPC (MCP has its own numbers) or problem details. Default: plain JSON. */
  readonly errorFormat?: 'mcp' | 'rpc' | 'problem';
  /** Answers to GET are streams, which do not support HEAD. */
  readonly streams?: true;
}

export type Route =
  | (RouteBase & {
      /** No authentication; pages of any server may also read `public` ones. */
      readonly access: 'open' | 'public';
      /** By method name. */
      readonly methods: Readonly<Record<string, Handler<RequestContext>>>;
    })
  | (RouteBase & {
      /** Authentication is required. */
      readonly access: 'known';
      readonly methods: Readonly<Record<string, Handler>>;
    });

export interface RouteOptions extends HttpOptions {
  /** Public address of the server, without a trailing slash. */
  readonly base: string;
  readonly budget: BodyBudget;
  readonly isDraining: () => boolean;
}
