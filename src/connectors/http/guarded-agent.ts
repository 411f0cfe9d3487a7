/**
 * Opens connections only to public addresses, or to those that the operator allows. A name is resolved once, and the
 * checked address is the one that is connected to, so DNS rebinding has no effect.
 */
import { lookup as lookUp } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { parseAddress, whyNotPublic } from './address-kind.ts';
import { type AllowedAddresses, isAllowed } from './allowed-addresses.ts';

export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** All addresses of a host. Throws as `dns.lookup` does. */
export type Resolve = (hostname: string) => Promise<readonly ResolvedAddress[]>;

export interface GuardOptions {
  readonly allowed: AllowedAddresses;
  readonly resolve?: Resolve;
  /** Milliseconds to connect. */
  readonly connectTimeout?: number;
  /** Limit of the response head in bytes. */
  readonly headerBytes?: number;
}

/** Thrown by the agent instead of connecting. */
export class BlockedAddressError extends Error {
  readonly host: string;

  constructor(host: string, address: string, why: string) {
    super(address === host ? `${host} is ${why}` : `${host} is at ${address}, which is ${why}`);
    this.name = 'BlockedAddressError';
    this.host = host;
  }
}

export function createGuardedAgent(options: GuardOptions): Agent {
  const { allowed, connectTimeout = 10_000, headerBytes = 65_536 } = options;
  const resolve: Resolve = options.resolve ?? ((hostname) => lookUp(hostname, { all: true }));

  const blockOf = (host: string, port: number, address: string): BlockedAddressError | undefined => {
    const parsed = parseAddress(address);
    const why = parsed === undefined ? 'no address' : whyNotPublic(parsed);
    if (why === undefined) return undefined;
    const named = host.includes(':') ? `[${host}]` : host;
    if (parsed !== undefined && isAllowed(allowed, parsed, named, port)) return undefined;
    return new BlockedAddressError(host, address, why);
  };

  const lookupFor =
    (port: number): LookupFunction =>
    (hostname, { all }, callback) => {
      findOpen(hostname, port).then(
        (open) => {
          const [first] = open;
          if (all === true || first === undefined) callback(null, [...open]);
          else callback(null, first.address, first.family);
        },
        (error: Error) => callback(error, ''),
      );
    };

  const findOpen = async (hostname: string, port: number): Promise<readonly ResolvedAddress[]> => {
    const found = await resolve(hostname);
    const open = found.filter(({ address }) => blockOf(hostname, port, address) === undefined);
    if (open.length > 0) return open;
    const [first] = found.map(({ address }) => blockOf(hostname, port, address));
    throw first ?? new Error('the host has no address');
  };

  const connectors = new Map<number, buildConnector.connector>();
  const connectorFor = (port: number): buildConnector.connector => {
    const known = connectors.get(port);
    if (known !== undefined) return known;
    const made = buildConnector({ timeout: connectTimeout, lookup: lookupFor(port), autoSelectFamily: true });
    connectors.set(port, made);
    return made;
  };

  const connect: buildConnector.connector = (target, callback) => {
    const port = Number(target.port || (target.protocol === 'https:' ? 443 : 80));
    // A host that is an address is not resolved.
    const isLiteral = isIP(target.hostname) !== 0;
    const blocked = isLiteral ? blockOf(target.hostname, port, target.hostname) : undefined;
    if (blocked !== undefined) callback(blocked, null);
    else connectorFor(port)(target, callback);
  };

  return new Agent({ connect, maxHeaderSize: headerBytes, pipelining: 1, headersTimeout: 0, bodyTimeout: 0 });
}
