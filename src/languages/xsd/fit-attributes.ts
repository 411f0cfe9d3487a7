/** The attributes among the keys of an object. */
import { findNearest } from '../../expression/index.ts';
import type { Json } from '../../kernel/index.ts';
import { isNcName } from '../xml/xml-characters.ts';
import type { ComplexCodec } from './compile-shape.ts';
import { fitSimple } from './fit-simple.ts';
import { type Misshapes, pathTo } from './misshapes.ts';
import { addMissing, addUnknown } from './read-attributes.ts';
import { noRule } from './read-element.ts';

export type JsonObject = { readonly [key: string]: Json };

export const isRecord = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function fitAttributes(
  value: JsonObject,
  codec: ComplexCodec,
  path: string,
  found: Misshapes,
): [string, Json][] {
  const fitted: [string, Json][] = [];
  for (const rule of codec.attributes.values()) {
    const key = `@${rule.name}`;
    const at = pathTo(path, key);
    const given = Object.hasOwn(value, key) ? (value[key] ?? null) : null;
    if (given !== null)
      fitted.push([key, fitSimple(given, rule.codec, { ...noRule, fixed: rule.fixed }, at, found)]);
    else if (rule.required) addMissing(at, rule.codec.words, found);
  }
  if (!codec.open) return fitted;
  for (const [key, given] of Object.entries(value)) {
    const name = key.slice(1);
    if (!key.startsWith('@') || codec.attributes.has(name) || !isNcName(name)) continue;
    if (typeof given === 'string') fitted.push([key, given]);
    else found.add(pathTo(path, key), `“${pathTo(path, key)}” is to be a text.`, 'a text', 'another value');
  }
  return fitted;
}

/** Keys that nothing has. */
export function refuseOthers(
  value: JsonObject,
  codec: ComplexCodec,
  others: readonly string[],
  path: string,
  found: Misshapes,
): void {
  const known = [...others, ...[...codec.attributes.keys()].map((name) => `@${name}`)];
  const allowed = new Set(known);
  for (const key of Object.keys(value)) {
    if (allowed.has(key) || (codec.open && key.startsWith('@') && isNcName(key.slice(1)))) continue;
    // Who leaves out the sign of an attribute meant the attribute.
    const meant = allowed.has(`@${key}`) ? `@${key}` : findNearest(key, known);
    addUnknown(key, known, pathTo(path, key), found, meant);
  }
}
