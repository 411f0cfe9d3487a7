/**
 * Requests to responses, without a socket: who may come in, which way leads where, and what is said where none does
 * [P7.1, P7.2].
 */
import { Hono } from 'hono';
import { createBodyBudget } from './body-budget.ts';
import { type Admission, guardRequest } from './guard-request.ts';
import type { HttpOptions } from './http-options.ts';
import { type Deliver, deliverRequest } from './read-json.ts';
import { refusalResponse, refuse } from './refusal.ts';
import type { Handler, Route } from './route.ts';
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
  let isDraining = false;
  const budget = createBodyBudget(options.limits);
  const routes = createRoutes({ ...options, base, budget, isDraining: () => isDraining });
  const byPath = new Map(routes.map((route) => [route.path, route]));
  const router = createRouter(routes, options.report);
  return {
    async fetch(request, deliver = deliverRequest(request)) {
      const path = pathOf(request.url);
      const route = byPath.get(path);
      const isProtocol = path === '/mcp';
      const isPublic = route?.isPublic === true;
      const refusal = guardRequest(request, admission, isPublic);
      if (refusal !== undefined) {
        options.metrics.noteRequest(route?.path ?? 'other', refusal.status);
        return refusalResponse(refusal, isProtocol);
      }
      const response =
        request.method === 'OPTIONS' && route !== undefined
          ? answerPreflight(request, allowOf(route))
          : await router.fetch(request, { deliver });
      options.metrics.noteRequest(route?.path ?? 'other', response.status);
      return withSharing(response, request, isPublic);
    },
    drain() {
      isDraining = true;
    },
    get isDraining() {
      return isDraining;
    },
  };
}

interface Surroundings {
  Bindings: { deliver: Deliver };
}

function createRouter(routes: readonly Route[], report: HttpOptions['report']): Hono<Surroundings> {
  const router = new Hono<Surroundings>();
  for (const route of routes) {
    for (const [method, handle] of Object.entries<Handler>(route.methods)) {
      router.on(method, route.path, (context) => handle(context.req.raw, context.env.deliver));
    }
    router.all(route.path, ({ req }) => wrongMethod(req.raw, route));
  }
  const there = routes.map(({ path, methods }) => `${Object.keys(methods).join(', ')} ${path}`);
  router.notFound(() =>
    refusalResponse(refuse(404, 'not_found', `There is nothing here. There is: ${there.join('; ')}.`), false),
  );
  router.onError((error, { req }) => {
    report(`The request ${req.method} ${req.path} came upon a mistake in Signalbox itself.`, error);
    const message = 'This came upon a mistake in Signalbox itself. Please report it.';
    return refusalResponse(refuse(500, 'internal_error', message, { code: -32_603 }), req.path === '/mcp');
  });
  return router;
}

function wrongMethod({ method }: Request, route: Route): Response {
  const allow = allowOf(route);
  const message = `${route.path} is asked with ${allow}, not with ${method}.`;
  return refusalResponse(
    refuse(405, 'method_not_allowed', message, { headers: { allow } }),
    route.path === '/mcp',
  );
}

/** Who may be asked with GET may be asked with HEAD. */
function allowOf({ methods }: Route): string {
  const names = Object.keys(methods);
  return [...names, ...(names.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
}

function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('//') + 2);
  const end = url.indexOf('?', start);
  return start < 0 ? '/' : url.slice(start, end < 0 ? undefined : end);
}
