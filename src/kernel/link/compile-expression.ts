/** Compiles expressions to closures, once per program. */
import type { Compiled, Evaluators } from '../model/evaluator.ts';
import type { Json } from '../model/json.ts';
import type { Payload } from '../model/payload.ts';
import type { Expression, Field } from '../model/program.ts';
import { contextReference } from '../values/context.ts';
import { ExpressionError, HaltedError, UnresolvedError } from '../values/expression-error.ts';
import { measure, weigh } from '../values/measure.ts';
import type { EvaluationContext, LinkedExpression, Location } from './linked.ts';
import type { Names } from './names.ts';
import type { Report } from './problem.ts';

/** Compiles the expressions of one net; a name gets its reference at its first use. */
export interface Compiler {
  readonly compile: (expression: Expression, report: Report) => LinkedExpression;
  readonly reference: (name: string) => number | undefined;
  /** Locations of the names that have references. */
  readonly locations: readonly (readonly Location[])[];
}

/** The evaluators and limits for a program's expressions. */
export interface CompilerOptions {
  readonly evaluators: Evaluators;
  readonly shared: Json | undefined;
}

export const createCompiler = (
  names: Names,
  { evaluators, shared }: CompilerOptions,
  payloadLimit: number,
): Compiler => {
  const locations: (readonly Location[])[] = [];
  const references = new Map<string, number>(Object.entries(contextReference));
  const reference = (name: string): number | undefined => {
    const known = references.get(name);
    if (known !== undefined) return known;
    const found = names.readable(name);
    if (found.length === 0) return undefined;
    references.set(name, locations.length);
    return locations.push(found) - 1;
  };
  const compile = (expression: Expression, report: Report): LinkedExpression => {
    switch (expression.kind) {
      case 'read':
        return compileRead(expression.name, reference(expression.name), report);
      case 'value': {
        const payload: Payload = { value: expression.value };
        if (measure(expression.value, payloadLimit) > payloadLimit)
          report('expression', 'A constant is too large.');
        return () => payload;
      }
      case 'record':
        return compileRecord(expression.fields, payloadLimit, report, (value) => compile(value, report));
      case 'eval':
        return compileEval(expression, report);
    }
  };
  const compileEval = (
    expression: Extract<Expression, { kind: 'eval' }>,
    report: Report,
  ): LinkedExpression => {
    const { evaluator: name, source, reads, optional = [] } = expression;
    for (const each of new Set(optional)) {
      if (!reads.includes(each)) report('expression', `“${each}” is optional, but its reads do not list it.`);
    }
    const evaluator = Object.hasOwn(evaluators, name) ? evaluators[name] : undefined;
    if (evaluator === undefined) {
      report('unknown-evaluator', `Evaluator “${name}” does not exist.`);
      return unusable;
    }
    const unlisted = new Set<string>();
    const resolve = (each: string): number | undefined => {
      if (!reads.includes(each)) unlisted.add(each);
      return reference(each);
    };
    try {
      const compiled = evaluator.compile(source, resolve, shared);
      for (const each of unlisted) report('expression', `It reads “${each}”, which its reads do not list.`);
      return limited(compiled, payloadLimit);
    } catch (error) {
      report('expression', error instanceof Error ? error.message : String(error));
      return unusable;
    }
  };
  return { compile, reference, locations };
};

/** Placeholder for an expression that did not compile; a program with problems is never played. */
const unusable: LinkedExpression = () => ({ value: null });

const compileRead = (name: string, reference: number | undefined, report: Report): LinkedExpression => {
  if (reference === undefined) {
    report('unknown-name', `Variable “${name}” does not exist here.`);
    return unusable;
  }
  return (context) => {
    const payload = context.payload(reference);
    if (payload === null) throw new ExpressionError(`“${name}” is not set.`);
    return payload;
  };
};

/** Parts are kept as they are: references are not resolved. */
const compileRecord = (
  fields: readonly Field[],
  limit: number,
  report: Report,
  compile: (value: Expression) => LinkedExpression,
): LinkedExpression => {
  const double = fields.find(({ name }, index) => fields.findIndex((other) => other.name === name) < index);
  if (double !== undefined) report('duplicate', `A record has two fields “${double.name}”.`);
  const parts = fields.map(({ name, value }) => ({ name, value: compile(value) }));
  return (context) => {
    const record = Object.fromEntries(parts.map(({ name, value }) => [name, value(context)]));
    const size = weigh({ record }, limit);
    if (size > limit) throw new ExpressionError(`The record is longer than ${limit} characters.`);
    charge(context, size);
    return { record };
  };
};

/** An error of an evaluator is an expression error, and so is a value that is too large [K2.3]. */
const limited =
  (compiled: Compiled, limit: number): LinkedExpression =>
  (context) => {
    let value: ReturnType<Compiled>;
    charge(context, 0);
    try {
      value = compiled(context);
    } catch (error) {
      if (error instanceof UnresolvedError || error instanceof HaltedError) throw error;
      throw new ExpressionError(error instanceof Error ? error.message : String(error));
    }
    const size = measure(value, limit);
    if (size > limit) {
      throw new ExpressionError(`The value is longer than ${limit} characters, or is no JSON value.`);
    }
    charge(context, size);
    return { value };
  };

/** A computed value is measured and stored, which takes time as well [K12.5]. */
const charge = ({ effort }: EvaluationContext, size: number): void => {
  effort.left -= size >> 4;
  if (effort.left < 0)
    throw new ExpressionError('The expressions of this event take too many steps together.');
};
