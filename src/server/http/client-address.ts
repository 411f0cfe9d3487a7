/**
 * Where a request comes from. What a proxy says of that is believed of declared proxies alone, and of a chain of them up to
 * the first that is none: everything before could have been written by anybody [W8.2].
 */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { type Refusal, refuse } from './refusal.ts';

export interface Proxies {
  isDeclared(address: string): boolean;
  readonly hasAny: boolean;
}

/** @param ranges addresses, and ranges such as 10.0.0.0/8: settings that were checked */
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
  /** Whether the client itself came by TLS. */
  readonly isSecure: boolean;
  /** A declared proxy is at the other end: what the connection tells is told of the proxy. */
  readonly isProxied: boolean;
}

/** @param peer address at the other end of the socket; @param isSecure the socket itself is TLS */
export function clientAddressOf(
  headers: Headers,
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
    // That of the proxy next to us: those before it say what they like.
    isSecure: schemes.at(-1) === 'https',
    isProxied: true,
  };
}

/** `Forwarded`, or any of its forerunners. */
export function isForwarded(headers: Headers): boolean {
  for (const name of headers.keys()) {
    if (name === 'forwarded' || name.startsWith('x-forwarded-')) return true;
  }
  return false;
}

/** IPv4 as itself, also where the socket speaks IPv6. */
function plain(address: string): string {
  return isIP(address) === 0 ? address : ipaddr.process(address).toString();
}

/** Whose address it is: of IPv6 everybody has a whole network. */
export function addressGroupOf(address: string): string {
  const found = isIP(address) === 0 ? undefined : ipaddr.process(address);
  return found instanceof ipaddr.IPv6 ? found.parts.slice(0, 4).join(':') : address;
}

function foreignProxy(): Refusal {
  return refuse(
    'foreign_proxy',
    'This request says that it was forwarded, but it does not come from a declared proxy. Ask directly, or declare the proxy with SIGNALBOX_PROXIES.',
  );
}
