/** JSON of callers held against a shape. */
import type { Json } from '../../kernel/index.ts';
import type { Fitted, Shape } from './shape.ts';

export function fitValue(value: Json, _shape: Shape, _path: string): Fitted {
  return { kind: 'fitted', value };
}
