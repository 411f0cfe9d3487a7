/**
 * Determines the address of a client. Trusts forwarding headers only from configured proxies, up to the first address
 * that is not one: anyone could have written what precedes it [W8.2].
 */

import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { HttpHeaders } from './http-request.ts';
import { type Refusal, refuse } from './refusal.ts';

export interface Proxies {
  isDeclared(address: string): boolean;
  readonly hasAny: boolean;
}

/** @param ranges validated addresses, and ranges such as 10.0.0.0/8 */
export function createProxies(ranges: readonly string[]): Proxies {
  const parsed = ranges.map((range) =>
    range.includes('/')
      ? ipaddr.parseCIDR(range)
      : ipaddr.parseCIDR(`${range}/${isIP(range) === 6 ? 128 : 32}`),
  );
  return {
    hasAny: ranges.length > 0,
    isDeclared(address) {
      if (isIP(address) === 0) return false;
      const found = ipaddr.process(address);
      return parsed.some(([range, bits]) => range.kind() === found.kind() && found.match(range, bits));
    },
  };
}

export interface ClientAddress {
  readonly kind: 'origin';
  readonly address: string;
  /** Whether the client itself uses TLS. */
  readonly isSecure: boolean;
  /** The peer is a configured proxy: facts of the connection are about the proxy. */
  readonly isProxied: boolean;
}

/** @param peer address of the peer of the socket; @param isSecure the socket itself is TLS */
export function clientAddressOf(
  headers: HttpHeaders,
  peer: string,
  isSecure: boolean,
  proxies: Proxies,
): ClientAddress | Refusal {
  const direct: ClientAddress = { kind: 'origin', address: plain(peer), isSecure, isProxied: false };
  if (!proxies.hasAny) return direct;
  if (!proxies.isDeclared(peer)) return isForwarded(headers) ? foreignProxy() : direct;
  const chain = (headers.get('x-forwarded-for') ?? '').split(',').map((each) => each.trim());
  const client = chain.findLast((each) => !proxies.isDeclared(each)) ?? '';
  const schemes = (headers.get('x-forwarded-proto') ?? '')
    .split(',')
    .map((each) => each.trim().toLowerCase());
  return {
    kind: 'origin',
    address: isIP(client) === 0 ? direct.address : plain(client),
    // Each proxy on the way adds its value. One that a client has added can only refuse its own request.
    isSecure: schemes.every((scheme) => scheme === 'https'),
    isProxied: true,
  };
}

/** `Forwarded`, or any of its predecessors. */
function isForwarded(headers: HttpHeaders): boolean {
  for (const name of headers.keys()) {
    if (name === 'forwarded' || name.startsWith('x-forwarded-')) return true;
  }
  return false;
}

/** Headers that proxies add besides. */
const otherSigns = ['via', 'x-real-ip', 'cf-connecting-ip'];

/** Whether any header says that a proxy sent the request. */
export const hasProxySigns = (headers: HttpHeaders): boolean =>
  isForwarded(headers) || otherSigns.some((name) => headers.has(name));

/** IPv4 in its own notation, also on an IPv6 socket. */
function plain(address: string): string {
  return isIP(address) === 6 ? ipaddr.process(address).toString() : address;
}

/** The unit for limits: with IPv6 each client has a whole network. */
export function addressGroupOf(address: string): string {
  const found = isIP(address) === 0 ? undefined : ipaddr.process(address);
  return found instanceof ipaddr.IPv6 ? found.parts.slice(0, 4).join(':') : address;
}

function foreignProxy(): Refusal {
  return refuse(
    'foreign_proxy',
    'This request has forwarding headers, but does not come from a configured proxy. Send it directly, or configure the proxy with SIGNALBOX_PROXIES.',
  );
}
