/**
 * Whether an address may be called back, as far as it tells by itself: its form, and hosts that are addresses, however they
 * are written. Where a name leads is looked at when it is connected to, each time.
 */
import { matchesHost, portOf } from '../../runtime/index.ts';
import { parseAddress, whyNotPublic } from '../http/address-kind.ts';
import { type AllowedAddresses, isAllowed } from '../http/allowed-addresses.ts';

export type CheckedCallback =
  | { readonly kind: 'callback'; readonly url: URL }
  | { readonly kind: 'problems'; readonly problems: readonly string[] };

export const maxCallbackLength = 2_000;

export function checkCallback(text: string, allowed: AllowedAddresses): CheckedCallback {
  const url = readAddress(text);
  if (typeof url === 'string') return { kind: 'problems', problems: [url] };
  const problems: string[] = [];
  if (url.username !== '' || url.password !== '') {
    problems.push('It must not hold a user name or a password: deliveries are known by their signature.');
  }
  const isExempt = isListed(url, allowed);
  const why = isExempt ? undefined : whyNotReached(url.hostname);
  if (why !== undefined) {
    problems.push(`It must be public, and ${why}. ${permission}`);
  } else if (url.protocol === 'http:' && !isExempt) {
    problems.push(`It must begin with “https://”. ${permission}`);
  }
  return problems.length > 0 ? { kind: 'problems', problems } : { kind: 'callback', url };
}

const permission = 'The operator can allow a host with SIGNALBOX_WEBHOOK_ALLOW.';

/** @returns what is wrong with it, where it cannot be read */
function readAddress(text: string): URL | string {
  if (text.length > maxCallbackLength) return `It must have at most ${maxCallbackLength} characters.`;
  // Parsers pass over some of these, and take others for something else.
  if (/[\s\p{C}\\]/u.test(text)) return 'It must hold no spaces, line breaks or backslashes.';
  const isWeb = /^https?:\/\/[^/?#]/i.test(text) && URL.canParse(text);
  return isWeb ? new URL(text) : 'It must be an address such as “https://hooks.example.com/cases”.';
}

/** Whether the operator has written out where it leads. */
function isListed(url: URL, allowed: AllowedAddresses): boolean {
  const port = portOf(url);
  const address = parseAddress(url.hostname);
  if (address !== undefined) return isAllowed(allowed, address, url.hostname, port);
  return allowed.all || allowed.hosts.some((pattern) => matchesHost(pattern, url.hostname, port));
}

/** `hostname` as URLs write it: there, an IPv4 address has one form, whatever it was written as. */
function whyNotReached(hostname: string): string | undefined {
  const address = parseAddress(hostname);
  if (address !== undefined) {
    const why = whyNotPublic(address);
    return why === undefined ? undefined : `${hostname} is ${why}`;
  }
  return isInternal(hostname)
    ? `${hostname} is a name of this machine or of a network of its own`
    : undefined;
}

/** Names that lead nowhere in public: whoever could try them would learn what there is inside. */
const internal = [
  ...['localhost', 'localdomain', 'local', 'internal', 'intranet', 'lan', 'home', 'corp', 'private'],
  ...['svc', 'home.arpa'],
];

function isInternal(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/\.+$/, '');
  return !name.includes('.') || internal.some((end) => name.endsWith(`.${end}`));
}
