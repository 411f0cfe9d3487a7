/** Tells public addresses from all others: what is not certain to be public is not. */
import ipaddr from 'ipaddr.js';

export type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Undefined where the text is no address. */
export function parseAddress(text: string): Address | undefined {
  const bare = text.replace(/^\[(.*)\]$/, '$1');
  return ipaddr.IPv4.isValidFourPartDecimal(bare) || ipaddr.IPv6.isValid(bare)
    ? ipaddr.parse(bare)
    : undefined;
}

/** In words why an address is not public; undefined where it is. */
export function whyNotPublic(address: Address): string | undefined {
  if (address.toString() === wireServer) return 'a server of the cloud itself';
  const range: string = address.range();
  if (range === 'unicast' && (address.kind() === 'ipv4' || isGlobalUnicast(address))) return undefined;
  return words[range] ?? 'reserved';
}

/** Public by its number, but every machine in Azure gets its own credentials there. */
const wireServer = '168.63.129.16';

/** All that was ever given out; other ranges may mean anything. */
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
  ipv4Mapped: 'an IPv4 address in disguise',
  rfc6145: 'an IPv4 address in disguise',
  rfc6052: 'an IPv4 address in disguise (NAT64)',
  '6to4': 'an IPv4 address in disguise (6to4)',
  teredo: 'an IPv4 address in disguise (Teredo)',
  benchmarking: 'for benchmarks',
};

/** Whether an address lies in a range, also where it is written as IPv6 and the range as IPv4. */
export function isInRange(address: Address, [base, bits]: readonly [Address, number]): boolean {
  const plain =
    address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
  return plain.kind() === base.kind() && plain.match(base, bits);
}
