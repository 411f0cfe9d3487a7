/**
 * Requests to responses, without a socket: who may come in, which way leads where, and what is said where none does
 * [P7.1, P7.2]. Each request leaves one line in the log [W10.1], and what was refused an entry in the audit [W2.4].
 */
import { OperationError, type Principal } from '../../operations/index.ts';
import { challengeFor } from '../auth/challenge.ts';
import { createStreams } from '../streams/create-streams.ts';
import { createBodyBudget } from './body-budget.ts';
import { correlationHeader, correlationOf } from './correlation.ts';
import { type Deliver, deliverRequest } from './deliver.ts';
import type { Lasting } from './gate.ts';
import { type Admission, guardRequest } from './guard-request.ts';
import type { HttpOptions } from './http-options.ts';
import { markLasting } from './lasting-requests.ts';
import type { Peer } from './peer.ts';
import { type Refusal, refusalOf, refusalResponse, refuse, type Speech } from './refusal.ts';
import type { Answered, Route, RouteOptions } from './route.ts';
import { createRouter, type Found } from './router.ts';
import { createRoutes } from './routes.ts';
import { answerPreflight, withSharing } from './sharing.ts';
import { comesInPieces } from './stream-text.ts';
import { choiceOf } from './tool-choice.ts';
import type { KnownVisit, OperationNote, Visit } from './visit.ts';

export interface HttpApp {
  /** @param exchange how it came; on this machine, with its own body, where absent */
  fetch(request: Request, exchange?: Partial<Exchange>): Promise<Response>;
  /** From now on it says that it is not ready, and that nobody should stay. */
  drain(): void;
  readonly isDraining: boolean;
}

/** What is known of a request beside what it says itself. */
export interface Exchange extends Lasting {
  /** Why it is refused before anything of it is looked at. */
  readonly refused?: Refusal;
  /** Brings the body. */
  readonly deliver: Deliver;
}

/** What the log is told of a request in the end. */
interface Story {
  principal?: Principal;
  noted?: OperationNote;
}

