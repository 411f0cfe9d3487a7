/**
 * The address of a Redis server as an operator writes it: `redis://user:password@host:6379/0`, with TLS `rediss://…`.
 */
import { parseUrl } from '../address/parse-url.ts';

export interface RedisAddress {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  /** Empty if there is none. */
  readonly username: string;
  readonly password: string;
  readonly database: number;
}

const defaultPort = 6_379;
const maxDatabases = 10_000;

/** `undefined` if it is not valid. */
export function parseRedisAddress(written: string): RedisAddress | undefined {
  const url = parseUrl(written);
  if (url === undefined || !/^rediss?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    return undefined;
  }
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const [, digits = '0'] = /^\/?(\d{1,5})?$/.exec(url.pathname) ?? [undefined, 'none'];
  const database = Number(digits);
  const username = decode(url.username);
  const password = decode(url.password);
  if (!/^[\w.:-]{1,255}$/.test(host) || !(database < maxDatabases)) return undefined;
  if (username === undefined || password === undefined) return undefined;
  const port = url.port === '' ? defaultPort : Number(url.port);
  return { host, port, tls: url.protocol === 'rediss:', username, password, database };
}

/** For display: without credentials. */
export const describeAddress = ({ host, port, tls, database }: RedisAddress): string =>
  `${tls ? 'rediss' : 'redis'}://${host.includes(':') ? `[${host}]` : host}:${port}/${database}`;

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
