/** Describes a failed request as a failure that a workflow can handle: what happened, where, and what to do. */
import { describeDuration } from '../../expression/index.ts';
import type { Failure, Json } from '../../kernel/index.ts';
import type { Redact } from '../../runtime/index.ts';
import { describeErrorBody } from './describe-error-body.ts';
import type { HttpOutcome, HttpRequest, HttpResponse } from './http-request.ts';
import { readBody } from './read-body.ts';
import { parseRetryAfter } from './retry-after.ts';

export type NoAnswer = Exclude<HttpOutcome, { kind: 'answered' }>;

/** No response, or none that is a result. */
export function failureOfOutcome(request: HttpRequest, outcome: NoAnswer, redact: Redact): Failure {
  const { code, says, retryable } = explain(outcome);
  const message = redact(`${describeTarget(request)} ${says}`);
  return { code, message, retryable, data: { sent: outcome.sent } };
}

interface Explanation {
  readonly code: string;
  readonly says: string;
  readonly retryable: boolean;
}

function explain(outcome: NoAnswer): Explanation {
  switch (outcome.kind) {
    case 'refused':
      return blocked(
        `was ${outcome.sent ? 'aborted' : 'not called'}: ${outcome.message}${outcome.reason === 'address' ? ` ${permission}` : ''}`,
      );
    case 'failed':
      return network(`failed: ${outcome.message}. ${describeSent(outcome.sent)}`);
    case 'timed-out': {
      const after = describeDuration(outcome.after);
      return {
        code: 'http-timeout',
        says: `did not end within ${after}. ${describeSent(outcome.sent)}`,
        retryable: true,
      };
    }
    case 'too-large':
      return { code: 'http-too-large', says: `was truncated: ${tooLarge(outcome)}`, retryable: false };
    case 'aborted':
      return { code: 'http-aborted', says: `was aborted. ${describeSent(outcome.sent)}`, retryable: true };
  }
}

const blocked = (says: string): Explanation => ({ code: 'http-blocked', says, retryable: false });
const network = (says: string): Explanation => ({ code: 'http-network', says, retryable: true });

const permission =
  'The operator can allow it with SIGNALBOX_ALLOW_PRIVATE_ADDRESSES: a list of hosts and ranges, or 1 for all.';

const describeSent = (sent: boolean): string =>
  sent ? 'The request was sent; its outcome is unknown.' : 'The request was not sent.';

function tooLarge({ what, limit }: Extract<NoAnswer, { kind: 'too-large' }>): string {
  const size = `${Math.round(limit / 1_024)} KiB`;
  if (what === 'request') return `the body is larger than ${size}. Send less at once.`;
  if (what === 'headers') return `the headers of the response are larger than ${size}.`;
  return `the response is larger than ${size}. Request less at once, for example a page.`;
}

/** The server responded with an error. */
export function failureOfStatus(
  request: HttpRequest,
  response: HttpResponse,
  redact: Redact,
  now: number,
): Failure {
  const { status, headers } = response;
  const { body, encoding } = readBody(response);
  const shown = encoding === undefined ? redact(body) : undefined;
  const says = shown === undefined ? '' : describeErrorBody(shown);
  const after = headers['retry-after'];
  const retryAfter = parseRetryAfter(typeof after === 'string' ? after : undefined, now);
  return {
    code: `http-${status}`,
    message: redact(`${describeTarget(request)} answered ${status}${says === '' ? '.' : `: ${says}`}`),
    retryable: status >= 500 || repeatable.has(status),
    ...(retryAfter === undefined ? {} : { retryAfter }),
    data: { status, ...(shown === undefined ? {} : { body: kept(shown) }) },
  };
}

const repeatable = new Set([408, 425, 429]);
const maxKept = 4_096;

/** The body if it is small, otherwise its beginning. */
function kept(body: Json): Json {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return text.length <= maxKept ? body : `${text.slice(0, maxKept)}…`;
}

/** Without the query, which may hold secrets. */
const describeTarget = ({ method, url }: HttpRequest): string => `${method} ${url.host}${url.pathname}`;
