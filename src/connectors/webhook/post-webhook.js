import { createLateAgent } from '../http/late-agent.js';
import { parseRetryAfter } from '../http/retry-after.js';

const headerBytes = 16_384;
/** A connection whose answer is longer is not worth keeping. */
const mostDrained = 16_384;
export function createWebhookPoster(options) {
  const { timeout, now, ...guard } = options;
  const late = createLateAgent({ ...guard, connectTimeout: timeout, headerBytes });
  return {
    async post({ url, headers, body }, signal) {
      const overdue = new AbortController();
      const timer = setTimeout(() => overdue.abort(), timeout);
      const stop = AbortSignal.any([signal, overdue.signal]);
      try {
        const dispatcher = await late.get();
        const { request } = await import('undici');
        const answer = await request(url, { dispatcher, method: 'POST', headers, body, signal: stop });
        // What it says beyond its status concerns nobody; a short rest is taken, so that the connection can be used again.
        answer.body.on('error', () => {});
        answer.body.dump({ limit: mostDrained, signal: AbortSignal.timeout(timeout) }).catch(() => {});
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
    close: () => late.close(),
  };
}
async function failureOf(error, timeout) {
  const { outcomeOf } = await import('../http/exchange.js');
  const cause = error instanceof Error ? error : new Error('the connection failed');
  const outcome = outcomeOf(cause, true, { connectTimeout: timeout, headerBytes });
  if (outcome.kind === 'refused') return { kind: 'blocked' };
  if (outcome.kind === 'timed-out') return { kind: 'timed-out', after: timeout };
  if (outcome.kind === 'too-large')
    return { kind: 'failed', message: 'the headers of its answer are too large' };
  return { kind: 'failed', message: outcome.kind === 'failed' ? outcome.message : 'the connection failed' };
}
//# sourceMappingURL=post-webhook.js.map
