/** Parts of an expression of the graph language under construction: a text, its type, and its operator precedence. */

import type { Shape } from '../../xsd/shape.ts';
import { childShapesOf, type GraphTypeName, graphTypeOf } from './graph-type-name.ts';

/** Operator precedence, from the loosest to the tightest. */
export const ranks = { or: 1, and: 2, not: 3, compare: 4, sum: 5, product: 6, whole: 8 } as const;

export type Term = ValueTerm | NodeTerm;

export interface ValueTerm {
  readonly kind: 'value';
  readonly type: 'bool' | 'num' | 'str';
  readonly text: string;
  readonly rank: number;
  /** The value of a literal text. */
  readonly literal?: string;
}

/** The target of a path in a document: elements, or their content. */
export interface NodeTerm {
  readonly kind: 'node';
  readonly text: string;
  readonly shape: Shape;
  readonly of: GraphTypeName;
  /** Several elements: a list. */
  readonly many: boolean;
  /** It may be null. */
  readonly nullable: boolean;
  /** The element itself, its text, its children, or its number, which an empty element does not have. */
  readonly part: 'element' | 'text' | 'children' | 'number';
}

export const valueTerm = (
  type: ValueTerm['type'],
  text: string,
  rank: number = ranks.whole,
  literal?: string,
): ValueTerm => ({ kind: 'value', type, text, rank, ...(literal === undefined ? {} : { literal }) });

/** Adds brackets if the context binds tighter. */
export function parenthesize(rank: number, { text, ...term }: ValueTerm): string {
  return term.rank < rank ? `(${text})` : text;
}

/** A variable of a net, or a parameter of a task, as a query reads it. */
export interface VariableReference {
  readonly shape: Shape;
  /** Whether it can be null there. */
  readonly nullable: boolean;
  /** Its reference, with the steps into it. */
  readonly text: (steps: readonly string[]) => string;
}

/** The names below the root of a document. */
export interface QueryScope {
  readonly root: string;
  readonly find: (name: string) => VariableReference | undefined;
}

/** @returns the term of a path, or why it cannot be converted */
export function followPath(
  scope: QueryScope,
  [root, name, ...steps]: readonly string[],
  part: NodeTerm['part'],
): NodeTerm | string {
  const path = `/${[root, name, ...steps].join('/')}`;
  if (root !== scope.root || name === undefined)
    return `the path ${path} does not begin with /${scope.root}/`;
  const reference = scope.find(name);
  if (reference === undefined) return `the variable “${name}” of the path ${path} does not exist`;
  let { shape, nullable } = reference;
  let many = false;
  for (const step of steps) {
    const child = childShapesOf(shape).get(step);
    if (child === undefined) return `“${step}” in ${path} does not exist`;
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
