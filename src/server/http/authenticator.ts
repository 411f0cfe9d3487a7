/** Who comes in: known by credentials, over a connection that nobody reads, and not too often [W1.1, W7.1, W8.3]. */
import type { Principal } from '../../operations/index.ts';
import type { Identify } from '../auth/identify.ts';
import { createRateLimiter, type RateLimits } from '../auth/rate-limits.ts';
import type { Peer } from './peer.ts';
import { type Refusal, refuse } from './refusal.ts';

export interface AuthenticatorOptions {
  readonly identify: Identify;
  readonly rates: RateLimits;
  /** Credentials are not taken over a connection that others could read. */
  readonly demandsTls: boolean;
  /** Of one address, in a minute. */
  readonly wrongCredentials: number;
  /** How often it is looked whether whoever listens still may, in milliseconds. */
  readonly recheckEvery: number;
  readonly now?: () => number;
}

export interface AccessDenied extends Refusal {
  /** Where that is known. */
  readonly who?: Principal;
}

/** A connection that lasts. */
export interface ClientConnection {
  readonly peer: Peer;
  /** Ends it, whatever is under way on it. */
  readonly hangUp: () => void;
  /** Told when it has ended. */
  readonly onEnd: (listener: () => void) => void;
}

export interface Authenticator {
  /** Counts as a request of whoever it is. */
  authenticate(request: Request, peer: Peer): Promise<Principal | AccessDenied>;
  /** The same without counting. */
  identify(request: Request, peer: Peer): Promise<Principal | Refusal>;
  /** Counts so many more requests of the same principal. */
  charge(principal: Principal, count: number): Refusal | undefined;
  /** Ends the connection of a request that lasts when the rights of its principal end [W5.2]. */
  watchRights(request: Request, principal: Principal, exchange: ClientConnection): void;
}

export function createAuthenticator(options: AuthenticatorOptions): Authenticator {
  const { rates, demandsTls, wrongCredentials, recheckEvery, now = () => performance.now() } = options;
  const failures = createRateLimiter(wrongCredentials / 60, 60, now);
  const identify = async (request: Request, peer: Peer): Promise<Principal | Refusal> => {
    if (demandsTls && !peer.isSecure) return plainHttp();
    return options.identify(request, peer);
  };
  return {
    identify,
    async authenticate(request, peer) {
      const who = await identify(request, peer);
      if (who.kind === 'refusal') {
        // Others of the same address, who have good ones, are let in all the same.
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
      const timer = setInterval(async () => {
        const now = await identify(request, peer).catch(() => undefined);
        if (now !== undefined && hasLostRights(principal, now)) hangUp();
      }, recheckEvery);
      timer.unref();
      onEnd(() => clearInterval(timer));
    },
  };
}

/** An issuer that does not answer for a while has taken nobody's rights. */
function hasLostRights(before: Principal, now: Principal | Refusal): boolean {
  if (now.kind === 'refusal') return now.error.details.category !== 'unavailable';
  const isSame = now.subject === before.subject && now.tenant === before.tenant;
  return !isSame || [...before.scopes].some((scope) => !now.scopes.has(scope));
}

function plainHttp(): Refusal {
  return refuse(
    'plain_http',
    'This server takes credentials over TLS only: use its https address, which SIGNALBOX_PUBLIC_URL names.',
  );
}

function tooFast(retryAfterMs: number): Refusal {
  return refuse('rate_limited', 'These are more requests than you may send: come again a little later.', {
    context: { retryAfterMs },
  });
}

function tooManyFailures(retryAfterMs: number): Refusal {
  const message =
    'Too many wrong credentials came from this address: come again a little later, with the right ones.';
  return refuse('rate_limited', message, { context: { retryAfterMs } });
}
