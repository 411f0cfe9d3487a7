/** Reports unknown functions and arguments of the wrong type or number. */
import { asNumberFix, asTextFix, type Check, literalText, quoted, replaceWith, spanOfTree } from './check.ts';
import { canBeOrdered, checkDateText } from './check-operator.ts';
import { isDate } from './date.ts';
import { parseDuration } from './duration.ts';
import { findNearest } from './find-nearest.ts';
import {
  describeArity,
  type FunctionDefinition,
  findFunction,
  functionNames,
  type Parameter,
  takesCount,
} from './functions.ts';
import { findPatternProblem } from './pattern.ts';
import type { Fix } from './problem.ts';
import type { Tree } from './tree.ts';
import { anyType, describeType, type Type } from './value-type.ts';

type Call = Extract<Tree, { kind: 'call' }>;

export function checkCall(tree: Call, check: Check): Type {
  const types = tree.args.map(check.typeOf);
  if (tree.name.startsWith('$')) return checkInternal(tree, types, check);
  const definition = findFunction(tree.name);
  if (definition === undefined) return reportUnknown(tree, check);
  if (!takesCount(definition, tree.args.length)) {
    const expected = describeArity(definition);
    check.report('expression-type', tree, `\`${tree.name}\` takes ${expected}, not ${tree.args.length}.`, {
      expected,
      actual: `${tree.args.length} arguments`,
    });
    return definition.result(types.length === 0 ? [anyType] : types);
  }
  if (!checkArguments(tree, definition, types, check)) return anyType;
  checkContent(tree, types, check);
  return definition.result(types);
}

function reportUnknown(tree: Call, check: Check): Type {
  const nearest = findNearest(tree.name, functionNames);
  const span = tree.at ?? spanOfTree(tree);
  const hint = nearest === undefined ? '' : ` Did you mean “${nearest}”?`;
  check.report('unknown-function', tree, `Unknown function “${tree.name}”.${hint}`, {
    span,
    expected: nearest ?? functionNames.join(', '),
    actual: tree.name,
    fix: nearest === undefined ? null : { span, text: nearest },
  });
  return anyType;
}

/** True if no argument certainly has a wrong type. */
function checkArguments(
  tree: Call,
  definition: FunctionDefinition,
  types: readonly Type[],
  check: Check,
): boolean {
  const { parameters, several } = definition;
  const [first = anyType] = types;
  if (several !== undefined && types.length === 1 && first.kind === 'list') {
    if (fits(first.of, several)) return true;
    reportArgument(tree, tree.args[0] ?? tree, several, first.of, check);
    return false;
  }
  return types
    .map((type, index) => {
      const parameter = several ?? parameters[index];
      const arg = tree.args[index];
      if (parameter === undefined || arg === undefined || fits(type, parameter)) return true;
      reportArgument(tree, arg, parameter, type, check);
      return false;
    })
    .every(Boolean);
}

const fits = ({ kind }: Type, { kinds }: Parameter): boolean =>
  kind === 'any' ||
  kinds.length === 0 ||
  kinds.includes(kind) ||
  (kind === 'int' && kinds.includes('number'));

function reportArgument(tree: Call, arg: Tree, { kinds }: Parameter, type: Type, check: Check): void {
  const expected = kinds.map((kind) => describeType({ kind })).join(' or ');
  const wantsText = kinds.length === 1 && kinds[0] === 'string';
  const wantsNumber = kinds.length === 1 && kinds[0] === 'number';
  check.report('expression-type', arg, `\`${tree.name}\` takes ${expected}, not ${describeType(type)}.`, {
    expected,
    actual: describeType(type),
    fix: wantsText ? asTextFix(arg) : wantsNumber ? asNumberFix(arg) : null,
  });
}

/** Checks beyond the argument types. */
function checkContent(tree: Call, types: readonly Type[], check: Check): void {
  const [first, second] = tree.args;
  const [firstType = anyType, secondType = anyType] = types;
  switch (tree.name) {
    case 'matches':
      if (second !== undefined) checkPattern(second, check);
      break;
    case 'date':
      if (first !== undefined) checkDateText(first, check);
      break;
    case 'contains':
      if (second !== undefined) checkContained(second, firstType, secondType, check);
      break;
    case 'range':
      checkRange(tree, firstType, secondType, check);
      break;
    case 'min':
    case 'max':
      checkOrderable(tree, types, check);
      break;
    case 'int':
      if (first !== undefined) checkLiteral(first, /^[+-]?\d+$/, 'a whole number', check);
      break;
    case 'float':
      if (first !== undefined) checkLiteral(first, /^[+-]?\d+(\.\d+)?([eE][+-]?\d+)?$/, 'a number', check);
      break;
    case 'bool':
      if (first !== undefined) checkLiteral(first, /^(true|false)$/, '`true` or `false`', check);
      break;
  }
}

