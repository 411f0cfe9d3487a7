/**
 * Whether a request is let in at all, by its headers alone [P7.2]: a page in a browser must not reach a server on this
 * machine under a name of its own (Host) nor from elsewhere (Origin), and a server without credentials must not stand
 * behind a proxy, which would let everybody in.
 */
import { isIP } from 'node:net';
import { isForwarded } from './client-address.ts';
import { type Refusal, refuse } from './refusal.ts';

export interface HostPolicy {
  /** Host names, in small letters; IPv6 addresses in brackets. */
  readonly hosts: ReadonlySet<string>;
  /** There are no credentials: whoever gets here may do everything. */
  readonly isDevelopment: boolean;
}

const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];

/** @param more addresses and host names under which it is reached beside the usual ones */
export function createHostPolicy(isDevelopment: boolean, more: readonly string[]): HostPolicy {
  const names = more.map((name) => (name.includes(':') && !name.startsWith('[') ? `[${name}]` : name));
  return { hosts: new Set([...loopbackNames, ...names.map((name) => name.toLowerCase())]), isDevelopment };
}

/** @param isPublic what is asked for may be read by every page */
export function guardRequest(
  { headers }: Pick<Request, 'headers'>,
  { hosts, isDevelopment }: HostPolicy,
  isPublic: boolean,
): Refusal | undefined {
  const host = headers.get('host');
  const name = hostNameOf(host ?? '');
  if (host === null) return refuse('host_missing', 'The header Host is missing.');
  if (name === undefined || !(hosts.has(name) || (!isDevelopment && isAddress(name))))
    return foreignHost(isDevelopment);
  if (!isPublic && !isKnownOrigin(headers.get('origin'), hosts)) return foreignOrigin(isDevelopment);
  return isDevelopment && isForwarded(headers) ? forwarded() : undefined;
}

/** No page is under another's address; and who looks after servers asks them by their address. */
const isAddress = (host: string): boolean => isIP(host.replaceAll(/[[\]]/g, '')) !== 0;

/** Who sends none is no page. */
function isKnownOrigin(origin: string | null, hosts: HostPolicy['hosts']): boolean {
  if (origin === null) return true;
  return URL.canParse(origin) && hosts.has(new URL(origin).hostname);
}

function hostNameOf(host: string): string | undefined {
  return /^(\[[\da-f:.]+\]|[^:@/\s]+)(?::\d{1,5})?$/i.exec(host)?.[1]?.toLowerCase();
}

/** Without credentials there is no other name that could be given to it. */
function foreignHost(isDevelopment: boolean): Refusal {
  const message =
    'The header Host names a server that this is not. Use the address that was told at the start';
  const other = isDevelopment ? '' : ', or name yours with SIGNALBOX_PUBLIC_URL';
  return refuse('foreign_host', `${message}${other}.`);
}

function foreignOrigin(isDevelopment: boolean): Refusal {
  const message =
    'Pages of other servers may not ask this one. A page of yours has to be under an address of this machine';
  const other = isDevelopment ? '' : ', or under SIGNALBOX_PUBLIC_URL';
  return refuse('foreign_origin', `${message}${other}.`);
}

function forwarded(): Refusal {
  return refuse(
    'forwarded',
    'This request came through a proxy, but this server knows no credentials: it would let in everybody. Ask it directly, on the machine that it runs on.',
  );
}
