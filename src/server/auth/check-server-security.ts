/** Whether others may be let near a server with these settings: everything that is missing, at once [W8.3]. */
import type { Settings } from '../../operations/index.ts';
import { isLoopback } from '../../operations/offline.ts';

export interface ServerSecurity {
  /** Others than this machine are served, or it is production: whoever asks must be known, and nobody may read along. */
  readonly isStrict: boolean;
  /** In words; none where all is well. */
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
  const why = isPublic ? 'others than this machine are served' : 'this is production';
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
    'SIGNALBOX_TLS_CLIENT_CA says whose client certificates are believed, which needs TLS: set SIGNALBOX_TLS_CERT and SIGNALBOX_TLS_KEY, too.',
  );
  if (!isStrict) return { isStrict, problems };
  need(
    hasCredentials,
    `There are no credentials, and ${why}: make a key with “signalbox key create”, set SIGNALBOX_JWT_SECRET and SIGNALBOX_JWT_ISSUER, or write an auth file (docs/access.md). Or serve this machine only: leave out --host, SIGNALBOX_PUBLIC_URL and the mode.`,
  );
  need(
    tlsCert !== '' || proxies.length > 0,
    `Credentials would go over plain HTTP, and ${why}: set SIGNALBOX_TLS_CERT and SIGNALBOX_TLS_KEY, or name the proxy in front of this server with SIGNALBOX_PROXIES.`,
  );
  need(
    publicUrl === '' || publicUrl.startsWith('https:'),
    `SIGNALBOX_PUBLIC_URL must begin with https://, because ${why}.`,
  );
  need(
    publicUrl !== '' || tlsCert !== '' || proxies.length === 0,
    'Behind a proxy the server has to know the address under which others reach it: set SIGNALBOX_PUBLIC_URL.',
  );
  return { isStrict, problems };
}
