/**
 * Decodes JSON into a tree. A program is untrusted: JSON that is not a tree, too deep or too large is refused with
 * an Error.
 */
import { findUnitWord } from './duration.ts';
import { maxExpressionLength } from './parse-expression.ts';
import { maxDepth } from './reader.ts';
import type { BinaryOperator, Json, Tree, TreeField } from './tree.ts';

/** Compilers wrap the author's expressions, so twice the depth is allowed. */
const maxTreeDepth = 2 * maxDepth;

type JsonObject = { readonly [key: string]: Json };

const operators: ReadonlySet<string> = new Set<BinaryOperator>([
  '==',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  '&&',
  '||',
  'in',
  '+',
  '-',
  '*',
  '/',
  '%',
]);

export function decodeTree(source: Json): Tree {
  // A valid text has at most one part per character.
  const left = { nodes: maxExpressionLength };
  return decode(source, maxTreeDepth, left);
}

function decode(source: Json, levels: number, left: { nodes: number }): Tree {
  if (levels < 0) throw new Error(`An expression is nested more than ${maxTreeDepth} levels deep.`);
  left.nodes -= 1;
  if (left.nodes < 0) throw new Error(`An expression has more than ${maxExpressionLength} parts.`);
  if (!isObject(source)) throw malformed('a part is not an object');
  const kind = textOf(source, 'kind');
  const part = (key: string): Tree => decode(given(source, key), levels - 1, left);
  const parts = (key: string): readonly Tree[] =>
    listOf(source, key).map((each) => decode(each, levels - 1, left));
  switch (kind) {
    case 'literal':
      return { kind, value: literalOf(given(source, 'value')) };
    case 'name':
      return { kind, name: textOf(source, 'name') };
    case 'member':
      return { kind, of: part('of'), key: textOf(source, 'key'), safe: given(source, 'safe') === true };
    case 'index':
      return { kind, of: part('of'), index: part('index'), safe: given(source, 'safe') === true };
    case 'not':
    case 'negative':
      return { kind, of: part('of') };
    case 'binary':
      return { kind, operator: operatorOf(source), left: part('left'), right: part('right') };
    case 'duration':
      return { kind, amount: part('amount'), unit: unitOf(given(source, 'unit')) };
    case 'list':
      return { kind, items: parts('items') };
    case 'object':
      return { kind, fields: fieldsOf(source, (value) => decode(value, levels - 1, left)) };
    case 'call':
      return { kind, name: textOf(source, 'name'), args: parts('args') };
    case 'text': {
      const pieces = listOf(source, 'parts');
      return {
        kind,
        parts: pieces.map((each) => (typeof each === 'string' ? each : decode(each, levels - 1, left))),
      };
    }
    default:
      throw malformed(`unknown kind “${kind.slice(0, 40)}”`);
  }
}

const malformed = (message: string): Error => new Error(`This is not an expression: ${message}.`);

const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

function given(source: JsonObject, key: string): Json {
  const value = Object.hasOwn(source, key) ? source[key] : undefined;
  if (value === undefined) throw malformed(`“${key}” is missing`);
  return value;
}

function textOf(source: JsonObject, key: string): string {
  const value = given(source, key);
  if (typeof value !== 'string') throw malformed(`“${key}” is not a text`);
  return value;
}

function listOf(source: JsonObject, key: string): readonly Json[] {
  const value = given(source, key);
  if (!isList(value)) throw malformed(`“${key}” is not a list`);
  return value;
}

function literalOf(value: Json): null | boolean | number | string {
  if (typeof value === 'object' && value !== null) throw malformed('a literal is a list or an object');
  if (typeof value === 'number' && !Number.isFinite(value)) throw malformed('a number is not finite');
  return value;
}

function unitOf(value: Json): number {
  if (typeof value !== 'number' || findUnitWord(value) === undefined) throw malformed('unknown unit');
  return value;
}

const isOperator = (text: string): text is BinaryOperator => operators.has(text);

function operatorOf(source: JsonObject): BinaryOperator {
  const operator = textOf(source, 'operator');
  if (!isOperator(operator)) throw malformed('unknown operator');
  return operator;
}

function fieldsOf(source: JsonObject, decodeValue: (value: Json) => Tree): readonly TreeField[] {
  const fields = listOf(source, 'fields').map((each) => {
    if (!isObject(each)) throw malformed('a field is not an object');
    return { key: textOf(each, 'key'), value: decodeValue(given(each, 'value')) };
  });
  if (new Set(fields.map(({ key }) => key)).size < fields.length) throw malformed('two fields have one name');
  return fields;
}
