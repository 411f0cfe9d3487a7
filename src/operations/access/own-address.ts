/** The addresses of a server, without a trailing slash. */
import type { Settings } from '../settings/settings-table.ts';

/** The address that it listens on, regardless of a proxy. */
export function serverAddress(isSecure: boolean, host: string, port: number): string {
  return `${isSecure ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

type AddressSettings = Pick<Settings, 'publicUrl' | 'tlsCert' | 'host' | 'port'>;

/** The address for clients. `undefined` if it listens on any free port. */
export function publicAddress({ publicUrl, tlsCert, host, port }: AddressSettings): string | undefined {
  if (publicUrl !== '') return publicUrl;
  return port === 0 ? undefined : serverAddress(tlsCert !== '', host, port);
}
