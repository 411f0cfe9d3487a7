/** JSON Schema of shapes. */
import type { Json } from '../../kernel/index.ts';
import type { Shape } from './shape.ts';

export function schemaOfShape(_shape: Shape): { readonly [key: string]: Json } {
  return {};
}
