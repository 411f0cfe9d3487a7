/** The readiness check: the store answers, and the server is not closing. */
import { setTimeout as wait } from 'node:timers/promises';
import { OperationError } from '../../operations/index.ts';
import { jsonResponse } from './json-response.ts';
import type { RouteOptions } from './route.ts';

export async function answerReady(
  options: Pick<RouteOptions, 'isDraining' | 'probe' | 'limits'>,
): Promise<Response> {
  const reason = options.isDraining() ? 'shutting_down' : await findProblem(options);
  if (reason === undefined) return jsonResponse({ status: 'ready' });
  return jsonResponse({ status: 'not_ready', reason }, 503, { 'retry-after': '1' });
}

/** The code alone: the operator finds the rest in the log. */
async function findProblem({
  probe,
  limits,
}: Pick<RouteOptions, 'probe' | 'limits'>): Promise<string | undefined> {
  const timer = new AbortController();
  const timeout = wait(limits.readyTimeout, 'store_silent', { signal: timer.signal }).catch(() => undefined);
  try {
    return await Promise.race([probe().then(() => undefined), timeout]);
  } catch (error) {
    return error instanceof OperationError ? error.details.code : 'internal_error';
  } finally {
    timer.abort();
  }
}
