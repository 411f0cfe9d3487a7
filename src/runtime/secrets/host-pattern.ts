/** Parses hosts as operators list them: `api.example.com`, `*.example.com`, `api.example.com:8443`, `[::1]:8080`. */
import { parseUrl } from '../address/parse-url.ts';

export interface HostPattern {
  /** As in URLs: lower case, other scripts encoded, IPv6 in brackets. */
  readonly host: string;
  /** Matches every name that ends with it, but not the name itself. */
  readonly wildcard: boolean;
  /** `undefined` matches any port. */
  readonly port: number | undefined;
}

/** `undefined` if the text is not a host. */
export function parseHostPattern(text: string): HostPattern | undefined {
  const parts = /^(\*\.)?([^\s/?#@\\*:[\]]+|\[[0-9a-fA-F:.]+\])(?::(\d{1,5}))?$/.exec(text.trim());
  if (parts === null) return undefined;
  const [, star, name = '', digits] = parts;
  const url = parseUrl(`http://${name}`);
  const port = digits === undefined ? undefined : Number(digits);
  if (url === undefined || url.hostname === '' || port === 0 || (port ?? 0) > 65_535) return undefined;
  return { host: withoutRoot(url.hostname), wildcard: star !== undefined, port };
}

export const describeHostPattern = ({ host, wildcard, port }: HostPattern): string =>
  `${wildcard ? '*.' : ''}${host}${port === undefined ? '' : `:${port}`}`;

/** Whether the host of a URL matches. */
export function matchesHost(pattern: HostPattern, hostname: string, port: number): boolean {
  if (pattern.port !== undefined && pattern.port !== port) return false;
  const name = withoutRoot(hostname);
  return pattern.wildcard ? name.endsWith(`.${pattern.host}`) : name === pattern.host;
}

/** The port of a URL, also if it is the default port. */
export const portOf = ({ port, protocol }: URL): number =>
  port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);

/** `example.com.` is `example.com`. */
const withoutRoot = (hostname: string): string => hostname.replace(/\.$/, '');
