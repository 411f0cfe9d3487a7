/**
 * Converts comparisons of date texts to comparisons of dates. Dates are passed as text, and two texts are compared
 * as texts. If the types declare both sides as dates, `10:00+02:00` equals `08:00Z`. For compilers, which know the
 * types.
 */
import { checkExpression } from './check-expression.ts';
import { mapParts } from './parts.ts';
import type { Tree } from './tree.ts';
import type { Type } from './value-type.ts';

const comparisons: readonly string[] = ['==', '!=', '<', '<=', '>', '>=', 'in'];

export function readDates(tree: Tree, lookup: (name: string) => Type | undefined): Tree {
  const isDate = (part: Tree): boolean => checkExpression(part, lookup).type.kind === 'date';
  // A text compared with a date is read as a date, so converting one side is sufficient.
  const asDate = (part: Tree): Tree =>
    isPath(part) && isDate(part) ? { kind: 'call', name: '$date', args: [part] } : part;
  const change = (part: Tree): Tree => {
    const inside = mapParts(part, change);
    if (inside.kind === 'binary' && comparisons.includes(inside.operator)) {
      return { ...inside, left: asDate(inside.left) };
    }
    const isMinOrMax = inside.kind === 'call' && (inside.name === 'min' || inside.name === 'max');
    return isMinOrMax && inside.args.length > 1 ? mapParts(inside, asDate) : inside;
  };
  return change(tree);
}

const isPath = ({ kind }: Tree): boolean => kind === 'name' || kind === 'member' || kind === 'index';
