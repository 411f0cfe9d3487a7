/**
 * A small expression language in JSON, for tests and benchmarks of the kernel: `['add', ['get', 'x'], ['lit', 1]]`.
 * Names are resolved at compile time. An expression without a value (an unset name, a wrong operand) throws an Error.
 */
import type { Compiled, Evaluator, Scope } from '../../kernel/model/evaluator.ts';
import type { Json } from '../../kernel/model/json.ts';
import type { Expression } from '../../kernel/model/program.ts';

/** The name of the evaluator for `link` in tests. */
const evaluatorName = 'sample';

export const sampleEvaluator: Evaluator = { compile };

/** An expression of this language; `reads` is derived from the source. */
export function expr(source: Json): Expression {
  const reads = new Set<string>();
  collectReads(source, reads);
  return { kind: 'eval', evaluator: evaluatorName, source, reads: [...reads].sort() };
}

type Resolve = (name: string) => number | undefined;
type Operator = (operands: readonly Json[], resolve: Resolve) => Compiled;

const operators: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ['lit', ([value]) => constant(given(value))],
  ['now', () => (scope) => scope.at],
  ['throw', ([text]) => fails(asText(given(text)))],
  ['get', readName],
  ['get?', readNameOrElse],
  ['list', list],
  ['object', object],
  ['not', (operands, resolve) => unary(operands, resolve, (value) => !asFlag(value))],
  ['size', (operands, resolve) => unary(operands, resolve, (value) => asList(value).length)],
  ['range', (operands, resolve) => unary(operands, resolve, (value) => [...Array(asCount(value)).keys()])],
  ['add', (operands, resolve) => binary(operands, resolve, (a, b) => finite(asNumber(a) + asNumber(b)))],
  ['lt', (operands, resolve) => binary(operands, resolve, (a, b) => asNumber(a) < asNumber(b))],
  ['eq', (operands, resolve) => binary(operands, resolve, isSame)],
  ['at', (operands, resolve) => binary(operands, resolve, element)],
  ['and', and],
]);

function compile(source: Json, resolve: Resolve): Compiled {
  if (!isList(source)) throw new Error(`Not an expression: ${JSON.stringify(source)}`);
  const [name, ...operands] = source;
  const operator = typeof name === 'string' ? operators.get(name) : undefined;
  if (operator === undefined) throw new Error(`Unknown operator: ${JSON.stringify(name ?? null)}`);
  return operator(operands, resolve);
}

function collectReads(source: Json, reads: Set<string>): void {
  if (!isList(source)) return;
  const [name, ...operands] = source;
  if (name === 'lit' || name === 'throw') return;
  if (name === 'get' || name === 'get?') reads.add(asText(given(operands[0])));
  if (name === 'object') {
    for (const pair of asList(given(operands[0]))) collectReads(asList(pair)[1] ?? null, reads);
  } else {
    for (const operand of operands) collectReads(operand, reads);
  }
}

function constant(value: Json): Compiled {
  return () => value;
}

function fails(text: string): Compiled {
  return () => {
    throw new Error(text);
  };
}

function readName([operand]: readonly Json[], resolve: Resolve): Compiled {
  const name = asText(given(operand));
  const reference = referenceOf(name, resolve);
  return (scope) => {
    const value = scope.get(reference);
    if (value === undefined) throw new Error(`${name} is unset`);
    return value;
  };
}

/** The default is a plain value, not an expression. */
function readNameOrElse([operand, otherwise]: readonly Json[], resolve: Resolve): Compiled {
  const reference = referenceOf(asText(given(operand)), resolve);
  const value = given(otherwise);
  return (scope) => {
    const found = scope.get(reference);
    return found === undefined ? value : found;
  };
}

function list(operands: readonly Json[], resolve: Resolve): Compiled {
  const parts = operands.map((operand) => compile(operand, resolve));
  return (scope) => parts.map((part) => part(scope));
}

function object([operand]: readonly Json[], resolve: Resolve): Compiled {
  const parts = asList(given(operand)).map((pair) => {
    const [key, source] = asList(pair);
    return [asText(given(key)), compile(given(source), resolve)] as const;
  });
  return (scope) => Object.fromEntries(parts.map(([key, part]) => [key, part(scope)]));
}

function unary(operands: readonly Json[], resolve: Resolve, compute: (value: Json) => Json): Compiled {
  const operand = compile(given(operands[0]), resolve);
  return (scope) => compute(operand(scope));
}

function binary(operands: readonly Json[], resolve: Resolve, compute: (a: Json, b: Json) => Json): Compiled {
  const left = compile(given(operands[0]), resolve);
  const right = compile(given(operands[1]), resolve);
  return (scope) => compute(left(scope), right(scope));
}

/** The second operand is evaluated only if the first is true. */
function and(operands: readonly Json[], resolve: Resolve): Compiled {
  const left = compile(given(operands[0]), resolve);
  const right = compile(given(operands[1]), resolve);
  return (scope: Scope) => asFlag(left(scope)) && asFlag(right(scope));
}

function referenceOf(name: string, resolve: Resolve): number {
  const reference = resolve(name);
  if (reference === undefined) throw new Error(`Unknown name: ${name}`);
  return reference;
}

function element(from: Json, index: Json): Json {
  const value = asList(from)[asCount(index)];
  if (value === undefined) throw new Error(`No element ${JSON.stringify(index)}`);
  return value;
}

/** Independent of the order of keys. */
function isSame(a: Json, b: Json): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (isList(a) || isList(b)) {
    return (
      isList(a) && isList(b) && a.length === b.length && a.every((value, i) => isSame(value, b[i] ?? null))
    );
  }
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isSame(a[key] ?? null, b[key] ?? null))
  );
}

function given(operand: Json | undefined): Json {
  if (operand === undefined) throw new Error('An operand is missing');
  return operand;
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function asList(value: Json): readonly Json[] {
  if (!isList(value)) throw new Error(`Not a list: ${JSON.stringify(value)}`);
  return value;
}

function asText(value: Json): string {
  if (typeof value !== 'string') throw new Error(`Not a text: ${JSON.stringify(value)}`);
  return value;
}

function asFlag(value: Json): boolean {
  if (typeof value !== 'boolean') throw new Error(`Neither true nor false: ${JSON.stringify(value)}`);
  return value;
}

function asNumber(value: Json): number {
  if (typeof value !== 'number') throw new Error(`Not a number: ${JSON.stringify(value)}`);
  return value;
}

/** Bounded, so that an error in a test does not fill the memory. */
function asCount(value: Json): number {
  const count = asNumber(value);
  if (!Number.isInteger(count) || count < 0 || count > 1_000_000) throw new Error(`Not a count: ${count}`);
  return count;
}

function finite(value: number): number {
  if (!Number.isFinite(value)) throw new Error('Out of range');
  return value;
}
