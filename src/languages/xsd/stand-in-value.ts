/** Values that nobody gave: of a variable before it is set, of an item that is skipped, of a form. */
import type { Json } from '../../kernel/index.ts';
import type { Shape } from './shape.ts';

/** What a variable is before it gets a value. */
export function emptyOf(_shape: Shape): Json {
  return null;
}

/** What an item that is skipped gives; undefined where its type has no such value. */
export function defaultOf(_shape: Shape): Json | undefined {
  return undefined;
}

/** Something that fits. */
export function exampleOf(_shape: Shape, _name: string): Json {
  return null;
}
