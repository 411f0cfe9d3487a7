/** Finds named types of a shape that contain themselves: enough of them that every cycle includes one. */
import { findNamedType } from './find-named-type.ts';
import { namesInType } from './names-in-type.ts';
import type { Shape } from './shape.ts';

export function recursiveTypes({ type, types }: Shape): ReadonlySet<string> {
  const loops = new Set<string>();
  const state = new Map<string, 'open' | 'done'>();
  // Iterative: chains of types can be longer than the call stack.
  const path: { readonly name: string | null; readonly left: string[] }[] = [
    { name: null, left: [...namesInType(type)].reverse() },
  ];
  for (let at = path.at(-1); at !== undefined; at = path.at(-1)) {
    const name = at.left.pop();
    if (name === undefined) {
      if (at.name !== null) state.set(at.name, 'done');
      path.pop();
      continue;
    }
    const known = state.get(name);
    if (known === 'open') loops.add(name);
    const definition = known === undefined ? findNamedType(types, name) : undefined;
    if (definition === undefined) continue;
    state.set(name, 'open');
    path.push({ name, left: [...namesInType(definition)].reverse() });
  }
  return loops;
}
