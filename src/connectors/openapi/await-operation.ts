/**
 * Awaits the end of work that an API has accepted: asks at the address that it names, on the same server, until the work
 * has ended. The request itself is not repeated, whatever happens meanwhile.
 */
import type { ApiRequest } from '../../catalogs/index.ts';
import type { Failure, Json } from '../../kernel/index.ts';
import { partOf } from '../../languages/index.ts';
import { type Clock, parseUrl, type Redact } from '../../runtime/index.ts';
import { describeErrorBody } from '../http/describe-error-body.ts';
import type { HttpResponse } from '../http/http-request.ts';
import { isRepeatableMethod } from '../http/method-safety.ts';
import { parseRetryAfter } from '../http/retry-after.ts';
import { waitFor } from '../values/wait-for.ts';
import { resultOf } from './api-exchange.ts';
import type { Answered, Send, Sending, Sent } from './api-sender.ts';

export interface Awaiting {
  readonly send: Send;
  readonly clock: Clock;
  readonly redact: Redact;
  readonly seconds: number;
}

/** In milliseconds, as the others. */
const firstDelay = 1_000;
const maxDelay = 10_000;
const minTimeout = 1_000;

/** @param first how the API answered the request; returned as it is unless the work goes on */
export async function awaitOperation(
  { send, clock, redact, seconds }: Awaiting,
  sending: Sending,
  built: ApiRequest,
  first: Answered,
): Promise<Sent> {
  const { request, response } = first;
  if (response.status !== 202) return first;
  const named = addressOf(request.url, response);
  if (named === undefined) return over(failureOf('unexpected-response', noAddress));
  const until = clock.now() + seconds * 1_000;
  let address = named;
  let asked = retryAfterOf(response, clock.now());
  for (let delay = firstDelay; ; delay = Math.min(delay * 2, maxDelay)) {
    const left = until - clock.now();
    if (left <= 0 || (asked ?? 0) > left) {
      const message = `The work did not end within ${seconds} s. Its state is at ${address.host}${address.pathname}.`;
      return over(failureOf('still-running', redact(message)));
    }
    // What was accepted may have an effect.
    if (!(await waitFor(clock, Math.min(asked ?? delay, left), sending.signal))) return aborted(built.method);
    const timeout = Math.max(until - clock.now(), minTimeout);
    const sent = await send(sending, stateRequest(address, built), { origin: address.origin, timeout });
    if (sending.signal.aborted) return aborted(built.method);
    if (sent.kind === 'over') {
      const { outcome } = sent;
      if (outcome.kind !== 'failed') return sent;
      // Repeating the call would request the work again.
      if (outcome.failure.retryable !== true) return over({ ...outcome.failure, retryable: false });
      asked = outcome.failure.retryAfter;
      continue;
    }
    if (sent.response.status !== 202) {
      const result = resultOf(sent.response);
      const state = stateOf(result);
      if (state === 'failed') return over(failureOf('operation-failed', whatFailed(redact(result))));
      if (state === 'ended') return sent;
    }
    asked = retryAfterOf(sent.response, clock.now());
    address = addressOf(sent.request.url, sent.response) ?? address;
  }
}

const addressHeaders = ['operation-location', 'azure-asyncoperation', 'location'];

/** On the same server: no other one gets its credentials. */
function addressOf(from: URL, { headers }: HttpResponse): URL | undefined {
  for (const name of addressHeaders) {
    const given = headers[name];
    const url = typeof given === 'string' ? parseUrl(given, from) : undefined;
    if (url?.origin === from.origin && url.username === '') return url;
  }
  return undefined;
}

/** Headers that are not about the body or the state of what is requested go along: versions, for example. */
const stateRequest = ({ pathname, search }: URL, { headers, cookies }: ApiRequest): ApiRequest => ({
  method: 'GET',
  path: pathname,
  query: [search.slice(1)],
  headers: Object.fromEntries(
    Object.entries(headers).filter(([name]) => !/^(if-|content-|range$|prefer$|(x-)?idempotency)/.test(name)),
  ),
  cookies,
  body: null,
});

function retryAfterOf({ headers }: HttpResponse, now: number): number | undefined {
  const given = headers['retry-after'];
  return parseRetryAfter(typeof given === 'string' ? given : undefined, now);
}

const goingOn =
  /^(pending|running|inprogress|queued|processing|accepted|notstarted|started|starting|submitted|scheduled|waiting|working|creating|updating|deleting|provisioning)$/;
const failed = /^(fail(ed|ure)?|errors?|errored|cancell?ed|aborted|expired|timedout)$/;

function stateOf(result: Json): 'ended' | 'failed' | 'going-on' {
  const given = partOf(result, 'status') ?? partOf(result, 'state');
  const state = typeof given === 'string' ? given.toLowerCase().replaceAll(/[\s_-]/g, '') : '';
  return goingOn.test(state) ? 'going-on' : failed.test(state) ? 'failed' : 'ended';
}

function whatFailed(result: Json): string {
  const said = describeErrorBody(result);
  return `The work that the API accepted has failed${said === '' ? '.' : `: ${said}`}`;
}

const noAddress =
  'The API accepted the request, and names no address on its own server at which the end can be awaited. Leave out “wait”.';

const failureOf = (code: string, message: string): Failure => ({ code, message, retryable: false });

const over = (failure: Failure): Sent => ({ kind: 'over', outcome: { kind: 'failed', failure } });

const aborted = (method: string): Sent =>
  isRepeatableMethod(method)
    ? over({ code: 'http-aborted', message: 'The call was aborted while it waited.', retryable: true })
    : { kind: 'over', outcome: { kind: 'unknown' } };
