/** Values that nobody gave: of a variable before it is set, and of an item that is skipped. */
import type { Json } from '../../kernel/index.ts';
import { compileShape } from './compile-shape.ts';
import type { Shape } from './shape.ts';

/** What a variable is before it gets a value: an empty element, which is the empty text where there can be one. */
export function emptyValueOf(shape: Shape): Json {
  const codec = compileShape(shape);
  if (codec.kind === 'any') return '';
  if (codec.kind === 'simple') return codec.read('')?.value === '' ? '' : null;
  return codec.content.kind === 'mixed' && codec.attributes.size === 0 ? '' : null;
}

/** What an item that is skipped gives, as YAWL has it; undefined where the type is no plain one. */
export function defaultValueOf(shape: Shape): Json | undefined {
  const { type } = shape;
  const codec = compileShape(shape);
  if (type.kind !== 'simple' || codec.kind !== 'simple') return undefined;
  if (type.facets !== undefined || type.items !== undefined || type.members !== undefined) return undefined;
  for (const text of type.base === 'boolean' ? ['false'] : ['', '0']) {
    const value = codec.read(text)?.value;
    if (value !== undefined) return value;
  }
  return undefined;
}
