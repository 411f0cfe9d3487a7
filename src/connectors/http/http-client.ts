/**
 * The only HTTP client for calls. Connects only to public addresses or to those that the operator allows, follows
 * redirects by the same rules, and limits time and response size. Network errors are outcomes, not exceptions.
 */
import type { ExchangeLimits, Stop } from './exchange.ts';
import type { GuardOptions } from './guarded-agent.ts';
import type { HttpOutcome, HttpRequest } from './http-request.ts';
import { createLazyAgent } from './lazy-agent.ts';
import { followRedirect } from './redirect.ts';

export interface HttpClient {
  send(request: HttpRequest, signal: AbortSignal): Promise<HttpOutcome>;
  close(): Promise<void>;
}

export interface HttpClientOptions extends Pick<GuardOptions, 'allowed' | 'resolve'> {
  readonly limits?: Partial<HttpLimits>;
}

export interface HttpLimits extends ExchangeLimits {
  /** Milliseconds for the whole request, including redirects. */
  readonly timeout: number;
  readonly requestBytes: number;
  readonly redirects: number;
}

const mebibyte = 1_048_576;

const defaultLimits: HttpLimits = {
  timeout: 30_000,
  connectTimeout: 10_000,
  responseBytes: 5 * mebibyte,
  headerBytes: 65_536,
  requestBytes: 10 * mebibyte,
  redirects: 5,
};

export function createHttpClient({ limits: chosen, ...guard }: HttpClientOptions): HttpClient {
  const limits = { ...defaultLimits, ...chosen };
  const lazyAgent = createLazyAgent({ ...guard, ...limits });
  return {
    async send(request, signal) {
      const { body, timeout = limits.timeout } = request;
      const responseBytes = Math.min(limits.responseBytes, request.responseBytes ?? limits.responseBytes);
      if ((body?.length ?? 0) > limits.requestBytes) {
        return { kind: 'too-large', what: 'request', limit: limits.requestBytes, sent: false };
      }
      // Not AbortSignal.any: the caller's signal would hold a reference to every request.
      const over = new AbortController();
      const end = (): void => over.abort();
      if (signal.aborted) end();
      signal.addEventListener('abort', end);
      const timer = setTimeout(end, timeout);
      const stop: Stop = {
        signal: over.signal,
        outcome: (sent) =>
          signal.aborted ? { kind: 'aborted', sent } : { kind: 'timed-out', after: timeout, sent },
      };
      try {
        const { exchange } = await import('./exchange.ts');
        const agent = await lazyAgent.get();
        return await sendFollowingRedirects(request, limits.redirects, (hop) =>
          exchange(agent, hop, { ...limits, responseBytes }, stop),
        );
      } finally {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
      }
    },
    close: () => lazyAgent.close(),
  };
}

/** Follows redirects up to the limit. */
async function sendFollowingRedirects(
  first: HttpRequest,
  maxRedirects: number,
  send: (request: HttpRequest) => Promise<HttpOutcome>,
): Promise<HttpOutcome> {
  let request = first;
  for (let hops = 0; ; hops++) {
    const outcome = await send(request);
    if (outcome.kind !== 'answered') return hops > 0 ? afterRedirect(outcome, request.url) : outcome;
    const hop = followRedirect(request, outcome);
    if (hop.kind === 'arrived') return hops > 0 ? { ...outcome, redirected: true } : outcome;
    if (hop.kind === 'refused')
      return { kind: 'refused', reason: 'redirect', message: hop.message, sent: true };
    if (hops === maxRedirects) {
      return {
        kind: 'refused',
        reason: 'redirect',
        message: `It redirects more than ${maxRedirects} times.`,
        sent: true,
      };
    }
    request = hop.request;
  }
}

/** After the first hop the request counts as sent, whatever the next hop does. */
function afterRedirect(outcome: Exclude<HttpOutcome, { kind: 'answered' }>, url: URL): HttpOutcome {
  if (outcome.kind !== 'refused') return { ...outcome, sent: true };
  return { ...outcome, message: `It redirects to ${url.host}: ${outcome.message}`, sent: true };
}
