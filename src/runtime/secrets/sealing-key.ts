/** Sealing keys: an id that sealed texts contain, and 32 random bytes that are never printed. */
import { randomBytes } from 'node:crypto';

export interface SealingKey {
  readonly id: string;
  readonly bytes: Buffer;
}

const idPattern = /^[a-z0-9-]{1,32}$/;
const keyLength = 32;

export const createSealingKey = (): SealingKey => ({
  id: randomBytes(6).toString('hex'),
  bytes: randomBytes(keyLength),
});

export type ParsedKeys =
  | { readonly kind: 'keys'; readonly keys: readonly [SealingKey, ...SealingKey[]] }
  /** What is wrong, without any of the input. */
  | { readonly kind: 'problem'; readonly problem: string };

/** `id:base64,id2:base64`: the first one seals. */
export function parseKeys(text: string): ParsedKeys {
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((entry) => {
      const colon = entry.indexOf(':');
      return { id: entry.slice(0, Math.max(colon, 0)), key: entry.slice(colon + 1) };
    });
  return readKeys(entries);
}

/** Validates stored keys. */
export function readKeys(entries: readonly { readonly id: string; readonly key: string }[]): ParsedKeys {
  const keys: SealingKey[] = [];
  for (const [index, { id, key }] of entries.entries()) {
    const nth = `key ${index + 1}`;
    if (!idPattern.test(id))
      return broken(`the id of ${nth} is not 1 to 32 lower-case letters, digits and “-”`);
    if (keys.some((other) => other.id === id)) return broken(`${nth} has the same id as another key`);
    const bytes = Buffer.from(key, 'base64');
    if (!/^[\w+/-]+={0,2}$/.test(key) || bytes.length !== keyLength) {
      return broken(`${nth} is not ${keyLength} bytes in base64`);
    }
    keys.push({ id, bytes });
  }
  const [first, ...others] = keys;
  return first === undefined ? broken('no key is set') : { kind: 'keys', keys: [first, ...others] };
}

const broken = (problem: string): ParsedKeys => ({ kind: 'problem', problem });
