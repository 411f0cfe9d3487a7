/** Which headers a request may have. Names in lower case where nothing else is said. */

/** In any case. */
export const isHeaderName = (name: string): boolean => /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}$/.test(name);

/** One line of characters that need no encoding. */
export const isHeaderValue = (text: string): boolean => /^[\t\x20-\x7e\x80-\xff]*$/.test(text);

/** Headers of the connection, not of the request. */
export const isConnectionHeader = (name: string): boolean =>
  connectionHeaders.has(name) || name.startsWith('proxy-');

const connectionHeaders = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
