/**
 * Maps requests to responses, without a socket: admission, routing, and errors [P7.1, P7.2]. Each request writes one
 * line to the log [W10.1], and a refused one an entry to the audit log [W2.4].
 */
import { OperationError } from '../../operations/index.ts';
import { challengeFor } from '../auth/challenge.ts';
import type { HttpRequest } from '../message/http-request.ts';
import type { HttpResponse } from '../message/http-response.ts';
import { type Refusal, refusalOf, refuse } from '../message/refusal.ts';
import { isStreamed } from '../message/stream-text.ts';
import { createStreams } from '../streams/create-streams.ts';
import { createBodyBudget } from './contract/body-budget.ts';
import type { HttpOptions } from './contract/http-options.ts';
import type { RequestContext } from './contract/request-context.ts';
import type { Answered, Route, RouteOptions } from './contract/route.ts';
import { correlationHeader, correlationOf } from './correlation.ts';
import { answerPreflight, withCors } from './cors.ts';
import { guardRequest, type HostPolicy } from './guard-request.ts';
import { type Exchange, KnownContext, type RequestTrace } from './known-context.ts';
import { type ErrorFormat, refusalResponse } from './refusal-response.ts';
import { createRouter, type RouteMatch } from './router.ts';
import { createRoutes } from './routes.ts';
import { choiceOf } from './tool-choice.ts';

export interface HttpApp {
  /** @param exchange how it arrived */
  fetch(request: HttpRequest, exchange: Exchange): Promise<HttpResponse>;
  /** From now on reports “not ready” and closes connections. */
  drain(): void;
  readonly isDraining: boolean;
}

/** @param base public address of the server, without a trailing slash */
export function createHttpApp(options: HttpOptions, hostPolicy: HostPolicy, base: string): HttpApp {
  const { report, limits } = options;
  const authenticator = options.authenticatorFor(base);
  let isDraining = false;
  const routeOptions: RouteOptions = {
    ...options,
    base,
    budget: createBodyBudget(limits),
    isDraining: () => isDraining,
  };
  const streams = createStreams(routeOptions);
  const routes = [...createRoutes(routeOptions, () => streams.open), ...streams.routes];
  const router = createRouter(routes);

  const answer = async (
    context: RequestContext,
    route: Route,
    exchange: Exchange,
    trace: RequestTrace,
  ): Promise<Answered> => {
    const { request } = context;
    const { method } = request;
    // Orchestrators probe the server without TLS; everything else needs it in production [Q9.1].
    const unencrypted = route.access === 'open' ? undefined : authenticator.refuseUnencrypted(exchange.peer);
    if (unencrypted !== undefined) return unencrypted;
    if (method === 'OPTIONS') return answerPreflight(request, allowOf(route));
    // The writer leaves out the body of an answer to HEAD.
    const asked = method === 'HEAD' && hasHead(route) ? 'GET' : method;
    if (!Object.hasOwn(route.methods, asked)) return wrongMethod(method, route);
    if (route.access !== 'known')
      return (await route.methods[asked]?.(context)) ?? wrongMethod(method, route);
    const entered = options.localToken?.enter(request);
    if (entered !== undefined) return entered;
    const who = await authenticator.authenticate(request, exchange.peer);
    if (who.kind === 'refusal') {
      if (who.who !== undefined) trace.principal = who.who;
      return who;
    }
    const principal = { ...who, correlationId: context.correlationId };
    trace.principal = principal;
    const choice = choiceOf(request) ?? options.choice;
    const known = new KnownContext({ context, exchange, principal, choice, trace }, authenticator, streams);
    return (await route.methods[asked]?.(known)) ?? wrongMethod(method, route);
  };

  /** Every error becomes an answer. */
  const answerCatching = async (
    context: RequestContext,
    route: Route,
    exchange: Exchange,
    trace: RequestTrace,
  ) => {
    try {
      return await answer(context, route, exchange, trace);
    } catch (error) {
      const { correlationId, request } = context;
      if (error instanceof OperationError) {
        return refusalOf(error);
      }
      const what = `${request.method} ${route.path}`;
      report(`${what} failed with an internal error (${correlationId}).`, error);
      const message = 'Internal error. Report it; the log has the details under this correlation id.';
      return refuse('internal_error', message);
    }
  };

  return {
    async fetch(request, exchange) {
      const begun = performance.now();
      const correlationId = correlationOf(request);
      const trace: RequestTrace = {};
      const path = pathOf(request.url);
      const found = router.find(path);
      const route = found.kind === 'found' ? found.route : undefined;
      const isPublic = route?.access === 'public';
      const foreign = exchange.refused ?? guardRequest(request, hostPolicy, isPublic);
      const answered =
        foreign ??
        (found.kind === 'found'
          ? await answerCatching(
              createRequestContext(request, exchange, correlationId, found),
              found.route,
              exchange,
              trace,
            )
          : refuseUnknownPath(found, routes));
      const response =
        'kind' in answered
          ? refusalResponse(withChallenge(answered, base, path), {
              errorFormat: errorFormatOf(route, path, request),
              base,
              correlationId,
              path,
              messageId: trace.noted?.messageId ?? null,
            })
          : answered;
      const { status, headers } = response;
      headers.set(correlationHeader, correlationId);
      headers.set('cross-origin-resource-policy', 'same-origin');
      const onRequestEnded = (): void =>
        options.onRequestEnded({
          correlationId,
          method: request.method,
          route: route?.path ?? 'other',
          status,
          address: exchange.peer.address,
          milliseconds: performance.now() - begun,
          principal: trace.principal,
          operation: trace.noted?.operation ?? '',
          run: trace.noted?.run ?? null,
          code: 'kind' in answered ? answered.error.details.code : (trace.noted?.code ?? null),
          isRefusedHere: 'kind' in answered && !answered.error.isAudited,
        });
      // The outcome of a stream is known when the stream has ended.
      if (isStreamed(headers.get('content-type'))) exchange.onEnd(() => setImmediate(onRequestEnded));
      else onRequestEnded();
      return foreign === undefined ? withCors(response, request, isPublic) : response;
    },
    drain() {
      isDraining = true;
      streams.close();
    },
    get isDraining() {
      return isDraining;
    },
  };
}

