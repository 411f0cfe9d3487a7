/** Creates the `WWW-Authenticate` header of a refusal: the metadata of the resource, and the missing scope [W1.5]. */
import type { OperationError } from '../../operations/index.ts';
import { metadataAddress } from './metadata.ts';

/**
 * @param base public address of the server, without a trailing slash
 * @param path of the request
 * @returns headers; empty if the error is not about authentication or authorization
 */
export function challengeFor(
  base: string,
  { details, message }: OperationError,
  path = '/mcp',
): Readonly<Record<string, string>> {
  const errorName = errorNames[details.code];
  if (errorName === undefined) return {};
  const { scope = '' } = details.context ?? {};
  const parameters = {
    realm: 'signalbox',
    resource_metadata: metadataAddress(base, /^\/mcp(?:\/|$)/.test(path) ? '/mcp' : '/'),
    ...(errorName === '' ? {} : { error: errorName, error_description: message }),
    ...(scope === '' ? {} : { scope: String(scope) }),
  };
  const parts = Object.entries(parameters).map(([name, value]) => `${name}="${plainText(value)}"`);
  return { 'www-authenticate': `Bearer ${parts.join(', ')}` };
}

/** The error code of RFC 6750; empty if the request has no credentials. */
const errorNames: Readonly<Record<string, string | undefined>> = {
  unauthenticated: '',
  invalid_token: 'invalid_token',
  missing_scope: 'insufficient_scope',
};

/** Escaped for a quoted string of a header. */
function plainText(text: string): string {
  return text.replaceAll(/[“”"„‘’]/g, "'").replaceAll(/[^\x20-\x7e]|\\/g, '?');
}
