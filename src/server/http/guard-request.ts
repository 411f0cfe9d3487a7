/**
 * Whether a request is let in at all, by its headers alone [P7.2]: a page in a browser must not reach a server on this
 * machine under a name of its own (Host) nor from elsewhere (Origin), and a server without credentials must not stand
 * behind a proxy, which would let everybody in.
 */
import { type Refusal, refuse } from './refusal.ts';

export interface Admission {
  /** Host names, in small letters; IPv6 addresses in brackets. */
  readonly hosts: ReadonlySet<string>;
  /** There are no credentials: whoever gets here may do everything. */
  readonly isDevelopment: boolean;
}

const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];

/** @param more addresses and host names under which it is reached beside the usual ones */
export function createAdmission(isDevelopment: boolean, more: readonly string[]): Admission {
  const names = more.map((name) => (name.includes(':') && !name.startsWith('[') ? `[${name}]` : name));
  return { hosts: new Set([...loopbackNames, ...names.map((name) => name.toLowerCase())]), isDevelopment };
}

/** @param isPublic what is asked for may be read by every page */
export function guardRequest(
  { headers }: Pick<Request, 'headers'>,
  { hosts, isDevelopment }: Admission,
  isPublic: boolean,
): Refusal | undefined {
  const host = headers.get('host');
  const name = hostNameOf(host ?? '');
  if (name === undefined || !hosts.has(name)) return foreignHost(host);
  if (!isPublic && !isKnownOrigin(headers.get('origin'), hosts)) return foreignOrigin();
  return isDevelopment && isForwarded(headers) ? forwarded() : undefined;
}

/** Who sends none is no page. */
function isKnownOrigin(origin: string | null, hosts: Admission['hosts']): boolean {
  if (origin === null) return true;
  return URL.canParse(origin) && hosts.has(new URL(origin).hostname);
}

function hostNameOf(host: string): string | undefined {
  return /^(\[[\da-f:.]+\]|[^:@/\s]+)(?::\d{1,5})?$/i.exec(host)?.[1]?.toLowerCase();
}

function isForwarded(headers: Headers): boolean {
  for (const name of headers.keys()) {
    if (name === 'forwarded' || name.startsWith('x-forwarded-')) return true;
  }
  return false;
}

function foreignHost(host: string | null): Refusal {
  return refuse(
    403,
    'foreign_host',
    host === null
      ? 'The header Host is missing.'
      : 'The header Host names a server that this is not. Use the address that was told at the start, or name yours with SIGNALBOX_PUBLIC_URL.',
  );
}

function foreignOrigin(): Refusal {
  return refuse(
    403,
    'foreign_origin',
    'Pages of other servers may not ask this one. A page of yours has to be under an address of this machine, or under SIGNALBOX_PUBLIC_URL.',
  );
}

function forwarded(): Refusal {
  return refuse(
    403,
    'forwarded',
    'This request came through a proxy, but this server knows no credentials: it would let in everybody. Ask it directly, on the machine that it runs on.',
  );
}
