/** Where a server is reached, without a slash at its end. */
import type { Settings } from '../settings/settings-table.ts';

/** By itself, whatever stands before it. */
export function serverAddress(isSecure: boolean, host: string, port: number): string {
  return `${isSecure ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

type AddressSettings = Pick<Settings, 'publicUrl' | 'tlsCert' | 'host' | 'port'>;

/** By others. Undefined where it takes any port that is free. */
export function publicAddress({ publicUrl, tlsCert, host, port }: AddressSettings): string | undefined {
  if (publicUrl !== '') return publicUrl;
  return port === 0 ? undefined : serverAddress(tlsCert !== '', host, port);
}
