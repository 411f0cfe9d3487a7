/** Hosts as operators list them: `api.example.com`, `*.example.com`, `api.example.com:8443`, `[::1]:8080`. */

export interface HostPattern {
  /** As URLs write it: small letters, other scripts encoded, IPv6 in brackets. */
  readonly host: string;
  /** Stands for every name that ends with it, not for itself. */
  readonly wildcard: boolean;
  /** Undefined stands for any port. */
  readonly port: number | undefined;
}

/** Undefined where the text names no host. */
export function parseHostPattern(text: string): HostPattern | undefined {
  const parts = /^(\*\.)?([^\s/?#@\\*:[\]]+|\[[0-9a-fA-F:.]+\])(?::(\d{1,5}))?$/.exec(text.trim());
  if (parts === null) return undefined;
  const [, star, name = '', digits] = parts;
  const url = URL.canParse(`http://${name}`) ? new URL(`http://${name}`) : undefined;
  const port = digits === undefined ? undefined : Number(digits);
  if (url === undefined || url.hostname === '' || port === 0 || (port ?? 0) > 65_535) return undefined;
  return { host: withoutRoot(url.hostname), wildcard: star !== undefined, port };
}

export const describeHostPattern = ({ host, wildcard, port }: HostPattern): string =>
  `${wildcard ? '*.' : ''}${host}${port === undefined ? '' : `:${port}`}`;

/** Whether a host of a URL is one of those. */
export function matchesHost(pattern: HostPattern, hostname: string, port: number): boolean {
  if (pattern.port !== undefined && pattern.port !== port) return false;
  const name = withoutRoot(hostname);
  return pattern.wildcard ? name.endsWith(`.${pattern.host}`) : name === pattern.host;
}

/** The port of a URL, also where it is the usual one. */
export const portOf = ({ port, protocol }: URL): number =>
  port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);

/** `example.com.` is `example.com`. */
const withoutRoot = (hostname: string): string => hostname.replace(/\.$/, '');
