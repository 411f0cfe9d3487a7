/** For tests: the routes of the server, without a port. */

import type { HttpOptions } from '../../src/server/http/contract/http-options.ts';
import { createHostPolicy } from '../../src/server/http/guard-request.ts';
import { createHttpApp, type HttpApp } from '../../src/server/http/http-app.ts';
import { fetchFrom } from './platform-exchange.ts';
import { scriptedOptions } from './scripted-endpoint.ts';

export const base = 'http://127.0.0.1:8484';

export const openTestHttpApp = (more: Partial<HttpOptions> = {}): HttpApp =>
  createHttpApp(scriptedOptions(more), createHostPolicy(true, ['127.0.0.1']), base);

export const ask = (app: HttpApp, path: string, init: RequestInit = {}): Promise<Response> =>
  fetchFrom(
    app,
    new Request(`http://localhost${path}`, { ...init, headers: { host: 'localhost:8484', ...init.headers } }),
  );

/** @param body sent unchanged if it is text */
export const post = (
  app: HttpApp,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> =>
  ask(app, path, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  });
