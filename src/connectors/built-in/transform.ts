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
import { type ConnectorOutcome, yieldToEventLoop } from '../../runtime/index.ts';
import { createArgumentReader } from './argument-reader.ts';
import { type BuiltIn, badArguments, failed, succeeded } from './built-in.ts';

/** About 100 ms. */
const maxEffort = 2_000_000;
/** About 1 ms: what needs more is computed elsewhere. */
const ownEffort = 20_000;

/** A valid expression, and the value that it is computed over. */
export interface TransformInput {
  readonly to: string;
  readonly value: Json;
  readonly at: number;
}

/** Computes a transform in another process. */
export type TransformElsewhere = (tenant: string, input: TransformInput) => Promise<ConnectorOutcome>;

const compile = createCache(compileText, 200);

/** @param elsewhere default: everything is computed in this process */
export function createTransform(elsewhere?: TransformElsewhere): BuiltIn {
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
    async perform(args, { clock, tenant }) {
      const reader = createArgumentReader(args, ['value', 'to']);
      const to = reader.text('to');
      if (to === undefined) {
        if (reader.value('to') === undefined)
          reader.complain('“to” is required: an expression like “value.price * 2”.');
        return badArguments(reader.problems);
      }
      await yieldToEventLoop();
      const compiled = compile(to);
      if (compiled.kind === 'problems') for (const each of compiled.problems) reader.complain(each);
      if (compiled.kind === 'problems' || reader.problems.length > 0) return badArguments(reader.problems);
      const input = { to, value: reader.value('value') ?? null, at: clock.now() };
      if (elsewhere === undefined) return computeTransform(input);
      const effort = { left: ownEffort };
      const outcome = compute(compiled, input, effort);
      return effort.left < 0 ? elsewhere(tenant, input) : outcome;
    },
  };
}

export function computeTransform(input: TransformInput): ConnectorOutcome {
  const compiled = compile(input.to);
  return compiled.kind === 'problems'
    ? badArguments(compiled.problems)
    : compute(compiled, input, { left: maxEffort });
}

function compute(
  compiled: Compiled & { readonly kind: 'compiled' },
  { value, at }: TransformInput,
  effort: { left: number },
): ConnectorOutcome {
  try {
    return succeeded(compiled.compute({ get: () => value, at, effort }));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return failed({ code: 'transform', message: `“to” has no value: ${error.message}`, retryable: false });
  }
}

type Compiled =
  | { readonly kind: 'compiled'; readonly compute: ReturnType<typeof expressionEvaluator.compile> }
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
  return { kind: 'compiled', compute };
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
