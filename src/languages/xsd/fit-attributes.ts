/** Validates the attributes among the keys of an object. */
import { findNearest } from '../../expression/index.ts';
import type { Json } from '../../kernel/index.ts';
import { findBadCharacter, isAttributeName } from '../xml/xml-characters.ts';
import type { ComplexCodec } from './compile-shape.ts';
import { textOfValue } from './compile-simple.ts';
import { fitSimple } from './fit-simple.ts';
import { childPath, describeKind, type MismatchCollector } from './mismatch-collector.ts';
import { addMissing, addUnknown } from './read-attributes.ts';
import { noRule } from './read-element.ts';

export type JsonObject = { readonly [key: string]: Json };

export const isRecord = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function fitAttributes(
  value: JsonObject,
  codec: ComplexCodec,
  path: string,
  found: MismatchCollector,
): [string, Json][] {
  const fitted: [string, Json][] = [];
  for (const rule of codec.attributes.values()) {
    const key = `@${rule.name}`;
    const at = childPath(path, key);
    const given = Object.hasOwn(value, key) ? (value[key] ?? null) : null;
    if (given !== null)
      fitted.push([key, fitSimple(given, rule.codec, { ...noRule, fixed: rule.fixed }, at, found)]);
    else if (rule.required) addMissing(at, rule.codec.description, found);
  }
  if (!codec.open) return fitted;
  for (const [key, given] of Object.entries(value)) {
    if (isAttributeKey(key) && !codec.attributes.has(key.slice(1)))
      fitted.push([key, fitAnyAttribute(key, given, path, found)]);
  }
  return fitted;
}

const isAttributeKey = (key: string): boolean => key.startsWith('@') && isAttributeName(key.slice(1));

/** An undeclared attribute: a text. `null` if it cannot be written. */
export function fitAnyAttribute(key: string, given: Json, path: string, found: MismatchCollector): Json {
  const at = childPath(path, key);
  if (!isAttributeKey(key)) {
    const message = `“${at}” is not a valid attribute name. Use an XML name without a colon, other than “xmlns”.`;
    found.add(at, message, 'a name for an attribute', 'another key');
    return null;
  }
  const text = typeof given === 'object' ? undefined : textOfValue(given);
  if (text !== undefined && findBadCharacter(text) < 0) return text;
  const message = `“${at}” must be a text of characters that XML allows.`;
  found.add(at, message, 'a text', describeKind(given));
  return null;
}

/**
 * Reports unknown keys.
 * @param others keys that are not attributes
 */
export function refuseOthers(
  value: JsonObject,
  codec: ComplexCodec,
  others: ReadonlyMap<string, unknown>,
  path: string,
  found: MismatchCollector,
): void {
  for (const key of Object.keys(value)) {
    if (found.isFull) return;
    const isAttribute = key.startsWith('@') && codec.attributes.has(key.slice(1));
    if (others.has(key) || isAttribute || (codec.open && isAttributeKey(key))) continue;
    const known = [...others.keys(), ...[...codec.attributes.keys()].map((name) => `@${name}`)];
    // A key without the `@` probably means the attribute.
    const meant = codec.attributes.has(key) ? `@${key}` : findNearest(key, known);
    addUnknown(key, known, childPath(path, key), found, meant);
  }
}
