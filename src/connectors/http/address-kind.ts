/** Classifies addresses as public or not. An address that is not certainly public is not public. */
import ipaddr from 'ipaddr.js';

export type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** `undefined` if the text is not an address. */
export function parseAddress(text: string): Address | undefined {
  const bare = text.replace(/^\[(.*)\]$/, '$1');
  return ipaddr.IPv4.isValidFourPartDecimal(bare) || ipaddr.IPv6.isValid(bare)
    ? ipaddr.parse(bare)
    : undefined;
}

/** Why an address is not public; `undefined` if it is. */
export function whyNotPublic(address: Address): string | undefined {
  if (address.toString() === wireServer) return 'a metadata server of the cloud';
  const range: string = address.range();
  if (range === 'unicast' && (address.kind() === 'ipv4' || isGlobalUnicast(address))) return undefined;
  return words[range] ?? 'reserved';
}

/** Formally public, but it serves credentials to every machine in Azure. */
const wireServer = '168.63.129.16';

/** The allocated range; the rest is not known to be public. */
const isGlobalUnicast = (address: Address): boolean => address.match(ipaddr.parseCIDR('2000::/3'));

const words: Readonly<Record<string, string>> = {
  unspecified: 'unspecified',
  broadcast: 'a broadcast address',
  multicast: 'a multicast address',
  linkLocal: 'link-local',
  loopback: 'loopback',
  carrierGradeNat: 'private (carrier-grade NAT)',
  private: 'private',
  uniqueLocal: 'private (unique local)',
  ipv4Mapped: 'an embedded IPv4 address',
  rfc6145: 'an embedded IPv4 address',
  rfc6052: 'an embedded IPv4 address (NAT64)',
  '6to4': 'an embedded IPv4 address (6to4)',
  teredo: 'an embedded IPv4 address (Teredo)',
  benchmarking: 'for benchmarks',
};

/** Whether an address is in a range, also an IPv6 spelling in an IPv4 range. */
export function isInRange(address: Address, [base, bits]: readonly [Address, number]): boolean {
  const plain =
    address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
  return plain.kind() === base.kind() && plain.match(base, bits);
}
