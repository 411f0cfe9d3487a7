/**
 * Prints a tree as text in the `$name` spelling, with as few parentheses as possible. The text parses to the same
 * tree. A template, which this spelling cannot express, is printed as the equivalent sum.
 */
import { findUnitWord } from './duration.ts';
import type { BinaryOperator, Tree } from './tree.ts';

/** A higher level binds tighter. */
const level = { or: 1, and: 2, not: 3, compare: 4, add: 5, multiply: 6, sign: 7, unit: 8, path: 9 } as const;

const levels: Readonly<Record<BinaryOperator, number>> = {
  '||': level.or,
  '&&': level.and,
  '==': level.compare,
  '!=': level.compare,
  '<': level.compare,
  '<=': level.compare,
  '>': level.compare,
  '>=': level.compare,
  in: level.compare,
  '+': level.add,
  '-': level.add,
  '*': level.multiply,
  '/': level.multiply,
  '%': level.multiply,
};

const spelling = (operator: BinaryOperator): string =>
  operator === '&&' ? 'and' : operator === '||' ? 'or' : operator;

interface Printed {
  readonly text: string;
  readonly level: number;
}

export const printExpression = (tree: Tree): string => print(tree).text;

function print(tree: Tree): Printed {
  switch (tree.kind) {
    case 'literal':
      return printLiteral(tree.value);
    case 'name':
      return { text: `$${tree.name}`, level: level.path };
    case 'member': {
      const dot = tree.safe ? '?.' : '.';
      const plain = /^(?:[A-Za-z_][A-Za-z0-9_]*|\d+)$/.test(tree.key);
      const key = plain ? `${dot}${tree.key}` : `${tree.safe ? '?.' : ''}[${quote(tree.key)}]`;
      return { text: `${wrap(tree.of, level.path)}${key}`, level: level.path };
    }
    case 'index': {
      const index = `${tree.safe ? '?.' : ''}[${printExpression(tree.index)}]`;
      return { text: `${wrap(tree.of, level.path)}${index}`, level: level.path };
    }
    case 'not':
      return printNot(tree.of);
    case 'negative': {
      // A sign before a number would be part of the number.
      const isNumber = tree.of.kind === 'literal' || startsWithNumber(tree.of);
      const of = isNumber ? `(${printExpression(tree.of)})` : wrap(tree.of, level.sign);
      return { text: `-${of}`, level: level.sign };
    }
    case 'binary':
      return printBinary(tree.operator, tree.left, tree.right);
    case 'duration':
      return printDuration(tree.amount, tree.unit);
    case 'list':
      return { text: `[${tree.items.map(printExpression).join(', ')}]`, level: level.path };
    case 'object': {
      const fields = tree.fields.map(({ key, value }) => `${printKey(key)}: ${printExpression(value)}`);
      return { text: `{${fields.join(', ')}}`, level: level.path };
    }
    case 'call':
      return printCall(tree.name, tree.args);
    case 'text':
      return printText(tree.parts);
  }
}

const wrap = (tree: Tree, minLevel: number): string => {
  const printed = print(tree);
  return printed.level < minLevel ? `(${printed.text})` : printed.text;
};

const quote = (text: string): string => JSON.stringify(text);

const printKey = (key: string): string => (/^[A-Za-z_][A-Za-z0-9_]*$/.test(key) ? key : quote(key));

function printLiteral(value: null | boolean | number | string): Printed {
  // `5.0` would be a number, so a path after a number needs parentheses.
  const own = typeof value !== 'number' ? level.path : value < 0 ? level.sign : level.unit;
  return { text: JSON.stringify(value), level: own };
}

function startsWithNumber(tree: Tree): boolean {
  if (tree.kind === 'literal') return typeof tree.value === 'number';
  if (tree.kind === 'duration') return startsWithNumber(tree.amount);
  return (tree.kind === 'member' || tree.kind === 'index') && startsWithNumber(tree.of);
}

function printNot(of: Tree): Printed {
  if (of.kind === 'binary' && of.operator === 'in') {
    const [left, right] = [wrap(of.left, level.add), wrap(of.right, level.add)];
    return { text: `${left} not in ${right}`, level: level.compare };
  }
  return { text: `not ${wrap(of, level.not)}`, level: level.not };
}

function printBinary(operator: BinaryOperator, left: Tree, right: Tree): Printed {
  const own = levels[operator];
  const first = wrap(left, own === level.compare ? own + 1 : own);
  return { text: `${first} ${spelling(operator)} ${wrap(right, own + 1)}`, level: own };
}

function printDuration(amount: Tree, unit: number): Printed {
  const word = findUnitWord(unit) ?? 'milliseconds';
  const printed = print(amount);
  const isNumber = amount.kind === 'literal' && typeof amount.value === 'number';
  if (isNumber) return { text: `${printed.text} ${word}`, level: Math.min(printed.level, level.unit) };
  return { text: `${wrap(amount, level.path)} ${word}`, level: level.unit };
}

/** Omits calls that compilers wrap around an author's expression. */
function printCall(name: string, args: readonly Tree[]): Printed {
  const [only] = args;
  if (name.startsWith('$') && only !== undefined) return print(only);
  return { text: `${name}(${args.map(printExpression).join(', ')})`, level: level.path };
}

function printText(parts: readonly (string | Tree)[]): Printed {
  const terms = parts.map((part) =>
    typeof part === 'string' ? quote(part) : `string(${printExpression(part)})`,
  );
  if (terms.length === 0) return { text: '""', level: level.path };
  return { text: terms.join(' + '), level: terms.length === 1 ? level.path : level.add };
}
