/**
 * Checks whether a server with these settings may be reachable by other machines; reports all problems at once
 * [W8.3].
 */
import type { Settings } from '../../operations/index.ts';
import { isLoopback } from '../../operations/offline.ts';

export interface ServerSecurity {
  /** Other machines can reach it, or it is production: callers must authenticate, and connections must be encrypted. */
  readonly isStrict: boolean;
  /** As text; empty if there are none. */
  readonly problems: readonly string[];
}

type SecuritySettings = Pick<
  Settings,
  'mode' | 'host' | 'publicUrl' | 'tlsCert' | 'tlsKey' | 'tlsClientCa' | 'proxies'
>;

export function checkServerSecurity(settings: SecuritySettings, hasCredentials: boolean): ServerSecurity {
  const { mode, host, publicUrl, tlsCert, tlsKey, tlsClientCa, proxies } = settings;
  const isReached = (address: string): boolean => !isLoopback(new URL(address).hostname);
  const isPublic = !isLoopback(host) || proxies.length > 0 || (publicUrl !== '' && isReached(publicUrl));
  const isStrict = mode === 'production' || isPublic;
  const why = isPublic ? 'the server accepts connections from other machines' : 'the mode is production';
  const problems: string[] = [];
  const need = (isMet: boolean, problem: string): void => {
    if (!isMet) problems.push(problem);
  };
  need(
    (tlsCert === '') === (tlsKey === ''),
    'TLS needs both files: SIGNALBOX_TLS_CERT for the certificate and SIGNALBOX_TLS_KEY for its key.',
  );
  need(
    tlsClientCa === '' || tlsCert !== '',
    'SIGNALBOX_TLS_CLIENT_CA names the authorities of client certificates, which needs TLS. Set SIGNALBOX_TLS_CERT and SIGNALBOX_TLS_KEY, too.',
  );
  if (!isStrict) return { isStrict, problems };
  need(
    hasCredentials,
    `No credentials are configured, and ${why}. Create a key with “signalbox key create”, set SIGNALBOX_JWT_SECRET and SIGNALBOX_JWT_ISSUER, or write an auth file (docs/access.md). To serve this machine only, leave out --host, SIGNALBOX_PUBLIC_URL and the mode.`,
  );
  need(
    tlsCert !== '' || proxies.length > 0,
    `Credentials would be sent over plain HTTP, and ${why}. Set SIGNALBOX_TLS_CERT and SIGNALBOX_TLS_KEY, or name the proxy in front of this server with SIGNALBOX_PROXIES.`,
  );
  need(
    publicUrl === '' || publicUrl.startsWith('https:'),
    `SIGNALBOX_PUBLIC_URL must begin with https://, because ${why}.`,
  );
  need(
    publicUrl !== '' || tlsCert !== '' || proxies.length === 0,
    'Behind a proxy the server needs its public address. Set SIGNALBOX_PUBLIC_URL.',
  );
  return { isStrict, problems };
}
