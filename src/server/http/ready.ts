/** The readiness check: work can be committed, and the server is not closing. */

import { setTimeout as wait } from 'node:timers/promises';
import { OperationError } from '../../operations/index.ts';
import type { HttpResponse } from '../message/http-response.ts';
import { jsonResponse } from '../message/json-response.ts';
import type { RouteOptions } from './contract/route.ts';

export async function answerReady(
  options: Pick<RouteOptions, 'isDraining' | 'probe' | 'limits'>,
): Promise<HttpResponse> {
  const problem = options.isDraining() ? { reason: 'shutting_down' } : await findProblem(options);
  if (problem === undefined) return jsonResponse({ status: 'ready' });
  return jsonResponse({ status: 'not_ready', ...problem }, 503, { 'retry-after': '1' });
}

interface Problem {
  readonly reason: string;
  /** What is wrong with the store: `disk-full`. The operator finds the rest in the log. */
  readonly problem?: string | number | undefined;
}

async function findProblem({
  probe,
  limits,
}: Pick<RouteOptions, 'probe' | 'limits'>): Promise<Problem | undefined> {
  const timer = new AbortController();
  const silent = { reason: 'store_silent' };
  const timeout = wait(limits.readyTimeout, silent, { signal: timer.signal }).catch(() => undefined);
  try {
    return await Promise.race([probe().then(() => undefined), timeout]);
  } catch (error) {
    if (!(error instanceof OperationError)) return { reason: 'internal_error' };
    const { code, context } = error.details;
    return { reason: code, problem: context?.['reason'] };
  } finally {
    timer.abort();
  }
}
