/** Reads the attributes of an element by its type, including those of XML Schema itself. */
import { findNearest } from '../../expression/index.ts';
import type { Json } from '../../kernel/index.ts';
import type { XmlElement } from '../xml/xml-tree.ts';
import type { Codec } from './compile-shape.ts';
import { stepsFor } from './compile-simple.ts';
import { childPath, clip, type MismatchCollector } from './mismatch-collector.ts';

const instanceNamespace = 'http://www.w3.org/2001/XMLSchema-instance';

export interface ReadAttributes {
  readonly values: readonly (readonly [string, Json])[];
  readonly nil: boolean;
}

export function readAttributes(
  element: XmlElement,
  codec: Codec,
  path: string,
  found: MismatchCollector,
): ReadAttributes {
  const rules = codec.kind === 'complex' ? codec.attributes : new Map<string, never>();
  const open = codec.kind === 'any' || (codec.kind === 'complex' && codec.open);
  if (!found.spend(rules.size, path)) return { values: [], nil: false };
  const given = new Map<string, Json>();
  let nil = false;
  for (const { name, local, namespace, value } of element.attributes) {
    const at = childPath(path, `@${name}`);
    if (namespace === instanceNamespace) {
      nil = readInstance(local, value, at, found) || nil;
      continue;
    }
    const rule = namespace === '' ? rules.get(local) : undefined;
    if (rule === undefined) {
      if (open && namespace === '') given.set(name, value);
      else if (open)
        found.add(
          at,
          `“${at}” is in a namespace, which data does not support.`,
          'no namespace',
          'a namespace',
        );
      else addUnknown(name, [...rules.keys()], at, found);
      continue;
    }
    if (!found.spend(stepsFor(rule.codec, value), at)) break;
    const parsed = rule.codec.read(value);
    if (parsed === undefined) {
      found.add(
        at,
        `“${at}” must be ${rule.codec.description}.`,
        rule.codec.description,
        value === '' ? 'an empty text' : 'another text',
      );
    } else if (rule.fixed !== undefined && rule.codec.read(rule.fixed)?.canonical !== parsed.canonical) {
      found.add(at, `“${at}” must be “${rule.fixed}”.`, `“${rule.fixed}”`, 'another value');
    } else given.set(local, parsed.value);
  }
  const present = new Set(element.attributes.flatMap((each) => (each.namespace === '' ? [each.local] : [])));
  for (const { name, required, codec: wanted } of rules.values()) {
    if (required && !present.has(name)) addMissing(childPath(path, `@${name}`), wanted.description, found);
  }
  const names = [...rules.keys(), ...[...given.keys()].filter((name) => !rules.has(name))];
  const values = names.flatMap((name): (readonly [string, Json])[] => {
    const value = given.get(name);
    return value === undefined ? [] : [[`@${name}`, value]];
  });
  return { values, nil };
}

/** Whether it marks the element as nil. */
function readInstance(local: string, value: string, at: string, found: MismatchCollector): boolean {
  if (local === 'nil') {
    const text = value.trim();
    if (!/^(true|false|0|1)$/.test(text))
      found.add(at, `“${at}” must be true or false.`, 'true or false', 'another text');
    return text === 'true' || text === '1';
  }
  if (local === 'type') {
    found.add(
      at,
      `“${at}” is not supported: a value has the type that is declared for it.`,
      'no xsi:type',
      'xsi:type',
    );
  } else if (local !== 'schemaLocation' && local !== 'noNamespaceSchemaLocation') {
    found.add(at, `XML Schema has no attribute “${local}”.`, 'no such attribute', local);
  }
  return false;
}

export function addUnknown(
  name: string,
  known: readonly string[],
  at: string,
  found: MismatchCollector,
  nearest = findNearest(name, known),
): void {
  const listed = known.length === 0 ? 'None are allowed.' : `Allowed: ${clip(known.join(', '))}.`;
  const hint = nearest === undefined ? listed : `Did you mean “${nearest}”?`;
  found.add(at, `“${at}” is unknown. ${hint}`, nearest ?? clip(known.join(', ')), clip(name));
}

export const addMissing = (at: string, description: string, found: MismatchCollector): void =>
  found.add(at, `“${at}” is missing: ${description}.`, description, 'nothing');
