/**
 * Evaluates the few expressions that random documents use, in the simplest possible way: references, literals,
 * comparisons, `&& || !`, `default`, and texts with references. Does not use the expression language's code.
 */
import type { Json } from '../../src/kernel/model/json.ts';

/** A value by its name; undefined if it is not set. */
export type Lookup = (name: string) => Json | undefined;

/** A reference is unset. */
export class Absent extends Error {}

const tokens = /\s*(\$?[A-Za-z_]\w*(?:\??\.\w+)*|-?\d+(?:\.\d+)?|"[^"]*"|[=!<>]=|&&|\|\||[<>!(),])/y;

/** `when`, `if`, `items`, `result`: a text is an expression, other values are templates. */
export function computeExpression(source: Json, lookup: Lookup): Json {
  if (typeof source !== 'string') return computeTemplate(source, lookup);
  const words = split(source);
  const value = either(words, lookup);
  if (words.length > 0) throw new Error(`Not understood: ${source} at ${words.join(' ')}`);
  return value;
}

/** `args` and messages: texts with references in them, at any depth. */
export function computeTemplate(source: Json, lookup: Lookup): Json {
  if (typeof source === 'string') return computeText(source, lookup);
  if (typeof source !== 'object' || source === null) return source;
  if (Array.isArray(source)) return source.map((item: Json) => computeTemplate(item, lookup));
  return Object.fromEntries(
    Object.entries(source).map(([key, item]) => [key, computeTemplate(item, lookup)]),
  );
}

const inText = /\$\$|\$\{([^}]*)\}|\$[A-Za-z_]\w*(?:\??\.\w+)*/g;

function computeText(text: string, lookup: Lookup): Json {
  const [first] = text.match(inText) ?? [];
  const compute = (found: string): Json =>
    computeExpression(found.startsWith('${') ? found.slice(2, -1) : found, lookup);
  if (first === text && first !== '$$') return compute(first);
  return text.replaceAll(inText, (found) => {
    if (found === '$$') return '$';
    const value = compute(found);
    return typeof value === 'string' ? value : JSON.stringify(value);
  });
}

export function isTrue(value: Json): boolean {
  if (value === null || value === false || value === 0 || value === '') return false;
  return typeof value !== 'object' || Object.keys(value).length > 0;
}

function split(source: string): string[] {
  const words: string[] = [];
  tokens.lastIndex = 0;
  while (tokens.lastIndex < source.length) {
    const from = tokens.lastIndex;
    const word = tokens.exec(source)?.[1];
    if (word === undefined) throw new Error(`Not understood: ${source} at ${source.slice(from)}`);
    words.push(word);
  }
  return words;
}

function either(words: string[], lookup: Lookup): Json {
  let value = both(words, lookup);
  while (words[0] === '||') {
    words.shift();
    const right = both(words, lookup);
    value = isTrue(value) || isTrue(right);
  }
  return value;
}

function both(words: string[], lookup: Lookup): Json {
  let value = comparison(words, lookup);
  while (words[0] === '&&') {
    words.shift();
    const right = comparison(words, lookup);
    value = isTrue(value) && isTrue(right);
  }
  return value;
}

function comparison(words: string[], lookup: Lookup): Json {
  const left = operand(words, lookup);
  const operator = words[0] ?? '';
  if (!['==', '!=', '<', '<=', '>', '>='].includes(operator)) return left;
  words.shift();
  const right = operand(words, lookup);
  if (operator === '==') return JSON.stringify(left) === JSON.stringify(right);
  if (operator === '!=') return JSON.stringify(left) !== JSON.stringify(right);
  if (typeof left !== typeof right || (typeof left !== 'number' && typeof left !== 'string'))
    throw new Error(`Cannot be ordered: ${JSON.stringify(left)} ${operator} ${JSON.stringify(right)}`);
  const order = left === right ? 0 : left < (right as typeof left) ? -1 : 1;
  if (operator === '<') return order < 0;
  if (operator === '<=') return order <= 0;
  return operator === '>' ? order > 0 : order >= 0;
}

function operand(words: string[], lookup: Lookup): Json {
  const word = words.shift() ?? '';
  if (word === '!') return !isTrue(operand(words, lookup));
  if (word === '(') {
    const value = either(words, lookup);
    words.shift();
    return value;
  }
  if (word === 'default') return withDefault(words, lookup);
  const isName = /^[$A-Za-z_]/.test(word) && !['true', 'false', 'null'].includes(word);
  return isName ? follow(word, lookup) : (JSON.parse(word) as Json);
}

/** Always a reference and a default that can be computed in any case. */
function withDefault(words: string[], lookup: Lookup): Json {
  words.shift();
  const value = ifThere(() => operand(words, lookup));
  words.shift();
  const otherwise = operand(words, lookup);
  words.shift();
  return value ?? otherwise;
}

function ifThere(read: () => Json): Json | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof Absent) return undefined;
    throw error;
  }
}

function follow(reference: string, lookup: Lookup): Json {
  const [name = '', ...steps] = reference.replace('$', '').split(/(?=\?\.)|(?<!\?)(?=\.)/);
  const start = lookup(name);
  if (start === undefined && !steps[0]?.startsWith('?')) throw new Absent(`${name} is not set`);
  let value: Json = start ?? null;
  for (const step of steps) {
    const next = field(value, step.replace(/^\??\./, ''));
    if (next === undefined && !step.startsWith('?')) throw new Absent(`${reference} has no ${step}`);
    value = next ?? null;
  }
  return value;
}

function field(value: Json, key: string): Json | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) return key === 'length' ? value.length : (value as readonly Json[])[Number(key)];
  return Object.hasOwn(value, key) ? (value as Readonly<Record<string, Json>>)[key] : undefined;
}
