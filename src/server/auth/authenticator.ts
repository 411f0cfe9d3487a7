/** Admits requests: authenticated, over a secure connection, and within the rate limits [W1.1, W7.1, W8.3]. */

import { createRateLimiter, type Principal } from '../../operations/index.ts';
import type { HttpRequest } from '../message/http-request.ts';
import type { Peer } from '../message/peer.ts';
import { type Refusal, refuse } from '../message/refusal.ts';
import type { Identify } from './identify.ts';
import type { RateLimits } from './rate-limits.ts';

export interface AuthenticatorOptions {
  readonly identify: Identify;
  readonly rates: RateLimits;
  /** Whether unencrypted connections are refused. */
  readonly demandsTls: boolean;
  /** Per address and minute. */
  readonly wrongCredentials: number;
  /** Interval for checking the rights of stream clients again, in milliseconds. */
  readonly recheckEvery: number;
  readonly now?: () => number;
}

export interface AccessDenied extends Refusal {
  /** If known. */
  readonly who?: Principal;
}

/** A persistent connection. */
export interface ClientConnection {
  readonly peer: Peer;
  /** Ends it, with all active work on it. */
  readonly hangUp: () => void;
  /** Called when it has ended. */
  readonly onEnd: (listener: () => void) => void;
}

export interface Authenticator {
  /** For requests that need no credentials: the others include it. */
  refuseUnencrypted(peer: Peer): Refusal | undefined;
  /** Counts as a request of the principal. */
  authenticate(request: HttpRequest, peer: Peer): Promise<Principal | AccessDenied>;
  /** The same without counting. */
  identify(request: HttpRequest, peer: Peer): Promise<Principal | Refusal>;
  /** Counts further requests of the same principal. */
  charge(principal: Principal, count: number): Refusal | undefined;
  /** Ends the connection of a long request when the rights of its principal end [W5.2]. */
  watchRights(request: HttpRequest, principal: Principal, exchange: ClientConnection): void;
}

export function createAuthenticator(options: AuthenticatorOptions): Authenticator {
  const { rates, demandsTls, wrongCredentials, recheckEvery, now = () => performance.now() } = options;
  const failures = createRateLimiter(wrongCredentials / 60, 60, now);
  const refuseUnencrypted = ({ isSecure }: Peer): Refusal | undefined =>
    demandsTls && !isSecure ? plainHttp() : undefined;
  const identify = async (request: HttpRequest, peer: Peer): Promise<Principal | Refusal> =>
    refuseUnencrypted(peer) ?? options.identify(request, peer);
  /** Checks of the open connections. They share a timer: most calls end long before it fires. */
  const watched = new Set<() => Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  const recheck = (): void => {
    for (const check of watched) void check();
    if (watched.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
  return {
    refuseUnencrypted,
    identify,
    async authenticate(request, peer) {
      const who = await identify(request, peer);
      if (who.kind === 'refusal') {
        // Other clients of the same address with valid credentials are still admitted.
        const wait = who.error.details.code === 'invalid_token' ? failures.take(peer.address) : 0;
        return wait === 0 ? who : tooManyFailures(wait);
      }
      const wait = rates.take(who);
      return wait === 0 ? who : { ...tooFast(wait), who };
    },
    charge(principal, count) {
      for (let left = count; left > 0; left--) {
        const wait = rates.take(principal);
        if (wait > 0) return tooFast(wait);
      }
      return undefined;
    },
    watchRights(request, principal, { peer, hangUp, onEnd }) {
      const check = async (): Promise<void> => {
        const now = await identify(request, peer).catch(() => undefined);
        if (now !== undefined && hasLostRights(principal, now)) hangUp();
      };
      watched.add(check);
      onEnd(() => watched.delete(check));
      timer ??= setInterval(recheck, recheckEvery).unref();
    },
  };
}

/** An unavailable issuer does not revoke rights. */
function hasLostRights(before: Principal, now: Principal | Refusal): boolean {
  if (now.kind === 'refusal') return now.error.details.category !== 'unavailable';
  const isSame = now.subject === before.subject && now.tenant === before.tenant;
  return !isSame || [...before.scopes].some((scope) => !now.scopes.has(scope));
}

function plainHttp(): Refusal {
  return refuse(
    'plain_http',
    'This server accepts credentials over TLS only. Use its https address, which SIGNALBOX_PUBLIC_URL names.',
  );
}

function tooFast(retryAfterMs: number): Refusal {
  return refuse('rate_limited', 'Too many requests. Try again later.', {
    context: { retryAfterMs },
  });
}

function tooManyFailures(retryAfterMs: number): Refusal {
  const message = 'Too many invalid credentials from this address. Try again later, with valid ones.';
  return refuse('rate_limited', message, { context: { retryAfterMs } });
}
