/** An address in a message or a list: without its query and its user, which may be secret. */
import { parseUrl } from './parse-url.ts';

export function shownAddress(address: string): string {
  const url = parseUrl(address);
  if (url !== undefined && /^https?:$/.test(url.protocol)) return `${url.origin}${url.pathname}`;
  return address.replace(/[?#].*$/s, '').replace(/^([^/]*\/\/).*@/s, '$1');
}
