/** `transform` evaluates an expression over a value, with the limits of every expression. */
import {
  anyType,
  checkExpression,
  type ExpressionProblem,
  expressionEvaluator,
  parseExpression,
  withoutSpans,
} from '../../expression/index.ts';
import type { Json } from '../../kernel/index.ts';
import { createArgumentReader } from './argument-reader.ts';
import { type BuiltIn, badArguments, failed, succeeded } from './built-in.ts';

/** About 100 ms. */
const maxEffort = 2_000_000;

export function createTransform(): BuiltIn {
  const compile = createCache(compileText, 200);
  return {
    operation: {
      name: 'transform',
      description:
        'Evaluates the expression `to` over `value` and returns the result: `to: value.price * 2`.',
      parameters: [
        { name: 'value', type: anyType, required: false },
        { name: 'to', type: { kind: 'string' }, required: true },
      ],
      result: anyType,
      example: undefined,
    },
    async perform(args, { clock }) {
      const reader = createArgumentReader(args, ['value', 'to']);
      const text = reader.text('to');
      if (text === undefined) {
        if (reader.value('to') === undefined)
          reader.complain('“to” is required: an expression like “value.price * 2”.');
        return badArguments(reader.problems);
      }
      const compiled = compile(text);
      if (compiled.kind === 'problems') for (const each of compiled.problems) reader.complain(each);
      if (compiled.kind === 'problems' || reader.problems.length > 0) return badArguments(reader.problems);
      try {
        return succeeded(compiled.compute(reader.value('value') ?? null, clock.now()));
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        return failed({
          code: 'transform',
          message: `“to” has no value: ${error.message}`,
          retryable: false,
        });
      }
    },
  };
}

type Compiled =
  | { readonly kind: 'compiled'; readonly compute: (value: Json, at: number) => Json }
  | { readonly kind: 'problems'; readonly problems: readonly string[] };

function compileText(text: string): Compiled {
  const parsed = parseExpression(text, { bare: true });
  const problems =
    parsed.kind === 'problems'
      ? parsed.problems
      : checkExpression(
          parsed.tree,
          (name) => (name === 'value' ? anyType : undefined),
          () => ['value'],
        ).problems;
  if (parsed.kind === 'problems' || problems.length > 0) {
    return { kind: 'problems', problems: problems.map((each) => describeProblem(each)) };
  }
  // `value` is the only name, so every reference is to it.
  const compute = expressionEvaluator.compile(withoutSpans(parsed.tree), () => 0);
  return {
    kind: 'compiled',
    compute: (value, at) => compute({ get: () => value, at, effort: { left: maxEffort } }),
  };
}

const describeProblem = ({ message, span, fix }: ExpressionProblem): string => {
  const hint = fix === null || fix.text === '' ? '' : ` Write \`${fix.text}\`.`;
  return `“to”, character ${span.start + 1}: ${message}${hint}`;
};

/** Caches the most recently used expressions. */
function createCache<Value>(make: (key: string) => Value, maxEntries: number): (key: string) => Value {
  const kept = new Map<string, Value>();
  return (key) => {
    const value = kept.get(key) ?? make(key);
    kept.delete(key);
    kept.set(key, value);
    const [oldest] = kept.keys();
    if (kept.size > maxEntries && oldest !== undefined) kept.delete(oldest);
    return value;
  };
}
