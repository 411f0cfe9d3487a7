/** Returns a text with the format and length of a schema. */
import type { Json } from '../../expression/index.ts';
import type { JsonObject } from './own-field.ts';
import { findKeyword } from './view-schema.ts';

const formats = new Map<Json | undefined, string>([
  ['date', '2026-01-15'],
  ['date-time', '2026-01-15T09:30:00Z'],
  ['time', '09:30:00Z'],
  ['duration', 'PT1H'],
  ['email', 'someone@example.com'],
  ['idn-email', 'someone@example.com'],
  ['hostname', 'example.com'],
  ['ipv4', '192.0.2.1'],
  ['ipv6', '2001:db8::1'],
  ['uri', 'https://example.com/'],
  ['url', 'https://example.com/'],
  ['uri-reference', '/example'],
  ['uuid', '00000000-0000-4000-8000-000000000001'],
  ['byte', 'ZXhhbXBsZQ=='],
]);

/** Limits the length that a document can request. */
const defaultMaxLength = 1_000;

export function exampleText(parts: readonly JsonObject[]): string {
  const formatted = formats.get(findKeyword(parts, 'format'));
  if (formatted !== undefined) return formatted;
  const minLength = lengthOf(findKeyword(parts, 'minLength')) ?? 0;
  const maxLength = lengthOf(findKeyword(parts, 'maxLength')) ?? defaultMaxLength;
  return 'example'.padEnd(minLength, '-').slice(0, maxLength);
}

function lengthOf(json: Json | undefined): number | undefined {
  return typeof json === 'number' && json >= 0 ? Math.min(Math.floor(json), defaultMaxLength) : undefined;
}
