/** Tells whoever is not let in how to be: with the metadata of the resource, and the scope that is missing [W1.5]. */
import type { OperationError } from '../../operations/index.ts';
import { metadataAddress } from './metadata.ts';

/**
 * @param base where others reach the server, without a slash at its end
 * @param path of the request
 * @returns headers; none where the error is about something else than who is asking
 */
export function challengeFor(
  base: string,
  { details }: OperationError,
  path = '/mcp',
): Readonly<Record<string, string>> {
  const errorName = errorNames[details.code];
  if (errorName === undefined) return {};
  const { scope = '' } = details.context ?? {};
  const parameters = {
    realm: 'signalbox',
    resource_metadata: metadataAddress(base, /^\/mcp(?:\/|$)/.test(path) ? '/mcp' : '/'),
    ...(errorName === '' ? {} : { error: errorName, error_description: details.message }),
    ...(scope === '' ? {} : { scope: String(scope) }),
  };
  const parts = Object.entries(parameters).map(([name, value]) => `${name}="${plainText(value)}"`);
  return { 'www-authenticate': `Bearer ${parts.join(', ')}` };
}

/** What RFC 6750 calls it; nothing is said of whoever showed nothing. */
const errorNames: Readonly<Record<string, string | undefined>> = {
  unauthenticated: '',
  invalid_token: 'invalid_token',
  missing_scope: 'insufficient_scope',
};

/** As it may stand between the quotes of a header. */
function plainText(text: string): string {
  return text.replaceAll(/[“”"„‘’]/g, "'").replaceAll(/[^\x20-\x7e]|\\/g, '?');
}
