/** One way: a path, and what is done by which method. */
import type { BodyBudget } from './body-budget.ts';
import type { HttpOptions } from './http-options.ts';
import type { Deliver } from './read-json.ts';
import type { Refusal } from './refusal.ts';

/** @param correlationId of this request, in the log and in what it is answered where something goes wrong */
export type Handler = (
  request: Request,
  deliver: Deliver,
  correlationId: string,
) => Answered | Promise<Answered>;

type Answered = Response | Refusal;

export interface Route {
  readonly path: string;
  /** By the name of the method. */
  readonly methods: Readonly<Record<string, Handler>>;
  /** Pages of every server may read it. */
  readonly isPublic?: true;
  /** Whoever asks here speaks JSON-RPC. */
  readonly isProtocol?: true;
}

export interface RouteOptions extends HttpOptions {
  readonly base: string;
  readonly budget: BodyBudget;
  readonly isDraining: () => boolean;
}
