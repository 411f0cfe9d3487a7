/** The tree of an expression, independent of its spelling. Plain JSON: programs contain trees. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Offsets into the parsed text; the end is excluded. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A node may have its position; a tree inside a program has none. */
interface Placed {
  /** With the parentheses around it. */
  readonly span?: Span;
}

interface Named extends Placed {
  /** Without the parentheses around it, if there are any. */
  readonly at?: Span;
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
  /** A name in scope: parameter, output, node. */
  | (Named & { readonly kind: 'name'; readonly name: string })
  /** `.key` (also `.0` and `.length`); `safe`: `?.`, an absent field is null. */
  | (Named & { readonly kind: 'member'; readonly of: Tree; readonly key: string; readonly safe: boolean })
  /** `[index]`. */
  | (Named & { readonly kind: 'index'; readonly of: Tree; readonly index: Tree; readonly safe: boolean })
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
  /** A function by name; a method call is a call with its subject first. `at` is the position of the name. */
  | (Placed & {
      readonly kind: 'call';
      readonly name: string;
      readonly args: readonly Tree[];
      readonly at?: Span;
    })
  /** Text with inserted values. */
  | (Placed & { readonly kind: 'text'; readonly parts: readonly (string | Tree)[] });

export interface TreeField {
  readonly key: string;
  readonly value: Tree;
}
