/** Reports operators on wrong types, and comparisons that can never be true. */
import { asNumberFix, asTextFix, type Check, isNumeric, literalText, quoted, replaceWith } from './check.ts';
import { isDate } from './date.ts';
import type { Fix } from './problem.ts';
import type { BinaryOperator, Tree } from './tree.ts';
import { anyType, describeType, joinTypes, type Type } from './value-type.ts';

type Binary = Extract<Tree, { kind: 'binary' }>;
type Family = 'any' | 'null' | 'bool' | 'number' | 'string' | 'date' | 'duration' | 'list' | 'object';

const familyOf = ({ kind }: Type): Family => (kind === 'int' ? 'number' : kind);

const bool: Type = { kind: 'bool' };

export function checkBinary(tree: Binary, check: Check): Type {
  const left = check.typeOf(tree.left);
  const right = check.typeOf(tree.right);
  switch (tree.operator) {
    case '&&':
    case '||':
      return bool;
    case '==':
    case '!=':
      checkEquality(tree, left, right, check);
      return bool;
    case 'in':
      checkMembership(tree, left, right, check);
      return bool;
    case '<':
    case '<=':
    case '>':
    case '>=':
      checkOrder(tree, left, right, check);
      return bool;
    default:
      return checkArithmetic(tree, left, right, check);
  }
}

/** Types that are never equal are an error, except with null, which tests for presence. */
function checkEquality(tree: Binary, left: Type, right: Type, check: Check): void {
  const [a, b] = [familyOf(left), familyOf(right)];
  if (a === b || [a, b].some((family) => family === 'any' || family === 'null')) return;
  if ((a === 'date' && b === 'string') || (a === 'string' && b === 'date')) {
    checkDateText(a === 'string' ? tree.left : tree.right, check);
    return;
  }
  const both = `${describeType(left)} and ${describeType(right)}`;
  check.report('expression-type', tree, `${quoted(tree)}: ${both} are never equal.`, {
    expected: describeType(left),
    actual: describeType(right),
    fix: literalFix(tree.right, a) ?? literalFix(tree.left, b),
  });
}

/** The literal converted to the type of the other side. */
function literalFix(tree: Tree, wanted: Family): Fix | null {
  if (tree.kind !== 'literal') return null;
  if (wanted === 'number') return asNumberFix(tree);
  if (wanted === 'bool') {
    return tree.value === 'true' || tree.value === 'false' ? replaceWith(tree, tree.value) : null;
  }
  const isSimple = typeof tree.value === 'number' || typeof tree.value === 'boolean';
  return wanted === 'string' && isSimple ? replaceWith(tree, JSON.stringify(String(tree.value))) : null;
}

/** Reports a literal text that must be a date and is not; true if it is a date or unknown. */
export function checkDateText(tree: Tree, check: Check): boolean {
  const text = literalText(tree);
  if (text === undefined || isDate(text)) return true;
  check.report('expression-type', tree, `${quoted(tree)} is not a date.`, {
    expected: 'a date such as `2026-03-01` or `2026-03-01T09:30:00Z`',
    actual: quoted(tree),
    fix: dateFix(tree, text),
  });
  return false;
}

/** Common misspellings of a date. */
function dateFix(tree: Tree, text: string): Fix | null {
  const loose = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text);
  if (loose !== null) {
    const [, year = '', month = '', day = ''] = loose;
    const fixed = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
    return isDate(fixed) ? replaceWith(tree, JSON.stringify(fixed)) : null;
  }
  const inUtc = `${text.replace(' ', 'T')}Z`;
  return isDate(inUtc) ? replaceWith(tree, JSON.stringify(inUtc)) : null;
}

function checkMembership(tree: Binary, item: Type, container: Type, check: Check): void {
  if (container.kind === 'any') return;
  if (container.kind === 'list') {
    checkEquality(tree, item, container.of, check);
    return;
  }
  const isContainer = container.kind === 'string' || container.kind === 'object';
  if (isContainer && (item.kind === 'string' || item.kind === 'any')) return;
  reportOperands(
    tree,
    item,
    container,
    isContainer ? 'a text' : 'a list, a text or an object on the right',
    check,
  );
}

const ordered: readonly Family[] = ['number', 'string', 'date', 'duration'];

/** Whether values of these types can be ordered. */
export function canBeOrdered(left: Type, right: Type): boolean {
  const [a, b] = [familyOf(left), familyOf(right)];
  const orderable = [a, b].every((family) => family === 'any' || ordered.includes(family));
  const dates = (a === 'date' && b === 'string') || (a === 'string' && b === 'date');
  return orderable && (a === b || a === 'any' || b === 'any' || dates);
}

