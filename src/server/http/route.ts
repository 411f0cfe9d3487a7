/** One way: a path, who may take it, and what is done by which method. */
import type { BodyBudget } from './body-budget.ts';
import type { HttpOptions } from './http-options.ts';
import type { Refusal } from './refusal.ts';
import type { AuthenticatedContext, RequestContext } from './request-context.ts';

export type Answered = Response | Refusal;

/** Throws OperationError. */
export type Handler<Given extends RequestContext = AuthenticatedContext> = (
  context: Given,
) => Answered | Promise<Answered>;

interface RouteBase {
  /** `/v1/runs/{run}/history`: what stands in braces is any one segment; `{path*}` at the end is all that is left. */
  readonly path: string;
  /** How refusals are said: as JSON-RPC (that of MCP has its own numbers), as problem details, or as plain JSON where absent. */
  readonly errorFormat?: 'mcp' | 'rpc' | 'problem';
  /** Answers to GET are streams, which have no head of their own. */
  readonly streams?: true;
}

export type Route =
  | (RouteBase & {
      /** Nobody is asked who they are; `public` may be read by pages of every server, too. */
      readonly access: 'open' | 'public';
      /** By the name of the method. */
      readonly methods: Readonly<Record<string, Handler<RequestContext>>>;
    })
  | (RouteBase & {
      /** Whoever asks has to be known. */
      readonly access: 'known';
      readonly methods: Readonly<Record<string, Handler>>;
    });

export interface RouteOptions extends HttpOptions {
  /** Where others reach the server, without a slash at its end. */
  readonly base: string;
  readonly budget: BodyBudget;
  readonly isDraining: () => boolean;
}
