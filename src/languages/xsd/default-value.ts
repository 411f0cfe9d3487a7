/** Default values: of a variable before it is set, and of an item that is skipped. */
import type { Json } from '../../kernel/index.ts';
import { compileShape } from './compile-shape.ts';
import type { Shape } from './shape.ts';

/** The initial value of a variable: an empty element, which is the empty text if the type allows it. */
export function emptyValueOf(shape: Shape): Json {
  const codec = compileShape(shape);
  if (codec.kind === 'any') return '';
  if (codec.kind === 'simple') return codec.read('')?.value === '' ? '' : null;
  return codec.content.kind === 'mixed' && codec.attributes.size === 0 ? '' : null;
}

/** The output of a skipped item; `undefined` if the type is not simple. */
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
