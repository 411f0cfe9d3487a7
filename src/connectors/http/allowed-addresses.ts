/** Private addresses that the operator allows. */
import ipaddr from 'ipaddr.js';
import { type HostPattern, matchesHost, parseHostPattern, portOf } from '../../runtime/index.ts';
import { type Address, isInRange, parseAddress } from './address-kind.ts';

export interface AllowedAddresses {
  readonly all: boolean;
  readonly hosts: readonly HostPattern[];
  readonly ranges: readonly AllowedRange[];
}

interface AllowedRange {
  readonly range: readonly [Address, number];
  /** `undefined`: any port. */
  readonly port: number | undefined;
}

export type ParsedAllowance =
  | { readonly kind: 'allowed'; readonly allowed: AllowedAddresses }
  | { readonly kind: 'problems'; readonly problems: readonly string[] };

export const publicOnly: AllowedAddresses = { all: false, hosts: [], ranges: [] };

/**
 * `1` allows all of them; otherwise a comma-separated list of hosts, `host:port` and ranges like `10.0.0.0/8`.
 * @param variable the setting that holds the text
 */
export function parseAllowedAddresses(
  text: string,
  variable = 'SIGNALBOX_ALLOW_PRIVATE_ADDRESSES',
): ParsedAllowance {
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  if (entries.length === 1 && entries[0] === '0') return { kind: 'allowed', allowed: publicOnly };
  if (entries.length === 1 && entries[0] === '1')
    return { kind: 'allowed', allowed: { ...publicOnly, all: true } };
  const hosts: HostPattern[] = [];
  const ranges: AllowedRange[] = [];
  const problems: string[] = [];
  for (const entry of entries) {
    // URLs read a bare number as an address; here it is an error.
    const isNumber = /^\d+$/.test(entry);
    const range = isNumber ? undefined : parseRange(entry);
    const host = isNumber ? undefined : parseHostPattern(entry);
    if (range !== undefined) ranges.push(range);
    else if (host !== undefined) hosts.push(host);
    else problems.push(problemWith(entry, variable));
  }
  return problems.length > 0
    ? { kind: 'problems', problems }
    : { kind: 'allowed', allowed: { all: false, hosts, ranges } };
}

/** A range, or one address with or without its port. */
function parseRange(entry: string): AllowedRange | undefined {
  if (ipaddr.IPv4.isValidCIDRFourPartDecimal(entry) || ipaddr.IPv6.isValidCIDR(entry)) {
    return { range: ipaddr.parseCIDR(entry), port: undefined };
  }
  const bare = parseAddress(entry);
  if (bare !== undefined) return { range: only(bare), port: undefined };
  const host = parseHostPattern(entry);
  const address = host === undefined || host.wildcard ? undefined : parseAddress(host.host);
  return address === undefined ? undefined : { range: only(address), port: host?.port };
}

const only = (address: Address): readonly [Address, number] => [
  address,
  address.kind() === 'ipv4' ? 32 : 128,
];

const problemWith = (entry: string, variable: string): string =>
  `“${entry}” in ${variable} is neither a host (“localhost”, “db.internal:8080”, “*.internal”) nor a range (“10.0.0.0/8”, “fd00::/8”). Write 1 to allow all private addresses.`;

/** The same, plus the host of an address in the configuration. */
export function allowHostOf(allowed: AllowedAddresses, url: URL): AllowedAddresses {
  const host: HostPattern = { host: url.hostname, wildcard: false, port: portOf(url) };
  return { ...allowed, hosts: [...allowed.hosts, host] };
}

/** `hostname` in the spelling of URLs. */
export function isAllowed(
  allowed: AllowedAddresses,
  address: Address,
  hostname: string,
  port: number,
): boolean {
  if (allowed.all) return true;
  if (allowed.hosts.some((pattern) => matchesHost(pattern, hostname, port))) return true;
  return allowed.ranges.some(
    ({ range, port: only }) => (only === undefined || only === port) && isInRange(address, range),
  );
}
