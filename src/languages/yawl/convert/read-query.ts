/** Converts simple XPath queries into terms of the graph language: paths to variables, comparisons, sums, a few functions. */
import { type ComparisonOperator, compareTerms, presence, textOfNode } from './compare-terms.ts';
import {
  followPath,
  type NodeTerm,
  parenthesize,
  type QueryScope,
  ranks,
  type Term,
  type ValueTerm,
  valueTerm,
} from './term.ts';
import { type QueryToken, tokenizeQuery } from './tokenize-query.ts';

/** @returns a term, or why the query cannot be converted */
export function readQuery(query: string, scope: QueryScope): Term | string {
  const tokens = tokenizeQuery(query);
  if (tokens === undefined) return 'it is more than a simple query';
  if (tokens.length === 0) return 'it is empty';
  const reader = createReader(tokens, scope);
  const term = reader.either();
  if (typeof term === 'string') return term;
  return reader.isAtEnd() ? term : 'it is more than a simple query';
}

/** Its effective boolean value, as XPath defines it. */
export function truthOf(term: Term): ValueTerm | string {
  if (term.kind === 'value') {
    if (term.type === 'bool') return term;
    const nothing = term.type === 'num' ? '0' : '""';
    return valueTerm('bool', `${parenthesize(ranks.sum, term)} != ${nothing}`, ranks.compare);
  }
  if (term.many) return valueTerm('bool', `size(default(${term.text}, [])) > 0`, ranks.compare);
  // An element is true, even if it is empty.
  if (term.part === 'element') return valueTerm('bool', 'true');
  if (term.part === 'children' || term.part === 'number') return 'it tests the content of an element';
  const present = presence(term);
  return present === undefined ? valueTerm('bool', 'true') : valueTerm('bool', present, ranks.compare);
}

const comparisons: ReadonlyMap<string, ComparisonOperator> = new Map([
  ['=', '=='],
  ['!=', '!='],
  ['<', '<'],
  ['<=', '<='],
  ['>', '>'],
  ['>=', '>='],
]);

interface Reader {
  either(): Term | string;
  isAtEnd(): boolean;
}

/** Limit on nested brackets. */
const maxDepth = 40;

function createReader(tokens: readonly QueryToken[], scope: QueryScope): Reader {
  let at = 0;
  let depth = 0;
  const peek = (offset = 0): QueryToken | undefined => tokens[at + offset];
  const isSign = (text: string, offset = 0) => peek(offset)?.kind === 'sign' && peek(offset)?.text === text;
  const isWord = (text: string) => peek()?.kind === 'name' && peek()?.text === text;
  const take = (isNext: boolean): boolean => {
    if (isNext) at += 1;
    return isNext;
  };

  const logical = (word: 'or' | 'and', part: () => Term | string): Term | string => {
    let left = part();
    while (typeof left !== 'string' && take(isWord(word))) {
      const right = part();
      if (typeof right === 'string') return right;
      const [a, b] = [truthOf(left), truthOf(right)];
      if (typeof a === 'string' || typeof b === 'string') return typeof a === 'string' ? a : String(b);
      const rank = ranks[word];
      left = valueTerm('bool', `${parenthesize(rank, a)} ${word} ${parenthesize(rank + 1, b)}`, rank);
    }
    return left;
  };

  const compared = (): Term | string => {
    const left = sum();
    const operator = peek()?.kind === 'sign' ? comparisons.get(peek()?.text ?? '') : undefined;
    if (typeof left === 'string' || operator === undefined) return left;
    at += 1;
    const right = sum();
    return typeof right === 'string' ? right : compareTerms(operator, left, right);
  };

  const sum = (): Term | string => {
    let left = product();
    while (typeof left !== 'string' && (isSign('+') || isSign('-'))) {
      const sign = tokens[at++]?.text ?? '';
      left = arithmetic(left, sign, product(), ranks.sum);
    }
    return left;
  };

  const product = (): Term | string => {
    let left = factor();
    while (typeof left !== 'string' && (isSign('*') || isWord('div'))) {
      const sign = tokens[at++]?.text === '*' ? '*' : '/';
      left = arithmetic(left, sign, factor(), ranks.product);
    }
    return left;
  };

  const factor = (): Term | string => {
    if (take(isSign('-'))) {
      const inner = factor();
      return typeof inner === 'string' ? inner : arithmetic(valueTerm('num', '0'), '-', inner, ranks.sum);
    }
    const token = peek();
    if (token === undefined) return 'it ends too early';
    if (take(token.kind === 'number')) return valueTerm('num', token.text);
    if (take(token.kind === 'text'))
      return valueTerm('str', JSON.stringify(token.text), ranks.whole, token.text);
    if (isSign('(')) return bracketed();
    if (isSign('/')) return path();
    if (token.kind === 'name' && isSign('(', 1)) return call(token.text);
    return `“${token.text}” is not supported`;
  };

  const bracketed = (): Term | string => {
    at += 1;
    depth += 1;
    const inner = depth > maxDepth ? 'it is nested too deeply' : either();
    depth -= 1;
    if (typeof inner === 'string') return inner;
    return take(isSign(')')) ? inner : 'a bracket is not closed';
  };

  const path = (): Term | string => {
    const steps: string[] = [];
    let part: NodeTerm['part'] = 'element';
    while (part === 'element' && take(isSign('/'))) {
      const step = peek();
      if (take(isSign('*'))) part = 'children';
      else if (step?.kind !== 'name') return 'a path has more than names';
      else if (isSign('(', 1)) {
        if (step.text !== 'text' || !isSign(')', 2)) return 'a path has more than names';
        at += 3;
        part = 'text';
      } else {
        at += 1;
        steps.push(step.text);
      }
    }
    return followPath(scope, steps, part);
  };

  const call = (name: string): Term | string => {
    at += 2;
    const args: Term[] = [];
    while (!isSign(')')) {
      if (args.length > 0 && !take(isSign(','))) return 'a bracket is not closed';
      depth += 1;
      const arg = depth > maxDepth ? 'it is nested too deeply' : either();
      depth -= 1;
      if (typeof arg === 'string') return arg;
      args.push(arg);
    }
    at += 1;
    return applied(name.replace(/^fn:/, ''), args);
  };

  const either = (): Term | string => logical('or', () => logical('and', compared));
  return { either, isAtEnd: () => at === tokens.length };
}

