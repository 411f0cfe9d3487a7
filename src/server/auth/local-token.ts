/**
 * The local token of development mode, for a machine that several users share [P7.6]. Clients send it as a header;
 * browsers send the cookie that the printed address sets. Each start of the server creates another one.
 */

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { HttpRequest } from '../message/http-request.ts';
import { HttpResponse } from '../message/http-response.ts';
import { refuse } from '../message/refusal.ts';
import type { Identify } from './identify.ts';

export interface LocalToken {
  readonly text: string;
  /** Refuses requests without the token. */
  guard(identify: Identify): Identify;
  /** The response to the printed address: sets the cookie, and leads to the same page without the token. */
  enter(request: HttpRequest): HttpResponse | undefined;
}

export function createLocalToken(): LocalToken {
  const text = randomBytes(24).toString('base64url');
  const digest = sha256(text);
  const isToken = (given: string): boolean => timingSafeEqual(sha256(given), digest);
  // Cookies of all ports of a machine share one list.
  const cookie = `signalbox-${digest.toString('hex').slice(0, 8)}`;
  return {
    text,
    guard: (identify) => (request, peer) => {
      const given = bearerOf(request) ?? (isOfPage(request) ? cookieOf(request, cookie) : undefined);
      if (given === undefined)
        return refuse('unauthenticated', `This server requires its local token. ${advice}`);
      return isToken(given)
        ? identify(request, peer)
        : refuse('invalid_token', `The local token is wrong. ${advice}`);
    },
    enter({ method, url }) {
      const { pathname, searchParams } = new URL(url);
      if (method !== 'GET' || pathname !== '/' || !isToken(searchParams.get('token') ?? '')) return undefined;
      const headers = {
        location: '/',
        'set-cookie': `${cookie}=${text}; HttpOnly; SameSite=Strict; Path=/`,
        'cache-control': 'no-store',
      };
      return new HttpResponse(null, { status: 303, headers });
    },
  };
}

const advice =
  'Open the address that was printed at the last start, or send its token as “Authorization: Bearer …”.';

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Browsers also send the cookie for pages of other ports of the machine. */
function isOfPage({ headers }: HttpRequest): boolean {
  const origin = headers.get('origin');
  const site = headers.get('sec-fetch-site') ?? 'none';
  const isOwn = origin === null || origin.replace(/^https?:\/\//, '') === headers.get('host');
  return isOwn && (site === 'none' || site === 'same-origin');
}

const bearerOf = ({ headers }: HttpRequest): string | undefined =>
  /^bearer +(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1];

const cookieOf = ({ headers }: HttpRequest, name: string): string | undefined =>
  (headers.get('cookie') ?? '')
    .split(/; */)
    .find((each) => each.startsWith(`${name}=`))
    ?.slice(name.length + 1);
