/** A type as a short text, for agents and people: `{ id: int, labels?: { name: text }[] }`. */
import type { Type } from '../../expression/index.ts';

const maxDepth = 3;
const maxFields = 30;

const words: { readonly [kind in Type['kind']]?: string } = {
  any: 'anything',
  bool: 'true or false',
  string: 'text',
};

/** @param room about so many characters: further fields are left out */
export function textOfType(type: Type, room = 4_000, depth = 0): string {
  if (type.kind === 'list') {
    const inner = textOfType(type.of, room, depth);
    return /^(?:[a-z]+|\{.*\}|.*\[\])$/.test(inner) ? `${inner}[]` : `(${inner})[]`;
  }
  if (type.kind !== 'object') return words[type.kind] ?? type.kind;
  if (type.fields.length === 0) return 'object';
  if (depth >= maxDepth) return '{ … }';
  const shown: string[] = [];
  let left = room;
  for (const { name, optional, type: of } of type.fields.slice(0, maxFields)) {
    if (left <= 0) break;
    const text = `${name}${optional ? '?' : ''}: ${textOfType(of, left - name.length, depth + 1)}`;
    shown.push(text);
    left -= text.length;
  }
  const more = type.fields.length > shown.length ? ', …' : '';
  return `{ ${shown.join(', ')}${more} }`;
}
