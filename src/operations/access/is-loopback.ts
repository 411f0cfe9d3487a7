/** Checks whether a host is this machine itself, so that traffic to it does not leave the machine. */
import { isIPv4 } from 'node:net';

/** @param host a name or an address, IPv6 with or without its brackets */
export function isLoopback(host: string): boolean {
  return ['localhost', '::1', '[::1]'].includes(host) || (isIPv4(host) && host.startsWith('127.'));
}