function checkOrder(tree: Binary, left: Type, right: Type, check: Check): void {
  if (!canBeOrdered(left, right)) {
    const fix = literalFix(tree.right, familyOf(left)) ?? literalFix(tree.left, familyOf(right));
    reportOperands(tree, left, right, 'two numbers, two texts, two dates or two durations', check, fix);
    return;
  }
  if (left.kind === 'date') checkDateText(tree.right, check);
  if (right.kind === 'date') checkDateText(tree.left, check);
}

const takes: Readonly<Partial<Record<BinaryOperator, readonly Family[]>>> = {
  '+': ['number', 'string', 'list', 'date', 'duration'],
  '-': ['number', 'string', 'date', 'duration'],
  '*': ['number', 'duration'],
  '/': ['number', 'duration'],
  '%': ['number'],
};

function checkArithmetic(tree: Binary, left: Type, right: Type, check: Check): Type {
  const { operator } = tree;
  const families = takes[operator] ?? [];
  const fits = [left, right].every((type) => type.kind === 'any' || families.includes(familyOf(type)));
  const result = fits ? resultOf(operator, left, right) : undefined;
  if (result === undefined) {
    const says =
      operator === '+' ? 'two numbers, two texts, two lists, or a date and a duration' : takenBy(families);
    reportOperands(tree, left, right, says, check, operator === '+' ? textFix(tree, left, right) : null);
    return anyType;
  }
  const dated = operator === '-' || left.kind === 'duration' || right.kind === 'duration';
  if (dated && (operator === '+' || operator === '-')) {
    checkDateText(tree.left, check);
    checkDateText(tree.right, check);
  }
  const divides = operator === '/' || operator === '%';
  if (divides && tree.right.kind === 'literal' && tree.right.value === 0) {
    check.report('expression-type', tree, `${quoted(tree)} divides by zero.`, {
      expected: 'another divisor',
      actual: '0',
      span: tree.right.span ?? { start: 0, end: 0 },
    });
  }
  return result;
}

const takenBy = (families: readonly Family[]): string =>
  families.map((family) => describeType({ kind: family })).join(' or ');

/** Undefined: no values of these types have a result. */
function resultOf(operator: BinaryOperator, left: Type, right: Type): Type | undefined {
  if (left.kind === 'any' || right.kind === 'any') return anyType;
  const [a, b] = [familyOf(left), familyOf(right)];
  if (a === 'number' && b === 'number') return operator === '/' ? { kind: 'number' } : joinTypes(left, right);
  const isDay = (family: Family): boolean => family === 'date' || family === 'string';
  const duration: Type = { kind: 'duration' };
  switch (operator) {
    case '+':
      if ((a === 'string' || a === 'list') && a === b) return joinTypes(left, right);
      if (a === 'duration' && b === 'duration') return duration;
      return (isDay(a) && b === 'duration') || (a === 'duration' && isDay(b)) ? { kind: 'date' } : undefined;
    case '-':
      if (isDay(a) && b === 'duration') return { kind: 'date' };
      return (isDay(a) && isDay(b)) || (a === 'duration' && b === 'duration') ? duration : undefined;
    case '*':
      return a !== b ? duration : undefined;
    case '/':
      if (a !== 'duration') return undefined;
      return b === 'duration' ? { kind: 'number' } : duration;
    default:
      return undefined;
  }
}

/** If one side is a text, the other was most likely intended to be inserted into it. */
function textFix(tree: Binary, left: Type, right: Type): Fix | null {
  if (left.kind === 'string') return asTextFix(tree.right);
  return right.kind === 'string' ? asTextFix(tree.left) : null;
}

function reportOperands(
  tree: Binary,
  left: Type,
  right: Type,
  expected: string,
  check: Check,
  fix: Fix | null = null,
): void {
  const actual = `${describeType(left)} and ${describeType(right)}`;
  const hint = fix !== null && tree.operator === '+' ? ' Use `string(…)` to convert a value to a text.' : '';
  check.report('expression-type', tree, `\`${tree.operator}\` does not accept ${actual}.${hint}`, {
    expected,
    actual,
    fix,
  });
}

export function checkNegative(tree: Extract<Tree, { kind: 'negative' }>, check: Check): Type {
  const of = check.typeOf(tree.of);
  if (isNumeric(of) || of.kind === 'duration' || of.kind === 'any') return of;
  check.report('expression-type', tree, `\`-\` does not accept ${describeType(of)}.`, {
    expected: 'a number or a duration',
    actual: describeType(of),
    fix: asNumberFix(tree.of),
  });
  return anyType;
}

export function checkDuration(tree: Extract<Tree, { kind: 'duration' }>, check: Check): Type {
  const amount = check.typeOf(tree.amount);
  if (!isNumeric(amount) && amount.kind !== 'any') {
    check.report(
      'expression-type',
      tree.amount,
      `The amount of a duration must be a number, not ${describeType(amount)}.`,
      {
        expected: 'a number',
        actual: describeType(amount),
        fix: asNumberFix(tree.amount),
      },
    );
  }
  return { kind: 'duration' };
}
