/** Where a server is reached by itself, without a slash at its end. */
export function ownAddress(isSecure: boolean, host: string, port: number): string {
  return `${isSecure ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
