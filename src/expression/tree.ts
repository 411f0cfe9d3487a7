/**
 * What every spelling of an expression becomes. Plain JSON: a program carries trees, so it does not matter to a run
 * how its author spelled them.
 */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Offsets into the text that was parsed; the end is excluded. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Every node may know where it stood; a tree inside a program does not. */
interface Placed {
  readonly span?: Span;
}

export type BinaryOperator =
  | '=='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | '&&'
  | '||'
  | 'in'
  | '+'
  | '-'
  | '*'
  | '/'
  | '%';

export type Tree =
  | (Placed & { readonly kind: 'literal'; readonly value: null | boolean | number | string })
  /** A name of the surroundings: parameter, output, node. */
  | (Placed & { readonly kind: 'name'; readonly name: string })
  /** `.key` (also `.0` and `.length`); `safe`: `?.`, absence gives null. */
  | (Placed & { readonly kind: 'member'; readonly of: Tree; readonly key: string; readonly safe: boolean })
  /** `[index]`. */
  | (Placed & { readonly kind: 'index'; readonly of: Tree; readonly index: Tree; readonly safe: boolean })
  | (Placed & { readonly kind: 'not'; readonly of: Tree })
  | (Placed & { readonly kind: 'negative'; readonly of: Tree })
  | (Placed & {
      readonly kind: 'binary';
      readonly operator: BinaryOperator;
      readonly left: Tree;
      readonly right: Tree;
    })
  /** `7 days`, `$n days`: an amount of a unit, in milliseconds. */
  | (Placed & { readonly kind: 'duration'; readonly amount: Tree; readonly unit: number })
  | (Placed & { readonly kind: 'list'; readonly items: readonly Tree[] })
  | (Placed & { readonly kind: 'object'; readonly fields: readonly TreeField[] })
  /** A function by name; a method call is a call with its subject first. `at` is where the name stood. */
  | (Placed & {
      readonly kind: 'call';
      readonly name: string;
      readonly args: readonly Tree[];
      readonly at?: Span;
    })
  /** Text with values rendered into it. */
  | (Placed & { readonly kind: 'text'; readonly parts: readonly (string | Tree)[] });

export interface TreeField {
  readonly key: string;
  readonly value: Tree;
}
