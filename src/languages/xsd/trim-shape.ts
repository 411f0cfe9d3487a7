import { findNamed } from './find-named.ts';
import { namesInType } from './names-in-type.ts';
import type { Shape, XsdType } from './shape.ts';

/** The same shape with only the named types that it refers to: what is stored with every item had better be small. */
export function trimShape({ type, types }: Shape): Shape {
  const used = new Map<string, XsdType>();
  const waiting = new Set(namesInType(type));
  for (const name of waiting) {
    const found = findNamed(types, name);
    if (found === undefined) continue;
    used.set(name, found);
    for (const inner of namesInType(found)) waiting.add(inner);
  }
  return { type, types: Object.fromEntries(used) };
}
