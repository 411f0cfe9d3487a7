/**
 * Requests to responses, without a socket: who may come in, which way leads where, and what is said where none does
 * [P7.1, P7.2].
 */
import { randomUUID } from 'node:crypto';
import { OperationError } from '../../operations/index.ts';
import { describeError, httpStatusOf } from '../error-codes.ts';
import { createBodyBudget } from './body-budget.ts';
import { type Admission, guardRequest } from './guard-request.ts';
import type { HttpOptions } from './http-options.ts';
import { jsonResponse } from './json-response.ts';
import { type Deliver, deliverRequest } from './read-json.ts';
import { type Refusal, refusalResponse, refuse } from './refusal.ts';
import type { Route } from './route.ts';
import { createRoutes } from './routes.ts';
import { answerPreflight, withSharing } from './sharing.ts';

export interface HttpApp {
  /** @param deliver brings the body; that of the request itself where absent */
  fetch(request: Request, deliver?: Deliver): Promise<Response>;
  /** From now on it says that it is not ready, and that nobody should stay. */
  drain(): void;
  readonly isDraining: boolean;
}

/** @param base where others reach it, without a slash at its end */
export function createHttpApp(options: HttpOptions, admission: Admission, base: string): HttpApp {
  const { report, note, metrics, limits } = options;
  let isDraining = false;
  const routes = createRoutes({
    ...options,
    base,
    budget: createBodyBudget(limits),
    isDraining: () => isDraining,
  });
  const byPath = new Map(routes.map((route) => [route.path, route]));
  const answer = async (request: Request, route: Route | undefined, deliver: Deliver) => {
    const { method } = request;
    if (route === undefined) return nothingHere(routes);
    if (method === 'OPTIONS') return answerPreflight(request, allowOf(route));
    // Of what is answered to HEAD the body is left out by whoever writes it.
    const handle = route.methods[method === 'HEAD' && hasHead(route) ? 'GET' : method];
    if (handle === undefined) return wrongMethod(method, route);
    const correlationId = randomUUID();
    const what = `${method} ${route.path}`;
    try {
      return await handle(request, deliver, correlationId);
    } catch (error) {
      if (error instanceof OperationError) {
        note(`${what} was refused (${correlationId}): ${error.details.code}.`);
        return jsonResponse(describeError(error, correlationId), httpStatusOf(error));
      }
      report(`${what} came upon a mistake in Signalbox itself (${correlationId}).`, error);
      const message =
        'This came upon a mistake in Signalbox itself. Please report it; the log says more, under this correlation id.';
      return refuse(500, 'internal_error', message, { code: -32_603, correlationId });
    }
  };
  return {
    async fetch(request, deliver = deliverRequest(request)) {
      const route = byPath.get(pathOf(request.url));
      const isPublic = route?.isPublic === true;
      const foreign = guardRequest(request, admission, isPublic);
      const answered = foreign ?? (await answer(request, route, deliver));
      const response = 'kind' in answered ? refusalResponse(answered, route?.isProtocol === true) : answered;
      metrics.noteRequest(route?.path ?? 'other', response.status);
      return foreign === undefined ? withSharing(response, request, isPublic) : response;
    },
    drain() {
      isDraining = true;
    },
    get isDraining() {
      return isDraining;
    },
  };
}

function nothingHere(routes: readonly Route[]): Refusal {
  const there = routes.map(({ path, methods }) => `${Object.keys(methods).join(', ')} ${path}`);
  return refuse(404, 'not_found', `There is nothing here. There is: ${there.join('; ')}.`);
}

function wrongMethod(method: string, route: Route): Refusal {
  const allow = allowOf(route);
  const message = `${route.path} is asked with ${allow}, not with ${method}.`;
  return refuse(405, 'method_not_allowed', message, { headers: { allow } });
}

function allowOf(route: Route): string {
  return [...Object.keys(route.methods), ...(hasHead(route) ? ['HEAD'] : []), 'OPTIONS'].join(', ');
}

/** To GET the protocol answers with a stream, which has no head of its own. */
function hasHead({ methods, isProtocol }: Route): boolean {
  return methods['GET'] !== undefined && isProtocol !== true;
}

function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('//') + 2);
  const end = url.indexOf('?', start);
  return start < 0 ? '/' : url.slice(start, end < 0 ? undefined : end);
}
