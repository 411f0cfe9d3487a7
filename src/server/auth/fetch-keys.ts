/** Fetches the published keys of an issuer: one request, with limits for time and size, without redirects [W1.4]. */
import type { JSONWebKeySet, JWK } from 'jose';

export type FetchedKeys =
  | { readonly kind: 'keys'; readonly keys: JSONWebKeySet }
  /** As text, for the operator. */
  | { readonly kind: 'trouble'; readonly reason: string };

const maxBytes = 262_144;
const maxKeys = 100;

/** Never rejects. @param timeoutMs in milliseconds */
export async function fetchKeys(url: string, timeoutMs = 5_000): Promise<FetchedKeys> {
  try {
    const response = await fetch(url, {
      // A redirect could lead to any address.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      headers: { accept: 'application/jwk-set+json, application/json' },
    });
    const text = await readBounded(response);
    if (response.status !== 200) return fetchFailure(`it answered with ${response.status}`);
    return text === undefined ? fetchFailure(`its answer is bigger than ${maxBytes} bytes`) : parseKeys(text);
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    return fetchFailure(
      isLate ? `it did not answer within ${timeoutMs / 1_000} seconds` : 'it cannot be reached',
    );
  }
}

const fetchFailure = (reason: string): FetchedKeys => ({ kind: 'trouble', reason });

/** `undefined` if it exceeds the limit; the rest is not read. */
async function readBounded({ body }: Response): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop cancels the response.
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parseKeys(text: string): FetchedKeys {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return fetchFailure('its answer is not JSON');
  }
  const keys = typeof value === 'object' && value !== null && 'keys' in value ? value.keys : undefined;
  if (!Array.isArray(keys)) return fetchFailure('its answer has no list “keys”');
  if (keys.length > maxKeys) return fetchFailure(`it publishes more than ${maxKeys} keys`);
  return { kind: 'keys', keys: { keys: keys.filter(isKey) } };
}

const isKey = (key: unknown): key is JWK => typeof key === 'object' && key !== null && 'kty' in key;
