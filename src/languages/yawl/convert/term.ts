/** Parts of an expression of the graph language while it is put together: a text, what it gives, and how tightly it binds. */

import type { Shape } from '../../xsd/shape.ts';
import { childShapesOf, type GraphTypeName, graphTypeOf } from './graph-type-name.ts';

/** From the loosest to the tightest, as the operators of expressions. */
export const ranks = { or: 1, and: 2, not: 3, compare: 4, sum: 5, product: 6, whole: 8 } as const;

export type Term = ValueTerm | NodeTerm;

export interface ValueTerm {
  readonly kind: 'value';
  readonly type: 'bool' | 'num' | 'str';
  readonly text: string;
  readonly rank: number;
  /** Of a text that is written out. */
  readonly literal?: string;
}

/** What a path leads to in a document: elements, or what is inside them. */
export interface NodeTerm {
  readonly kind: 'node';
  readonly text: string;
  readonly shape: Shape;
  readonly of: GraphTypeName;
  /** Several of them: a list. */
  readonly many: boolean;
  /** It may be null. */
  readonly nullable: boolean;
  /** The element itself, its text, its children; or its number, which what is empty has not. */
  readonly part: 'element' | 'text' | 'children' | 'number';
}

export const valueTerm = (
  type: ValueTerm['type'],
  text: string,
  rank: number = ranks.whole,
  literal?: string,
): ValueTerm => ({ kind: 'value', type, text, rank, ...(literal === undefined ? {} : { literal }) });

/** In brackets where what stands around it binds tighter. */
export function parenthesize(rank: number, { text, ...term }: ValueTerm): string {
  return term.rank < rank ? `(${text})` : text;
}

/** A variable of a net, or a parameter of a task, where a query may look at it. */
export interface VariableReference {
  readonly shape: Shape;
  /** Whether it may be null there. */
  readonly nullable: boolean;
  /** How it is spelt, with the steps into it. */
  readonly text: (steps: readonly string[]) => string;
}

/** The names below the root of a document. */
export interface QueryScope {
  readonly root: string;
  readonly find: (name: string) => VariableReference | undefined;
}

/** @returns what is at a path; or why that cannot be said */
export function followPath(
  scope: QueryScope,
  [root, name, ...steps]: readonly string[],
  part: NodeTerm['part'],
): NodeTerm | string {
  const path = `/${[root, name, ...steps].join('/')}`;
  if (root !== scope.root || name === undefined)
    return `the path ${path} does not begin with /${scope.root}/`;
  const reference = scope.find(name);
  if (reference === undefined) return `there is no variable “${name}” for the path ${path}`;
  let { shape, nullable } = reference;
  let many = false;
  for (const step of steps) {
    const child = childShapesOf(shape).get(step);
    if (child === undefined) return `nothing is known of “${step}” in ${path}`;
    if (many) return `${path} goes through a list`;
    shape = child.shape;
    many = child.many;
    nullable ||= child.optional;
  }
  return { kind: 'node', text: reference.text(steps), shape, of: graphTypeOf(shape), many, nullable, part };
}

const isField = /^[A-Za-z_][A-Za-z0-9_]*$/;

export function fieldPath(steps: readonly string[]): string {
  return steps.map((step) => (isField.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`)).join('');
}
