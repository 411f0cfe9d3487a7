/** Formats a condition on one line, for drawings and reports: `taskScope = large and complexity > 0.7`. */
import type { Json } from '../../../expression/index.ts';
import type { Condition } from '../model/schema.ts';

/** Long lists and texts are cut: the guide has the full condition. */
export function conditionText(condition: Condition): string {
  return joined(textParts(condition), 'and');
}

/** Inside another condition, a condition of several parts needs brackets. */
interface Part {
  readonly text: string;
  readonly glue: 'and' | 'or' | null;
}

function textParts(condition: Condition): readonly Part[] {
  const name = condition.var ?? '?';
  const compared = comparisons.flatMap(([operator, sign]): Part[] => {
    const value = condition[operator];
    return value === undefined ? [] : [single(`${name} ${sign} ${valueText(value)}`)];
  });
  const list = condition.in === undefined ? [] : [single(`${name} in ${listText(condition.in)}`)];
  const operators = [...compared, ...list, ...composed(condition)];
  return operators.length === 0 && condition.var !== undefined ? [single(name)] : operators;
}

const comparisons = [
  ['equals', '='],
  ['not_equals', '!='],
  ['gt', '>'],
  ['gte', '>='],
  ['lt', '<'],
  ['lte', '<='],
  ['contains', 'contains'],
  ['startsWith', 'starts with'],
  ['endsWith', 'ends with'],
  ['matches', 'matches'],
] as const satisfies readonly (readonly [keyof Condition, string])[];

function composed({ and, or, not }: Condition): readonly Part[] {
  return [
    ...(and === undefined ? [] : and.flatMap(textParts)),
    ...(or === undefined ? [] : [alternatives(or)]),
    ...(not === undefined ? [] : [single(`not (${conditionText(not)})`)]),
  ];
}

function alternatives(conditions: readonly Condition[]): Part {
  const parts = conditions.map((each): Part => {
    const inside = textParts(each);
    const [only] = inside;
    return only !== undefined && inside.length === 1 ? only : { text: joined(inside, 'and'), glue: 'and' };
  });
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only;
  return parts.length === 0 ? single('never') : { text: joined(parts, 'or'), glue: 'or' };
}

function joined(parts: readonly Part[], glue: 'and' | 'or'): string {
  if (parts.length === 0) return 'always';
  const isAlone = parts.length === 1;
  return parts
    .map((part) => (isAlone || part.glue === null || part.glue === glue ? part.text : `(${part.text})`))
    .join(` ${glue} `);
}

const single = (text: string): Part => ({ text, glue: null });

const maxValues = 5;
const maxTextLength = 40;

function listText(values: readonly Json[]): string {
  const shown = values.slice(0, maxValues).map(valueText);
  return `(${[...shown, ...(values.length > maxValues ? ['…'] : [])].join(', ')})`;
}

/** A plain word stays as it is; an ambiguous value is quoted. */
function valueText(value: Json): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const letters = [...text];
  const short = letters.length > maxTextLength ? `${letters.slice(0, maxTextLength).join('')}…` : text;
  return typeof value === 'string' && !/^[\p{L}\p{N}_./@-]+$/u.test(value) ? `“${short}”` : short;
}
