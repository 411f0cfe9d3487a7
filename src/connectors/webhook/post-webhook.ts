/**
 * Posts one delivery to a subscriber. Connects only to public addresses, or to those that the operator allows; follows no
 * redirect, reads only the head of the response, and limits the time. Network errors are outcomes, not exceptions.
 */
import type { Dispatcher } from 'undici';
import type { GuardOptions } from '../http/guarded-agent.ts';
import { createLazyAgent } from '../http/lazy-agent.ts';
import { parseRetryAfter } from '../http/retry-after.ts';

export interface WebhookPoster {
  post(request: WebhookRequest, signal: AbortSignal): Promise<Posted>;
  close(): Promise<void>;
}

export interface WebhookRequest {
  readonly url: URL;
  readonly headers: { readonly [name: string]: string };
  readonly body: Uint8Array;
}

export interface WebhookPosterOptions extends Pick<GuardOptions, 'allowed' | 'resolve'> {
  /** Milliseconds until the response must begin. */
  readonly timeout: number;
  readonly now: () => number;
}

export type Posted =
  /** `after`: milliseconds that the receiver requests. */
  | { readonly kind: 'answered'; readonly status: number; readonly after: number | undefined }
  /** Nothing was sent: the host does not exist, or its address is not allowed. The caller must not learn which. */
  | { readonly kind: 'blocked' }
  /** No connection, or it was lost. */
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'timed-out'; readonly after: number }
  /** The caller's signal. */
  | { readonly kind: 'aborted' };

const headerBytes = 16_384;
/** With a longer response the connection is not reused. */
const maxDrainedBytes = 16_384;
/** Milliseconds to read it. */
const maxDrainMs = 500;

export function createWebhookPoster(options: WebhookPosterOptions): WebhookPoster {
  const { timeout, now, ...guard } = options;
  const lazyAgent = createLazyAgent({ ...guard, connectTimeout: timeout, headerBytes });
  return {
    async post({ url, headers, body }, signal) {
      const overdue = new AbortController();
      const timer = setTimeout(() => overdue.abort(), timeout);
      const stop = AbortSignal.any([signal, overdue.signal]);
      try {
        const dispatcher = await lazyAgent.get();
        const { request } = await import('undici');
        const answer = await request(url, { dispatcher, method: 'POST', headers, body, signal: stop });
        await leave(answer);
        const after = answer.headers['retry-after'];
        return {
          kind: 'answered',
          status: answer.statusCode,
          after: parseRetryAfter(typeof after === 'string' ? after : undefined, now()),
        };
      } catch (error) {
        if (signal.aborted) return { kind: 'aborted' };
        if (overdue.signal.aborted) return { kind: 'timed-out', after: timeout };
        return failureOf(error, timeout);
      } finally {
        clearTimeout(timer);
      }
    },
    close: () => lazyAgent.close(),
  };
}

/** The body is ignored; a short rest is read so that the connection can be reused. */
async function leave({ headers, body }: Dispatcher.ResponseData): Promise<void> {
  body.on('error', () => {});
  const length = Number(headers['content-length'] ?? Number.NaN);
  if (length <= maxDrainedBytes) {
    await body.dump({ limit: maxDrainedBytes, signal: AbortSignal.timeout(maxDrainMs) }).catch(() => {});
  }
  body.destroy();
}

async function failureOf(error: unknown, timeout: number): Promise<Posted> {
  const { outcomeOf } = await import('../http/exchange.ts');
  const cause = error instanceof Error ? error : new Error('the connection failed');
  if ('code' in cause && cause.code === 'ENOTFOUND') return { kind: 'blocked' };
  const outcome = outcomeOf(cause, true, { connectTimeout: timeout, headerBytes });
  if (outcome.kind === 'refused') return { kind: 'blocked' };
  if (outcome.kind === 'timed-out') return { kind: 'timed-out', after: timeout };
  if (outcome.kind === 'too-large') return { kind: 'failed', message: 'the response headers are too large' };
  return { kind: 'failed', message: outcome.kind === 'failed' ? outcome.message : 'the connection failed' };
}
