/**
 * Seals data into a text that others may store, and opens it only for the purpose it was sealed for. Uses
 * authenticated encryption (AES-256-GCM) with a separate key for each purpose; the first key of the ring seals, all
 * of them open.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Json } from '../../kernel/index.ts';
import type { SealingKey } from './sealing-key.ts';

export interface KeyRing {
  seal(purpose: string, data: Json, options?: SealOptions): string;
  /** `bind` must be the one that it was sealed with. */
  open(purpose: string, token: string, now: number, bind?: string): Opened;
}

export interface SealOptions {
  /** Milliseconds since 1970; refused from then on. */
  readonly expiresAt?: number;
  /** The session or run that it belongs to: it cannot be used with another. */
  readonly bind?: string;
  /** For large data. Its length then tells something about it: never for secrets beside texts of others. */
  readonly compress?: boolean;
}

export type Opened =
  | { readonly kind: 'opened'; readonly data: Json }
  | { readonly kind: 'refused'; readonly reason: RefusalReason };

export type RefusalReason =
  /** Not a sealed text. */
  | 'malformed'
  /** Sealed with a key that is not on the ring. */
  | 'unknown-key'
  /** Changed since it was sealed. */
  | 'tampered'
  /** Sealed for another purpose, or bound to something else. */
  | 'foreign'
  | 'expired';

/** `keys` is called each time, so that a new key is used at once. */
export function createKeyRing(keys: () => readonly [SealingKey, ...SealingKey[]]): KeyRing {
  return {
    seal(purpose, data, { expiresAt, bind, compress = false } = {}) {
      if (!purposePattern.test(purpose))
        throw new TypeError(`“${purpose}” is not a valid purpose: use kebab-case`);
      if (expiresAt !== undefined && !(Number.isSafeInteger(expiresAt) && expiresAt >= 0)) {
        throw new TypeError('expiresAt is not a time in milliseconds');
      }
      const [key] = keys();
      const head = [format, key.id, purpose, expiresAt?.toString(36) ?? ''].join('.');
      const nonce = randomBytes(nonceLength);
      const cipher = createCipheriv('aes-256-gcm', keyFor(key, purpose), nonce).setAAD(Buffer.from(head));
      const sealed = Buffer.concat([
        nonce,
        cipher.update(compress ? compressed([bind ?? null, data]) : pack([bind ?? null, data])),
        cipher.final(),
        cipher.getAuthTag(),
      ]);
      return `${head}.${sealed.toString('base64url')}`;
    },

    open(purpose, token, now, bind) {
      const parts = tokenPattern.exec(token);
      if (parts === null) return refused('malformed');
      const [, head = '', id, sealedFor = '', expiry = '', body = ''] = parts;
      const sealed = Buffer.from(body, 'base64url');
      // Base64 has several forms for the same bytes; only the canonical one is accepted.
      if (sealed.length < nonceLength + tagLength || sealed.toString('base64url') !== body)
        return refused('malformed');
      const key = keys().find((each) => each.id === id);
      if (key === undefined) return refused('unknown-key');
      const content = decipher(keyFor(key, sealedFor), head, sealed);
      if (content === undefined) return refused('tampered');
      const [boundTo, data] = content;
      if (sealedFor !== purpose || boundTo !== (bind ?? null)) return refused('foreign');
      if (expiry !== '' && now >= Number.parseInt(expiry, 36)) return refused('expired');
      return { kind: 'opened', data };
    },
  };
}

/** The binding, and the data. */
type Content = readonly [string | null, Json];

/**
 * Encodes as JSON; a pair of texts without characters beyond U+00FF as bytes, one for each character, with the length
 * of the first text before them: so sealed bytes take no more space than the bytes themselves.
 */
function pack(content: Content): Buffer {
  const [bind, data] = content;
  if (typeof bind !== 'string' || typeof data !== 'string' || !isBytes(bind + data) || bind.length > 255) {
    return Buffer.from(JSON.stringify(content));
  }
  return Buffer.concat([Buffer.from([packed, bind.length]), Buffer.from(bind + data, 'latin1')]);
}

const compressed = (content: Content): Buffer =>
  Buffer.concat([Buffer.from([deflated]), deflateRawSync(JSON.stringify(content))]);

/** Throws if it was not packed. */
function unpack(plain: Buffer): Content {
  if (plain[0] === deflated) {
    const options = { maxOutputLength: maxInflated };
    return JSON.parse(inflateRawSync(plain.subarray(1), options).toString()) as Content;
  }
  if (plain[0] !== packed) return JSON.parse(plain.toString()) as Content;
  const texts = plain.subarray(2).toString('latin1');
  const length = plain[1] ?? 0;
  return [texts.slice(0, length), texts.slice(length)];
}

/** JSON never starts with them. */
const packed = 0;
const deflated = 1;
const maxInflated = 16 * 1024 * 1024;
const isBytes = (text: string): boolean => !/[^\0-\xff]/.test(text);

const format = 'sb1';
const nonceLength = 12;
const tagLength = 16;
const purposePattern = /^[a-z][a-z0-9-]{0,63}$/;
const tokenPattern = /^(sb1\.([a-z0-9-]{1,32})\.([a-z][a-z0-9-]{0,63})\.([0-9a-z]{0,11}))\.([\w-]+)$/;

/** Keys of different purposes are unrelated: one is of no use against another. */
const keyFor = (key: SealingKey, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key.bytes, key.id, `signalbox seal ${purpose}`, 32));

function decipher(key: Buffer, head: string, sealed: Buffer): Content | undefined {
  const nonce = sealed.subarray(0, nonceLength);
  const tag = sealed.subarray(sealed.length - tagLength);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagLength });
  decipher.setAAD(Buffer.from(head)).setAuthTag(tag);
  try {
    const plain = [
      decipher.update(sealed.subarray(nonceLength, sealed.length - tagLength)),
      decipher.final(),
    ];
    return unpack(Buffer.concat(plain));
  } catch {
    return undefined;
  }
}

const refused = (reason: RefusalReason): Opened => ({ kind: 'refused', reason });
