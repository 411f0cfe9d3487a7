/**
 * Computes the few forms of expressions that random flows contain, independently of the product: `${id}`, literals,
 * comparisons, `+ - /`, and, or, not, parentheses.
 */
import type { Scalar } from './flow-document.ts';

export type Value = Scalar | null;
/** `undefined`: the expression has no value. */
export type LookUp = (id: string) => Value | undefined;

/** It has no value. */
export class NoValue extends Error {}

const tokenPattern = /\s*(\$\{[^}]*\}|"[^"]*"|-?\d+|true|false|and|or|not|==|!=|<=|>=|[<>()+/-])/y;

/** Throws NoValue. */
export function compute(source: Scalar, lookUp: LookUp): Value {
  if (typeof source !== 'string') return source;
  const tokens: string[] = [];
  tokenPattern.lastIndex = 0;
  while (tokenPattern.lastIndex < source.trimEnd().length) {
    const token = tokenPattern.exec(source)?.[1];
    if (token === undefined) throw new Error(`The reference cannot read ${source}`);
    tokens.push(token);
  }
  let at = 0;
  const take = (...wanted: readonly string[]): string | undefined => {
    const token = tokens[at];
    if (token === undefined || !wanted.includes(token)) return undefined;
    at += 1;
    return token;
  };
  // A part that is not needed is read, but not computed.
  type Lazy = () => Value;
  const either = (): Lazy => {
    let left = both();
    while (take('or') !== undefined) {
      const [one, other] = [left, both()];
      left = () => isTrue(one()) || isTrue(other());
    }
    return left;
  };
  const both = (): Lazy => {
    let left = negation();
    while (take('and') !== undefined) {
      const [one, other] = [left, negation()];
      left = () => isTrue(one()) && isTrue(other());
    }
    return left;
  };
  const negation = (): Lazy => {
    if (take('not') === undefined) return comparison();
    const of = negation();
    return () => !isTrue(of());
  };
  const comparison = (): Lazy => {
    const left = sum();
    const operator = take('==', '!=', '<', '<=', '>', '>=');
    if (operator === undefined) return left;
    const right = sum();
    return () => compare(operator, left(), right());
  };
  const sum = (): Lazy => {
    let left = quotient();
    for (let operator = take('+', '-'); operator !== undefined; operator = take('+', '-')) {
      const [sign, one, other] = [operator, left, quotient()];
      left = () => add(sign, one(), other());
    }
    return left;
  };
  const quotient = (): Lazy => {
    let left = operand();
    while (take('/') !== undefined) {
      const [one, other] = [left, operand()];
      left = () => {
        const [over, under] = [one(), other()];
        if (typeof over !== 'number' || typeof under !== 'number' || under === 0)
          throw new NoValue('quotient');
        return over / under;
      };
    }
    return left;
  };
  const operand = (): Lazy => {
    const token = tokens[at] ?? '';
    at += 1;
    if (token === '(') {
      const inner = either();
      if (take(')') === undefined) throw new Error(`A parenthesis is open in ${source}`);
      return inner;
    }
    if (token.startsWith('$')) {
      const id = token.slice(2, -1).trim();
      return () => {
        const value = lookUp(id);
        if (value === undefined) throw new NoValue(id);
        return value;
      };
    }
    if (token.startsWith('"')) return () => token.slice(1, -1);
    if (token === 'true' || token === 'false') return () => token === 'true';
    return () => Number(token);
  };
  const computed = either();
  if (at !== tokens.length) throw new Error(`The reference cannot read the rest of ${source}`);
  return computed();
}

export const isTrue = (value: Value): boolean =>
  value !== null && value !== false && value !== 0 && value !== '';

function compare(operator: string, left: Value, right: Value): boolean {
  if (operator === '==') return left === right;
  if (operator === '!=') return left !== right;
  const isOrdered =
    (typeof left === 'number' && typeof right === 'number') ||
    (typeof left === 'string' && typeof right === 'string');
  if (!isOrdered) throw new NoValue('order');
  if (operator === '<') return left < right;
  if (operator === '<=') return left <= right;
  return operator === '>' ? left > right : left >= right;
}

function add(sign: string, left: Value, right: Value): Value {
  if (typeof left === 'number' && typeof right === 'number')
    return sign === '+' ? left + right : left - right;
  if (typeof left === 'string' && typeof right === 'string' && sign === '+') return left + right;
  throw new NoValue('sum');
}

/** A text with `${id}` in it; one that is only that keeps the type, and is null if it has no answer. */
export function fillTemplate(template: Scalar, lookUp: LookUp): Value {
  if (typeof template !== 'string') return template;
  const whole = /^\$\{([^}]*)\}$/.exec(template)?.[1];
  const read = (id: string): Value => {
    const value = lookUp(id);
    if (value === undefined) throw new NoValue(id);
    return value;
  };
  return whole === undefined
    ? template.replaceAll(/\$\{([^}]*)\}/g, (_, id) => String(read(id)))
    : (lookUp(whole) ?? null);
}
