/** Credentials of the client: none, a fixed text, or tokens that are created and renewed here. */
import { signToken } from './sign-token.ts';

export interface Credentials {
  /** Value of the header Authorization; empty if there is none. */
  current(): Promise<string>;
  /** Called after the server rejected it. @returns whether a new one may be accepted */
  renew(): boolean;
}

export type GivenCredentials =
  | { readonly kind: 'none' }
  | { readonly kind: 'fixed'; readonly text: string }
  | { readonly kind: 'asked'; readonly ask: () => string | Promise<string> }
  | { readonly kind: 'signed'; readonly secret: string; readonly claims: TokenClaims };

export interface TokenClaims {
  readonly sub: string;
  readonly aud: string;
  readonly iss: string;
  readonly scope: string;
}

/** In seconds. Tokens are renewed some time before they expire. */
const lifetime = 3_600;
const reserve = 300;

/** @param now in milliseconds */
export function createCredentials(given: GivenCredentials, now: () => number): Credentials {
  switch (given.kind) {
    case 'none':
      return { current: async () => '', renew: () => false };
    case 'fixed':
      return { current: async () => `Bearer ${given.text}`, renew: () => false };
    case 'asked':
      return { current: async () => `Bearer ${await given.ask()}`, renew: () => true };
    case 'signed':
      return createSigned(given.secret, given.claims, now);
  }
}

function createSigned(secret: string, claims: TokenClaims, now: () => number): Credentials {
  let made: { readonly token: Promise<string>; readonly until: number } | undefined;
  return {
    async current() {
      const seconds = Math.floor(now() / 1_000);
      if (made === undefined || seconds >= made.until) {
        const token = signToken({ ...claims, iat: seconds, exp: seconds + lifetime }, secret);
        made = { token, until: seconds + lifetime - reserve };
      }
      return `Bearer ${await made.token}`;
    },
    renew() {
      made = undefined;
      return true;
    },
  };
}
