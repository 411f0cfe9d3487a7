/**
 * V8 copies `{...a}` into an object whose hidden class takes no further property: in `{...a, key: 1}` each object gets a class of
 * its own. Creating it takes ten times as long, all code that reads it is slow, and the classes burden the garbage collector. With
 * another spread before it, V8 uses the class of the empty object: `{...null, ...a, key: 1}` is the same object. The sources need
 * not know.
 */
import { parseAst } from 'rolldown/parseAst';

/** @type {import('rolldown').Plugin} */
export const stableShapes = {
  name: 'stable-shapes',
  // Last: the bundler would remove what has no effect.
  generateBundle(_, files) {
    for (const file of Object.values(files))
      if (file.type === 'chunk') file.code = withStableShapes(file.code);
  },
};

/** @param {string} code of a module */
export function withStableShapes(code) {
  /** @type {number[]} */
  const places = [];
  visit(parseAst(code), places);
  places.sort((a, b) => a - b);
  const parts = places.map((place, at) => code.slice(places[at - 1] ?? 0, place));
  return [...parts, code.slice(places.at(-1) ?? 0)].join('...null, ');
}

/**
 * @param {unknown} node of the syntax tree
 * @param {number[]} places behind the braces of objects that begin with a spread and have more properties
 */
function visit(node, places) {
  if (typeof node !== 'object' || node === null) return;
  if ('type' in node && node.type === 'ObjectExpression' && 'properties' in node && 'start' in node) {
    const properties = /** @type {readonly { readonly type: string }[]} */ (node.properties);
    const [first] = properties;
    if (first?.type === 'SpreadElement' && properties.length > 1) places.push(Number(node.start) + 1);
  }
  for (const child of Object.values(node)) visit(child, places);
}
