/**
 * Checks a callback address as far as the text allows: its form, and hosts that are addresses in any spelling. Host names
 * are resolved and checked at each connection.
 */
import { matchesHost, parseUrl, portOf } from '../../runtime/index.ts';
import { parseAddress, whyNotPublic } from '../http/address-kind.ts';
import { type AllowedAddresses, isAllowed } from '../http/allowed-addresses.ts';

export type CheckedCallback =
  | { readonly kind: 'callback'; readonly url: URL }
  /** Each continues a sentence about the address: `must have at most 2000 characters.` */
  | { readonly kind: 'problems'; readonly problems: readonly string[] };

export const maxCallbackLength = 2_000;

export function checkCallback(text: string, allowed: AllowedAddresses): CheckedCallback {
  const url = readAddress(text);
  if (typeof url === 'string') return { kind: 'problems', problems: [url] };
  const problems: string[] = [];
  if (url.username !== '' || url.password !== '') {
    problems.push(
      'must not hold a user name or a password. Deliveries are authenticated by their signature.',
    );
  }
  const isExempt = isListed(url, allowed);
  const why = isExempt ? undefined : whyNotReached(url.hostname);
  if (why !== undefined) {
    problems.push(`must be public, and ${why}. ${permission}`);
  } else if (url.protocol === 'http:' && !isExempt) {
    problems.push(`must begin with “https://”. ${permission}`);
  }
  return problems.length > 0 ? { kind: 'problems', problems } : { kind: 'callback', url };
}

const permission = 'The operator can allow a host with SIGNALBOX_WEBHOOK_ALLOW.';

/** @returns the problem, if the address is invalid */
function readAddress(text: string): URL | string {
  if (text.length > maxCallbackLength) return `must have at most ${maxCallbackLength} characters.`;
  // URL parsers skip some of these, and reinterpret others.
  if (/[\s\p{C}\\]/u.test(text)) return 'must not contain spaces, line breaks or backslashes.';
  const url = /^https?:\/\/[^/?#]/i.test(text) ? parseUrl(text) : undefined;
  return url ?? 'must be an address such as “https://hooks.example.com/cases”.';
}

/** Whether the operator allows this host explicitly. */
function isListed(url: URL, allowed: AllowedAddresses): boolean {
  const port = portOf(url);
  const address = parseAddress(url.hostname);
  if (address !== undefined) return isAllowed(allowed, address, url.hostname, port);
  return allowed.all || allowed.hosts.some((pattern) => matchesHost(pattern, url.hostname, port));
}

/** `hostname` in the spelling of URLs: an IPv4 address has one form there. */
function whyNotReached(hostname: string): string | undefined {
  const address = parseAddress(hostname);
  if (address !== undefined) {
    const why = whyNotPublic(address);
    return why === undefined ? undefined : `${hostname} is ${why}`;
  }
  return isInternal(hostname) ? `${hostname} is a local name` : undefined;
}

/** Local names: a caller who could try them would learn about the internal network. */
const internal = [
  ...['localhost', 'localdomain', 'local', 'internal', 'intranet', 'lan', 'home', 'corp', 'private'],
  ...['svc', 'home.arpa'],
];

function isInternal(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/\.+$/, '');
  return !name.includes('.') || internal.some((end) => name.endsWith(`.${end}`));
}
