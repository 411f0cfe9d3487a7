/**
 * Admits requests by their headers [P7.2]: a web page must not reach a local server under another name (Host) or from
 * another origin (Origin, Sec-Fetch-Site), and a server without credentials must not be behind a proxy, which would
 * admit everyone.
 */

import { isIP } from 'node:net';
import { parseUrl } from '../../operations/offline.ts';
import { hasProxySigns } from '../message/client-address.ts';
import type { HttpHeaders, HttpRequest } from '../message/http-request.ts';
import { type Refusal, refuse } from '../message/refusal.ts';

export interface HostPolicy {
  /** Host names, in lower case; IPv6 addresses in brackets. */
  readonly hosts: ReadonlySet<string>;
  /** No credentials are configured: every request has all rights. */
  readonly isDevelopment: boolean;
}

const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];

/** @param more addresses and host names of the server besides the default ones */
export function createHostPolicy(isDevelopment: boolean, more: readonly string[]): HostPolicy {
  const names = more.map((name) => (name.includes(':') && !name.startsWith('[') ? `[${name}]` : name));
  return { hosts: new Set([...loopbackNames, ...names.map((name) => name.toLowerCase())]), isDevelopment };
}

/** @param isPublic every page may read the resource */
export function guardRequest(
  { headers }: Pick<HttpRequest, 'headers'>,
  { hosts, isDevelopment }: HostPolicy,
  isPublic: boolean,
): Refusal | undefined {
  const host = headers.get('host');
  const name = hostNameOf(host ?? '');
  if (host === null) return refuse('host_missing', 'The header Host is missing.');
  if (name === undefined || !(hosts.has(name) || (!isDevelopment && isAddress(name))))
    return foreignHost(isDevelopment);
  const isForeign = !isKnownOrigin(headers.get('origin'), hosts) || (isDevelopment && isCrossSite(headers));
  if (isForeign && !isPublic) return foreignOrigin(isDevelopment);
  return isDevelopment && hasProxySigns(headers) ? forwarded() : undefined;
}

/** DNS rebinding needs a name, so an IP address as Host is safe; health checks use it. */
const isAddress = (host: string): boolean => isIP(host.replaceAll(/[[\]]/g, '')) !== 0;

/** A request without one does not come from a page. */
function isKnownOrigin(origin: string | null, hosts: HostPolicy['hosts']): boolean {
  if (origin === null) return true;
  return hosts.has(parseUrl(origin)?.hostname ?? '');
}

/** Images, scripts and links of a foreign page have no Origin. */
const isCrossSite = (headers: HttpHeaders): boolean =>
  headers.get('origin') === null && headers.get('sec-fetch-site') === 'cross-site';

function hostNameOf(host: string): string | undefined {
  return /^(\[[\da-f:.]+\]|[^:@/\s]+)(?::\d{1,5})?$/i.exec(host)?.[1]?.toLowerCase();
}

/** Without credentials no other name can be configured. */
function foreignHost(isDevelopment: boolean): Refusal {
  const message = 'The Host header does not name this server. Use the address that was printed at startup';
  const other = isDevelopment ? '' : ', or name yours with SIGNALBOX_PUBLIC_URL';
  return refuse('foreign_host', `${message}${other}.`);
}

function foreignOrigin(isDevelopment: boolean): Refusal {
  const message =
    'Pages of other servers may not call this one. Serve your page from an address of this machine';
  const other = isDevelopment ? '' : ', or under SIGNALBOX_PUBLIC_URL';
  return refuse('foreign_origin', `${message}${other}.`);
}

function forwarded(): Refusal {
  return refuse(
    'forwarded',
    'This request came through a proxy, but this server has no credentials and would admit everyone. Call it directly, on the machine that it runs on.',
  );
}
