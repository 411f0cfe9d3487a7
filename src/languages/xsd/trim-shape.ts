import { findNamedType } from './find-named-type.ts';
import { namesInType } from './names-in-type.ts';
import type { Shape, XsdType, XsdTypes } from './shape.ts';

/** Cached: many parameters share their types. */
const trimmed = new WeakMap<XsdTypes, Map<string, XsdTypes>>();

/** The same shape with only the named types that it refers to. It is stored with every item. */
export function trimShape({ type, types }: Shape): Shape {
  if (type.kind !== 'named') return { type, types: typesFor(type, types) };
  const known = trimmed.get(types) ?? new Map<string, XsdTypes>();
  trimmed.set(types, known);
  const used = known.get(type.name) ?? typesFor(type, types);
  known.set(type.name, used);
  return { type, types: used };
}

function typesFor(type: XsdType, types: XsdTypes): XsdTypes {
  const used = new Map<string, XsdType>();
  const waiting = new Set(namesInType(type));
  for (const name of waiting) {
    const found = findNamedType(types, name);
    if (found === undefined) continue;
    used.set(name, found);
    for (const inner of namesInType(found)) waiting.add(inner);
  }
  return Object.fromEntries(used);
}
