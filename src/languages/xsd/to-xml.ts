/** Values as XML. */
import type { Json } from '../../kernel/index.ts';
import type { Shape } from './shape.ts';

export function toXml(name: string, _value: Json, _shape: Shape): string {
  return `<${name}/>`;
}