function checkPattern(tree: Tree, check: Check): void {
  const source = literalText(tree);
  const message = source === undefined ? undefined : findPatternProblem(source);
  if (message === undefined) return;
  check.report('bad-pattern', tree, message, {
    expected: 'a regular expression of RE2',
    actual: quoted(tree),
    fix: patternFix(tree, source ?? ''),
  });
}

/** Adds a missing bracket if that is the only error; other corrections are unknown. */
function patternFix(tree: Tree, source: string): Fix | null {
  const pattern = [`${source})`, `${source}]`].find((each) => findPatternProblem(each) === undefined);
  return pattern === undefined ? null : replaceWith(tree, JSON.stringify(pattern));
}

function checkContained(item: Tree, container: Type, type: Type, check: Check): void {
  const wantsText = container.kind === 'string' || container.kind === 'object';
  if (!wantsText || type.kind === 'string' || type.kind === 'any') return;
  const where = describeType(container);
  check.report('expression-type', item, `\`contains\` needs a text to search in ${where}.`, {
    expected: 'a text',
    actual: describeType(type),
    fix: asTextFix(item),
  });
}

function checkRange(tree: Call, from: Type, to: Type, check: Check): void {
  const isNumber = ({ kind }: Type): boolean => kind === 'int' || kind === 'number';
  const mixed = from.kind !== 'any' && to.kind !== 'any' && isNumber(from) !== isNumber(to);
  if (mixed) {
    check.report('expression-type', tree, '`range` needs two whole numbers or two dates.', {
      expected: 'two whole numbers or two dates',
      actual: `${describeType(from)} and ${describeType(to)}`,
    });
    return;
  }
  for (const end of tree.args) {
    checkDateText(end, check);
    if (end.kind === 'literal' && typeof end.value === 'number' && !Number.isSafeInteger(end.value)) {
      const fix = Number.isSafeInteger(Math.trunc(end.value))
        ? replaceWith(end, String(Math.trunc(end.value)))
        : null;
      check.report('expression-type', end, '`range` needs whole numbers.', {
        expected: 'a whole number',
        actual: String(end.value),
        fix,
      });
    }
  }
}

function checkOrderable(tree: Call, types: readonly Type[], check: Check): void {
  const [first, ...rest] = types;
  if (first === undefined || rest.every((type) => canBeOrdered(first, type))) return;
  check.report('expression-type', tree, `\`${tree.name}\` needs values of one type.`, {
    expected: 'only numbers, only texts, only dates or only durations',
    actual: types.map(describeType).join(', '),
  });
}

function checkLiteral(tree: Tree, form: RegExp, expected: string, check: Check): void {
  const text = literalText(tree);
  if (text === undefined || form.test(text)) return;
  const trimmed = text.trim().toLowerCase();
  check.report('expression-type', tree, `${quoted(tree)} is not ${expected}.`, {
    expected,
    actual: quoted(tree),
    fix: form.test(trimmed) ? replaceWith(tree, JSON.stringify(trimmed)) : null,
  });
}

/** Calls that language compilers wrap around an author's expression. */
function checkInternal(tree: Call, types: readonly Type[], check: Check): Type {
  const [arg] = tree.args;
  const [type = anyType] = types;
  if (tree.name === '$truth') return { kind: 'bool' };
  if (tree.name === '$date') return type;
  if (tree.name !== '$moment' && tree.name !== '$milliseconds') return anyType;
  const isMoment = tree.name === '$moment';
  const text = arg === undefined ? undefined : literalText(arg);
  const readable = text === undefined || parseDuration(text) !== undefined || (isMoment && isDate(text));
  const kinds: readonly Type['kind'][] = [
    'any',
    'int',
    'number',
    'string',
    'duration',
    ...(isMoment ? ['date' as const] : []),
  ];
  if (!readable || !kinds.includes(type.kind)) {
    const expected = isMoment ? 'a date, or a duration such as `2 hours`' : 'a duration such as `5 seconds`';
    const actual = text === undefined ? describeType(type) : quoted(arg ?? tree);
    check.report(
      'expression-type',
      arg ?? tree,
      `This is ${isMoment ? 'neither a date nor a' : 'not a'} duration.`,
      {
        expected,
        actual,
      },
    );
  }
  return { kind: 'int' };
}