function arithmetic(left: Term, sign: string, right: Term | string, rank: number): Term | string {
  if (typeof right === 'string') return right;
  const [a, b] = [numberOf(left), numberOf(right)];
  if (typeof a === 'string' || typeof b === 'string') return typeof a === 'string' ? a : String(b);
  return valueTerm('num', `${parenthesize(rank, a)} ${sign} ${parenthesize(rank + 1, b)}`, rank);
}

function numberOf(term: Term): ValueTerm | string {
  if (term.kind === 'value')
    return term.type === 'num' ? term : 'it computes with a value that is not a number';
  if (term.of !== 'int' && term.of !== 'float') return 'it computes with a value that is not a number';
  return term.many || term.nullable
    ? 'it computes with a value that may be empty'
    : valueTerm('num', term.text);
}

function textOf(term: Term): string | undefined {
  if (term.kind === 'node') return textOfNode(term);
  return term.type === 'str' ? parenthesize(ranks.sum, term) : `string(${term.text})`;
}

type Applied = (args: readonly Term[]) => Term | string;

const ofTexts =
  (name: string, type: ValueTerm['type']): Applied =>
  (args) => {
    const texts = args.map(textOf);
    if (texts.some((text) => text === undefined)) return 'an argument of a function is not a text';
    return valueTerm(type, `${name}(${texts.join(', ')})`);
  };

const ofTruth =
  (make: (truth: ValueTerm) => ValueTerm): Applied =>
  ([first, ...others]) => {
    const truth = first === undefined || others.length > 0 ? 'a function takes one argument' : truthOf(first);
    return typeof truth === 'string' ? truth : make(truth);
  };

const negated = (truth: ValueTerm): ValueTerm =>
  valueTerm('bool', `not ${parenthesize(ranks.sum, truth)}`, ranks.not);

const ofPresence =
  (make: (truth: ValueTerm) => ValueTerm): Applied =>
  ([first, ...others]) => {
    if (first?.kind !== 'node' || others.length > 0) return 'a function tests whether a value exists';
    const truth = truthOf(first);
    return typeof truth === 'string' ? truth : make(truth);
  };

const functions: ReadonlyMap<string, Applied> = new Map<string, Applied>([
  ['true', () => valueTerm('bool', 'true')],
  ['false', () => valueTerm('bool', 'false')],
  ['not', ofTruth(negated)],
  ['boolean', ofTruth((truth) => truth)],
  ['empty', ofPresence(negated)],
  ['exists', ofPresence((truth) => truth)],
  [
    'number',
    ([first]) => {
      if (first === undefined) return 'number() takes an argument';
      const isEmpty =
        first.kind === 'node' &&
        (first.of === 'int' || first.of === 'float') &&
        !first.many &&
        first.nullable;
      return isEmpty && first.text !== 'null' ? { ...first, part: 'number' } : numberOf(first);
    },
  ],
  ['contains', ofTexts('contains', 'bool')],
  ['starts-with', ofTexts('startsWith', 'bool')],
  ['ends-with', ofTexts('endsWith', 'bool')],
  ['upper-case', ofTexts('upper', 'str')],
  ['lower-case', ofTexts('lower', 'str')],
  ['string-length', ofTexts('size', 'num')],
  [
    'string',
    ([first]) => {
      const text = first === undefined ? undefined : textOf(first);
      return text === undefined ? 'string() takes a plain value' : valueTerm('str', text, ranks.sum);
    },
  ],
  [
    'concat',
    (args) => {
      const texts = args.map(textOf);
      if (texts.some((text) => text === undefined)) return 'concat() takes texts';
      return valueTerm('str', texts.join(' + '), ranks.sum);
    },
  ],
  [
    'count',
    ([first]) =>
      first?.kind === 'node' && first.many
        ? valueTerm('num', first.nullable ? `size(default(${first.text}, []))` : `size(${first.text})`)
        : 'count() is supported only for lists',
  ],
]);

function applied(name: string, args: readonly Term[]): Term | string {
  const apply = functions.get(name);
  return apply === undefined ? `the function ${name}() is not supported` : apply(args);
}
