/**
 * Comparisons as XPath makes them between values that have no types there: with a number as numbers, else as texts; what
 * is empty equals nothing.
 */
import { type NodeTerm, ranks, type Term, type ValueTerm, value, within } from './term.ts';

export type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>=';

const turned: Readonly<Record<Comparison, Comparison>> = {
  '==': '==',
  '!=': '!=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};

/** @returns a truth value; or why it cannot be said */
export function compareTerms(operator: Comparison, left: Term, right: Term): ValueTerm | string {
  if (left.kind === 'node' && right.kind === 'node') return compareNodes(operator, left, right);
  if (left.kind === 'node' && right.kind === 'value') return compareNode(operator, left, right);
  if (left.kind === 'value' && right.kind === 'node') return compareNode(turned[operator], right, left);
  if (left.kind !== 'value' || right.kind !== 'value') return 'it compares a list';
  if (left.type !== right.type) return 'it compares values of two types';
  return comparison(within(ranks.sum, left), operator, within(ranks.sum, right));
}

function compareNode(operator: Comparison, node: NodeTerm, other: ValueTerm): ValueTerm | string {
  if (node.many || node.part === 'children') return 'it compares a list';
  if (node.part === 'number') {
    if (other.type !== 'num') return 'it compares a number with something else';
    const compared = comparison(node.text, operator, within(ranks.sum, other));
    // What is no number differs from every number.
    return operator === '!=' ? compared : guarded(operator, node, compared);
  }
  if (isNothing(node)) return value('bool', 'false');
  const ordered = operator !== '==' && operator !== '!=';
  switch (other.type) {
    case 'num':
      if (node.of !== 'int' && node.of !== 'float') return 'it compares a text with a number';
      return guarded(operator, node, comparison(node.text, operator, within(ranks.sum, other)));
    case 'bool':
      if (node.of !== 'bool' || ordered) return 'it compares a truth value with something else';
      return guarded(operator, node, comparison(node.text, operator, within(ranks.sum, other)));
    case 'str': {
      const literal = other.literal;
      if (!ordered && literal !== undefined) {
        const number =
          (node.of === 'int' || node.of === 'float') && /^-?(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/.test(literal);
        const truth = node.of === 'bool' && (literal === 'true' || literal === 'false');
        if (number || truth) return guarded(operator, node, comparison(node.text, operator, literal));
      }
      const text = textOfNode(node);
      if (text === undefined) return 'it compares something that is no text with a text';
      return guarded(operator, node, comparison(text, operator, within(ranks.sum, other)), literal === '');
    }
  }
}

function compareNodes(operator: Comparison, left: NodeTerm, right: NodeTerm): ValueTerm | string {
  if (left.part === 'number' || right.part === 'number') return 'it compares a number with something else';
  if (isNothing(left) || isNothing(right)) return value('bool', 'false');
  const [a, b] = [textOfNode(left), textOfNode(right)];
  if (a === undefined || b === undefined) return 'it compares something that is no text';
  const compared = comparison(a, operator, b);
  return guarded(operator, left, guarded(operator, right, compared, true), true);
}

/** As XML shows it; undefined where that is no plain text. */
export function textOfNode({ of, text, many, nullable, part }: NodeTerm): string | undefined {
  if (many || part === 'children') return undefined;
  if (of === 'str') return text;
  if (of === 'object' || of === 'list' || of === 'any') return undefined;
  return nullable ? `string(default(${text}, ""))` : `string(${text})`;
}

/** What is empty equals nothing, and differs from nothing, where only its text is looked at. */
function guarded(operator: Comparison, node: NodeTerm, compared: ValueTerm, always = false): ValueTerm {
  const present = presence(node);
  if (present === undefined || (operator === '==' && !always)) return compared;
  return value('bool', `${present} and ${within(ranks.and, compared)}`, ranks.and);
}

/** Whether there is something in it; undefined where there is for sure. */
export function presence({ of, text, nullable, part }: NodeTerm): string | undefined {
  if (of === 'str') return part === 'text' ? `${text} != ""` : undefined;
  if (text === 'null') return 'false';
  return nullable ? `${text} != null` : undefined;
}

/** A variable that is never set. */
const isNothing = ({ text }: NodeTerm): boolean => text === 'null';

const comparison = (left: string, operator: Comparison, right: string): ValueTerm =>
  value('bool', `${left} ${operator} ${right}`, ranks.compare);
