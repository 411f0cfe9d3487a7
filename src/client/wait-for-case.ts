/** Follows a case to its end. The server answers when there is news, so nobody asks blindly. */
import type { CaseStatus } from './case-answers.ts';
import { isRetryable } from './client-error.ts';
import { openDeadline } from './deadline.ts';
import { pause } from './pause.ts';

export interface WaitOptions {
  /** Between two questions, where the server does not wait; 5 seconds where absent. */
  readonly intervalMs?: number;
  /** 5 minutes where absent. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

export interface StatusOptions {
  /** How long the server may wait until the case has ended or somebody has to answer: 20 seconds at most. */
  readonly waitMs?: number;
  /** Wait only until there are more events than this. */
  readonly afterEvent?: number;
  readonly signal?: AbortSignal;
}

type AskStatus = (caseId: string, options: StatusOptions) => Promise<CaseStatus>;

export class CaseTimeout extends Error {
  override readonly name = 'CaseTimeout';
  readonly caseId: string;
  /** As it was answered last; undefined where it never was. */
  readonly status: CaseStatus | undefined;

  constructor(caseId: string, timeoutMs: number, status: CaseStatus | undefined, cause: unknown) {
    const stands = status === undefined ? 'the server did not answer' : `it is ${status.state}`;
    super(`The case ${caseId} has not ended within ${timeoutMs} ms: ${stands}.`, { cause });
    this.caseId = caseId;
    this.status = status;
  }
}

/** That the server lets a call take. */
const maxWait = 20_000;
/** An answer that the server gives at the very end may still come; one that is tried again and again is not waited for. */
const grace = 5_000;

/** A server that is away for a while does not end it: it is asked again until the time is over. */
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

/** @param left until the time is over */
function statusOptionsFor(left: number, last: CaseStatus | undefined, signal: AbortSignal): StatusOptions {
  const waitMs = Math.max(0, Math.min(maxWait, Math.floor(left)));
  // Where it waits for somebody, only the next event is news.
  return { waitMs, signal, ...(last !== undefined && stands(last) ? { afterEvent: last.events } : {}) };
}

const isOver = ({ status }: CaseStatus): boolean => status === 'completed' || status === 'failed';

const stands = ({ input_required: asks, state }: CaseStatus): boolean => asks || state === 'suspended';
