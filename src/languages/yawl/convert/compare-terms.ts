/**
 * Converts comparisons as XPath evaluates them on untyped values: with a number as numbers, otherwise as strings. An
 * empty value equals nothing.
 */
import { type NodeTerm, parenthesize, ranks, type Term, type ValueTerm, valueTerm } from './term.ts';

export type ComparisonOperator = '==' | '!=' | '<' | '<=' | '>' | '>=';

const swappedOperators: Readonly<Record<ComparisonOperator, ComparisonOperator>> = {
  '==': '==',
  '!=': '!=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};

/** @returns a boolean term, or why it cannot be converted */
export function compareTerms(operator: ComparisonOperator, left: Term, right: Term): ValueTerm | string {
  if (left.kind === 'node' && right.kind === 'node') return compareNodes(operator, left, right);
  if (left.kind === 'node' && right.kind === 'value') return compareNode(operator, left, right);
  if (left.kind === 'value' && right.kind === 'node')
    return compareNode(swappedOperators[operator], right, left);
  if (left.kind !== 'value' || right.kind !== 'value') return 'it compares a list';
  if (left.type !== right.type) return 'it compares values of two types';
  return comparison(parenthesize(ranks.sum, left), operator, parenthesize(ranks.sum, right));
}

function compareNode(operator: ComparisonOperator, node: NodeTerm, other: ValueTerm): ValueTerm | string {
  if (node.many || node.part === 'children') return 'it compares a list';
  if (node.part === 'number') {
    if (other.type !== 'num') return 'it compares a number with another type';
    const compared = comparison(node.text, operator, parenthesize(ranks.sum, other));
    // A value that is not a number differs from every number.
    return operator === '!=' ? compared : guarded(operator, node, compared);
  }
  if (isNothing(node)) return valueTerm('bool', 'false');
  const ordered = operator !== '==' && operator !== '!=';
  switch (other.type) {
    case 'num':
      if (node.of !== 'int' && node.of !== 'float') return 'it compares a text with a number';
      return guarded(operator, node, comparison(node.text, operator, parenthesize(ranks.sum, other)));
    case 'bool':
      if (node.of !== 'bool' || ordered) return 'it compares a boolean with another type';
      return guarded(operator, node, comparison(node.text, operator, parenthesize(ranks.sum, other)));
    case 'str': {
      const literal = other.literal;
      if (!ordered && literal !== undefined) {
        const number =
          (node.of === 'int' || node.of === 'float') && /^-?(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/.test(literal);
        const truth = node.of === 'bool' && (literal === 'true' || literal === 'false');
        if (number || truth) return guarded(operator, node, comparison(node.text, operator, literal));
      }
      const text = textOfNode(node);
      if (text === undefined) return 'it compares another type with a text';
      return guarded(
        operator,
        node,
        comparison(text, operator, parenthesize(ranks.sum, other)),
        literal === '',
      );
    }
  }
}

function compareNodes(operator: ComparisonOperator, left: NodeTerm, right: NodeTerm): ValueTerm | string {
  if (left.part === 'number' || right.part === 'number') return 'it compares a number with another type';
  if (isNothing(left) || isNothing(right)) return valueTerm('bool', 'false');
  const [a, b] = [textOfNode(left), textOfNode(right)];
  if (a === undefined || b === undefined) return 'it compares a value that is not a text';
  const compared = comparison(a, operator, b);
  return guarded(operator, left, guarded(operator, right, compared, true), true);
}

/** Its text in XML; `undefined` if it is not plain text. */
export function textOfNode({ of, text, many, nullable, part }: NodeTerm): string | undefined {
  if (many || part === 'children') return undefined;
  if (of === 'str') return text;
  if (of === 'object' || of === 'list' || of === 'any') return undefined;
  return nullable ? `string(default(${text}, ""))` : `string(${text})`;
}

/** An empty value equals nothing and differs from nothing if only its text is compared. */
function guarded(
  operator: ComparisonOperator,
  node: NodeTerm,
  compared: ValueTerm,
  always = false,
): ValueTerm {
  const present = presence(node);
  if (present === undefined || (operator === '==' && !always)) return compared;
  return valueTerm('bool', `${present} and ${parenthesize(ranks.and, compared)}`, ranks.and);
}

/** Whether it has content; `undefined` if it always has. */
export function presence({ of, text, nullable, part }: NodeTerm): string | undefined {
  if (of === 'str') return part === 'text' ? `${text} != ""` : undefined;
  if (text === 'null') return 'false';
  return nullable ? `${text} != null` : undefined;
}

/** A variable that is never set. */
const isNothing = ({ text }: NodeTerm): boolean => text === 'null';

const comparison = (left: string, operator: ComparisonOperator, right: string): ValueTerm =>
  valueTerm('bool', `${left} ${operator} ${right}`, ranks.compare);