const createRequestContext = (
  request: HttpRequest,
  { deliver }: Exchange,
  correlationId: string,
  { params }: Extract<RouteMatch, { readonly kind: 'found' }>,
): RequestContext => ({ request, deliver, params, correlationId });

/** Without a route, the answer has the format of its surroundings. */
function errorFormatOf(route: Route | undefined, path: string, { headers }: HttpRequest): ErrorFormat {
  if (route === undefined) return path.startsWith('/v1/') ? 'problem' : undefined;
  return path === '/' && headers.get('accept')?.includes('text/html') === true ? 'page' : route.errorFormat;
}

/** A refused client learns how to authenticate [W1.5]. */
function withChallenge(refusal: Refusal, base: string, path: string): Refusal {
  return { ...refusal, headers: { ...refusal.headers, ...challengeFor(base, refusal.error, path) } };
}

function refuseUnknownPath(
  found: Exclude<RouteMatch, { readonly kind: 'found' }>,
  routes: readonly Route[],
): Refusal {
  if (found.kind === 'malformed') {
    return refuse('invalid_target', 'The path is invalid: a segment is badly encoded or leads upwards.');
  }
  const there = routes.map(({ path, methods }) => `${Object.keys(methods).join(', ')} ${path}`);
  const usual = there.filter((line) => !/ \/(?:v1|errors|\.well-known)\//.test(line));
  return refuse('not_found', `Not found. Available: ${usual.join('; ')}; and /v1, see /openapi.json.`);
}

function wrongMethod(method: string, route: Route): Refusal {
  const allow = allowOf(route);
  const message = `${route.path} supports ${allow}, not ${method}.`;
  return refuse('method_not_allowed', message, { headers: { allow } });
}

function allowOf(route: Route): string {
  return [...Object.keys(route.methods), ...(hasHead(route) ? ['HEAD'] : []), 'OPTIONS'].join(', ');
}

function hasHead({ methods, streams }: Route): boolean {
  return methods['GET'] !== undefined && streams !== true;
}

function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('//') + 2);
  const end = url.indexOf('?', start);
  return start < 0 ? '/' : url.slice(start, end < 0 ? undefined : end);
}
