/** Reports fields and indexes that a value of a known type does not have. */
import { type Check, isNumeric, literalText, quoted, spanOfName, spanOfTree } from './check.ts';
import { findNearest } from './find-nearest.ts';
import { isFunction } from './functions.ts';
import type { Span, Tree } from './tree.ts';
import { anyType, describeType, type Type } from './value-type.ts';

type Member = Extract<Tree, { kind: 'member' }>;
type Index = Extract<Tree, { kind: 'index' }>;
type ObjectType = Extract<Type, { kind: 'object' }>;

/** The result of `?.` may be null, which no type expresses, so its type is unknown. */
const unlessSafe = (tree: Member | Index, type: Type): Type => (tree.safe ? anyType : type);

export function checkMember(tree: Member, check: Check): Type {
  const of = check.typeOf(tree.of);
  const { key } = tree;
  const { start, end } = spanOfName(tree);
  const place = { start: Math.max(start, end - key.length), end };
  switch (of.kind) {
    case 'any':
      return anyType;
    case 'null':
      return tree.safe ? of : reportNoField(tree, key, of, place, check);
    case 'object': {
      if (key !== 'length') return unlessSafe(tree, fieldOf(tree, key, of, place, check));
      const own = of.fields.find(({ name }) => name === key);
      return own === undefined && !of.open ? unlessSafe(tree, { kind: 'int' }) : anyType;
    }
    case 'list':
      if (key === 'length') return unlessSafe(tree, { kind: 'int' });
      return /^\d+$/.test(key) ? unlessSafe(tree, of.of) : reportNoField(tree, key, of, place, check);
    case 'string':
      return key === 'length'
        ? unlessSafe(tree, { kind: 'int' })
        : reportNoField(tree, key, of, place, check);
    default:
      return reportNoField(tree, key, of, place, check);
  }
}

export function checkIndex(tree: Index, check: Check): Type {
  const of = check.typeOf(tree.of);
  const index = check.typeOf(tree.index);
  if (of.kind === 'any' || (of.kind === 'null' && tree.safe)) return anyType;
  if (of.kind === 'list') {
    if (isNumeric(index) || index.kind === 'any') checkPosition(tree.index, check);
    else reportIndex(tree, of, 'a whole number', index, check);
    return unlessSafe(tree, of.of);
  }
  if (of.kind !== 'object') {
    check.report('expression-type', tree, `${quoted(tree.of)} is ${describeType(of)}, which has no items.`, {
      expected: 'a list or an object',
      actual: describeType(of),
    });
    return anyType;
  }
  if (index.kind !== 'string' && index.kind !== 'any') {
    reportIndex(tree, of, 'a text', index, check);
    return anyType;
  }
  const key = literalText(tree.index);
  if (key === undefined) return anyType;
  const { start, end } = spanOfTree(tree.index);
  return unlessSafe(tree, fieldOf(tree, key, of, { start: start + 1, end: end - 1 }, check));
}

function fieldOf(tree: Member | Index, key: string, of: ObjectType, place: Span, check: Check): Type {
  const field = of.fields.find(({ name }) => name === key);
  if (field !== undefined) return field.type;
  return of.open ? anyType : reportNoField(tree, key, of, place, check);
}

function reportNoField(tree: Member | Index, key: string, of: Type, place: Span, check: Check): Type {
  const known = of.kind === 'object' ? of.fields.map(({ name }) => name) : [];
  const nearest = findNearest(key, of.kind === 'list' || of.kind === 'string' ? ['length'] : known);
  const callable = nearest === undefined && tree.kind === 'member' && !tree.safe && isFunction(key);
  const meant = callable ? `${key}()` : nearest;
  const isPlain =
    meant === undefined || tree.kind === 'index' || /^[A-Za-z_][A-Za-z0-9_]*(\(\))?$/.test(meant);
  const hint = meant === undefined ? '' : ` Did you mean “${meant}”?`;
  const owner =
    of.kind === 'object' ? `in ${quoted(tree.of)}` : `in ${quoted(tree.of)}, which is ${describeType(of)}`;
  check.report('unknown-path', tree, `Field “${key}” does not exist ${owner}.${hint}`, {
    span: place,
    expected: meant ?? (known.length > 0 ? known.slice(0, 8).join(', ') : 'no field'),
    actual: key,
    fix: meant === undefined || !isPlain ? null : { span: place, text: meant },
  });
  return anyType;
}

function reportIndex(tree: Index, of: Type, wanted: string, index: Type, check: Check): void {
  const message = `The index of ${describeType(of)} must be ${wanted}, not ${describeType(index)}.`;
  check.report('expression-type', tree.index, message, { expected: wanted, actual: describeType(index) });
}

function checkPosition(index: Tree, check: Check): void {
  if (index.kind !== 'literal' || typeof index.value !== 'number') return;
  if (Number.isInteger(index.value) && index.value >= 0) return;
  check.report('expression-type', index, 'Items are counted from 0. Use `last(…)` for the last item.', {
    expected: 'a whole number from 0',
    actual: String(index.value),
  });
}