/** @param base where others reach it, without a slash at its end */
export function createHttpApp(options: HttpOptions, admission: Admission, base: string): HttpApp {
  const { report, limits } = options;
  const gate = options.gateAt(base);
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

  const answer = async (visit: Visit, route: Route, exchange: Exchange, story: Story): Promise<Answered> => {
    const { request } = visit;
    const { method } = request;
    if (method === 'OPTIONS') return answerPreflight(request, allowOf(route));
    // Of what is answered to HEAD the body is left out by whoever writes it.
    const asked = method === 'HEAD' && hasHead(route) ? 'GET' : method;
    if (!Object.hasOwn(route.methods, asked)) return wrongMethod(method, route);
    if (route.access !== 'known') return (await route.methods[asked]?.(visit)) ?? wrongMethod(method, route);
    const who = await gate.enter(request, exchange.peer);
    if (who.kind === 'refusal') {
      if (who.who !== undefined) story.principal = who.who;
      return who;
    }
    const principal = { ...who, correlationId: visit.correlationId };
    story.principal = principal;
    const known: KnownVisit = {
      ...visit,
      principal,
      reidentify: () => gate.identify(request, exchange.peer),
      charge: (count) => gate.charge(principal, count),
      endWithRights: () => gate.watch(request, principal, exchange),
      last() {
        // Whoever opened it ends it when the server closes.
        exchange.onEnd(streams.enter(principal, () => {}));
        markLasting(request);
        gate.watch(request, principal, exchange);
      },
      choice: choiceOf(request) ?? options.choice,
      note: (record) => {
        story.noted = record;
      },
    };
    return (await route.methods[asked]?.(known)) ?? wrongMethod(method, route);
  };

  /** Whatever goes wrong is an answer. */
  const answerAnyhow = async (visit: Visit, route: Route, exchange: Exchange, story: Story) => {
    try {
      return await answer(visit, route, exchange, story);
    } catch (error) {
      const { correlationId, request } = visit;
      if (error instanceof OperationError) {
        return refusalOf(error);
      }
      const what = `${request.method} ${route.path}`;
      report(`${what} came upon a mistake in Signalbox itself (${correlationId}).`, error);
      const message =
        'This came upon a mistake in Signalbox itself. Please report it; the log says more, under this correlation id.';
      return refuse('internal_error', message);
    }
  };

  return {
    async fetch(request, given = {}) {
      const begun = performance.now();
      const exchange: Exchange = { ...here(request), ...given };
      const correlationId = correlationOf(request);
      const story: Story = {};
      const path = pathOf(request.url);
      const found = router.find(path);
      const route = found.kind === 'found' ? found.route : undefined;
      const isPublic = route?.access === 'public';
      const foreign = exchange.refused ?? guardRequest(request, admission, isPublic);
      const answered =
        foreign ??
        (found.kind === 'found'
          ? await answerAnyhow(visitOf(request, exchange, correlationId, found), found.route, exchange, story)
          : nothingHere(found, routes));
      const response =
        'kind' in answered
          ? refusalResponse(withChallenge(answered, base, path), {
              speaks: speechOf(route, path, request),
              base,
              correlationId,
              path,
            })
          : answered;
      const { status, headers } = response;
      headers.set(correlationHeader, correlationId);
      const conclude = (): void =>
        options.conclude({
          correlationId,
          method: request.method,
          route: route?.path ?? 'other',
          status,
          address: exchange.peer.address,
          milliseconds: performance.now() - begun,
          principal: story.principal,
          operation: story.noted?.operation ?? '',
          run: story.noted?.run ?? null,
          code: 'kind' in answered ? answered.error.details.code : (story.noted?.code ?? null),
          isRefusedHere: 'kind' in answered && !options.isOfOperation(answered.error),
        });
      // What is asked for by a stream is known when the stream has ended.
      if (comesInPieces(headers.get('content-type'))) exchange.onEnd(() => setImmediate(conclude));
      else conclude();
      return foreign === undefined ? withSharing(response, request, isPublic) : response;
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

const nobody: Peer = { address: '127.0.0.1', isSecure: true };

const here = (request: Request): Exchange => ({
  peer: nobody,
  deliver: deliverRequest(request),
  hangUp: () => {},
  onEnd: () => {},
});

const visitOf = (
  request: Request,
  { deliver }: Exchange,
  correlationId: string,
  { params }: Extract<Found, { readonly kind: 'found' }>,
): Visit => ({ request, deliver, params, correlationId });

/** Where no way leads it is told as everything around it. */
function speechOf(route: Route | undefined, path: string, { headers }: Request): Speech {
  if (route === undefined) return path.startsWith('/v1/') ? 'problem' : undefined;
  return path === '/' && headers.get('accept')?.includes('text/html') === true ? 'page' : route.speaks;
}

/** Whoever is not let in learns how to be [W1.5]. */
function withChallenge(refusal: Refusal, base: string, path: string): Refusal {
  return { ...refusal, headers: { ...refusal.headers, ...challengeFor(base, refusal.error, path) } };
}

function nothingHere(found: Exclude<Found, { readonly kind: 'found' }>, routes: readonly Route[]): Refusal {
  if (found.kind === 'malformed') {
    return refuse(
      'invalid_target',
      'The path cannot be read: a segment of it is encoded wrongly or leads upwards.',
    );
  }
  const there = routes.map(({ path, methods }) => `${Object.keys(methods).join(', ')} ${path}`);
  const usual = there.filter((way) => !/ \/(?:v1|errors|\.well-known)\//.test(way));
  return refuse(
    'not_found',
    `There is nothing here. There is: ${usual.join('; ')}; and /v1, as /openapi.json says.`,
  );
}

function wrongMethod(method: string, route: Route): Refusal {
  const allow = allowOf(route);
  const message = `${route.path} is asked with ${allow}, not with ${method}.`;
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
