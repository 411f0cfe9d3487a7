/** A type as a short text, for agents and people: `{ id: int, labels?: { name: text }[] }`. */
import type { Type } from '../../expression/index.ts';

const maxDepth = 3;
const maxFields = 30;

const words: { readonly [kind in Type['kind']]?: string } = {
  any: 'anything',
  bool: 'true or false',
  string: 'text',
};

export function textOfType(type: Type, depth = 0): string {
  if (type.kind === 'list') {
    const inner = textOfType(type.of, depth);
    return /^(?:[a-z]+|\{.*\}|.*\[\])$/.test(inner) ? `${inner}[]` : `(${inner})[]`;
  }
  if (type.kind !== 'object') return words[type.kind] ?? type.kind;
  if (type.fields.length === 0) return 'object';
  if (depth >= maxDepth) return '{ … }';
  const shown = type.fields
    .slice(0, maxFields)
    .map(({ name, optional, type: of }) => `${name}${optional ? '?' : ''}: ${textOfType(of, depth + 1)}`);
  const more = type.fields.length > maxFields ? ', …' : '';
  return `{ ${shown.join(', ')}${more} }`;
}
