/** Follows a case to its end by long polling. */
import type { CaseStatus } from './case-answers.ts';
import { isRetryable } from './client-error.ts';
import { openDeadline } from './deadline.ts';
import { pause } from './pause.ts';

export interface WaitOptions {
  /** Poll interval if the server does not wait. Default: 5 seconds. */
  readonly intervalMs?: number;
  /** Default: 5 minutes. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

export interface StatusOptions {
  /** How long the server may wait for the end of the case or a work item: at most 20 seconds. */
  readonly waitMs?: number;
  /** Wait only until there are more events than this. */
  readonly afterEvent?: number;
  readonly signal?: AbortSignal;
}

type AskStatus = (caseId: string, options: StatusOptions) => Promise<CaseStatus>;

export class CaseTimeout extends Error {
  override readonly name = 'CaseTimeout';
  readonly caseId: string;
  /** The last known status; `undefined` if there was no response. */
  readonly status: CaseStatus | undefined;

  constructor(caseId: string, timeoutMs: number, status: CaseStatus | undefined, cause: unknown) {
    const stands = status === undefined ? 'the server did not respond' : `it is ${status.state}`;
    super(`The case ${caseId} did not end within ${timeoutMs} ms: ${stands}.`, { cause });
    this.caseId = caseId;
    this.status = status;
  }
}

/** Maximum wait that the server accepts. */
const maxWait = 20_000;
/** Allowance for a response that arrives at the end of the wait; further attempts are not waited for. */
const grace = 5_000;

/** A temporary outage does not end it: it polls again until the time is over. */
export async function waitForCase(
  ask: AskStatus,
  caseId: string,
  { intervalMs = 5_000, timeoutMs = 300_000, signal }: WaitOptions,
): Promise<CaseStatus> {
  const end = performance.now() + timeoutMs;
  const deadline = openDeadline(timeoutMs + grace, signal);
  let last: CaseStatus | undefined;
  let lastError: unknown;
  try {
    for (;;) {
      const began = performance.now();
      const { events } = last ?? {};
      const question = statusOptionsFor(end - began, last, deadline.signal);
      const answer = await ask(caseId, question).catch((error: unknown) => {
        if (!isRetryable(error)) throw error;
        lastError = error;
      });
      last = answer ?? last;
      if (answer !== undefined && isOver(answer)) return answer;
      const now = performance.now();
      if (now >= end) break;
      const isNews = answer !== undefined && answer.events !== events;
      if (!isNews) await pause(Math.max(0, Math.min(began + intervalMs, end) - now), deadline.signal);
    }
  } catch (error) {
    if (!deadline.signal.aborted) throw error;
    signal?.throwIfAborted();
  } finally {
    deadline.clear();
  }
  throw new CaseTimeout(caseId, timeoutMs, last, lastError);
}

/** @param left remaining time */
function statusOptionsFor(left: number, last: CaseStatus | undefined, signal: AbortSignal): StatusOptions {
  const waitMs = Math.max(0, Math.min(maxWait, Math.floor(left)));
  // While it waits for a work item, only the next event is news.
  return { waitMs, signal, ...(last !== undefined && stands(last) ? { afterEvent: last.events } : {}) };
}

const isOver = ({ status }: CaseStatus): boolean => status === 'completed' || status === 'failed';

const stands = ({ input_required: asks, state }: CaseStatus): boolean => asks || state === 'suspended';
