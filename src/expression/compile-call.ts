/** Compiles calls into closures: the functions of the table, and the few that only language compilers write. */
import { type Implementation, implementations, matchPattern } from './call-function.ts';
import { parseDuration } from './duration.ts';
import { type Computation, charge, type Evaluation, makeDateValue, spend } from './evaluation.ts';
import { EvaluationFailure, failure, locate } from './failure.ts';
import { findNearest } from './find-nearest.ts';
import {
  describeArity,
  type FunctionDefinition,
  findFunction,
  functionNames,
  takesCount,
} from './functions.ts';
import type { Tree } from './tree.ts';
import { asDateValue, isDateValue, isDurationValue, isList, isTrue, kindOf, type Value } from './value.ts';
import { describeType } from './value-type.ts';

type Call = Extract<Tree, { kind: 'call' }>;
type Compile = (tree: Tree) => Computation;

export function compileCall(
  tree: Call,
  compile: Compile,
  resolve: (name: string) => number | undefined,
): Computation {
  const internal = compileInternal(tree, compile, resolve);
  if (internal !== undefined) return internal;
  const definition = findFunction(tree.name);
  if (definition === undefined) {
    const nearest = findNearest(tree.name, functionNames);
    throw new Error(
      `Unknown function “${tree.name}”.${nearest === undefined ? '' : ` Did you mean “${nearest}”?`}`,
    );
  }
  if (!takesCount(definition, tree.args.length)) {
    throw new Error(`\`${tree.name}\` takes ${describeArity(definition)}, not ${tree.args.length}.`);
  }
  if (tree.name === 'default') return compileDefault(tree, compile);
  const args = tree.args.map(compile);
  const implementation = implementationOf(tree);
  return (evaluation) => {
    spend(evaluation, 1);
    const values = args.map((arg) => arg(evaluation));
    checkKinds(tree, definition, values, evaluation);
    try {
      return implementation(values, evaluation);
    } catch (error) {
      throw locate(error, tree);
    }
  };
}

/** A literal date is parsed once. Patterns are compiled when they are used, within the budget of the event. */
function implementationOf(tree: Call): Implementation {
  const [first, second] = tree.args;
  if (tree.name === 'matches' && second?.kind === 'literal') return matchPattern;
  const date = tree.name === 'date' && first?.kind === 'literal' ? asDateValue(first.value) : undefined;
  if (date !== undefined)
    return (_, evaluation) => makeDateValue(evaluation, date.milliseconds, date.hasTime);
  const implementation = Object.hasOwn(implementations, tree.name) ? implementations[tree.name] : undefined;
  if (implementation === undefined) throw new Error(`Unknown function “${tree.name}”.`);
  return implementation;
}

function checkKinds(
  tree: Call,
  { parameters, several }: FunctionDefinition,
  values: readonly Value[],
  evaluation: Evaluation,
): void {
  const [first = null] = values;
  const listed = several !== undefined && values.length === 1 && isList(first);
  const items = listed ? first : values;
  if (listed) spend(evaluation, items.length);
  for (const [index, value] of items.entries()) {
    const kinds = (several ?? parameters[index])?.kinds ?? [];
    const kind = kindOf(value);
    if (kinds.length === 0 || kinds.includes(kind)) continue;
    const wanted = kinds.map((each) => describeType({ kind: each })).join(' or ');
    throw failure('type', tree, `\`${tree.name}\` takes ${wanted}, not ${describeType({ kind })}.`);
  }
}

function compileDefault(tree: Call, compile: Compile): Computation {
  const [value, otherwise] = tree.args.map(compile);
  if (value === undefined || otherwise === undefined) throw new Error('`default` takes 2 arguments.');
  return (evaluation) => {
    spend(evaluation, 1);
    const found = orAbsent(value, evaluation);
    return found === undefined || found === null ? otherwise(evaluation) : found;
  };
}

/** Undefined if a part is absent. */
export function orAbsent(value: Computation, evaluation: Evaluation): Value | undefined {
  evaluation.tolerant += 1;
  try {
    return value(evaluation);
  } catch (error) {
    if (!(error instanceof EvaluationFailure && error.reason === 'absent')) throw error;
    // Making the error is the expensive part.
    charge(evaluation, 200);
    return undefined;
  } finally {
    evaluation.tolerant -= 1;
  }
}

/** Undefined if it is not such a call. Authors cannot write these names. */
function compileInternal(
  tree: Call,
  compile: Compile,
  resolve: (name: string) => number | undefined,
): Computation | undefined {
  const [only] = tree.args;
  if (!tree.name.startsWith('$') || only === undefined || tree.args.length !== 1) return undefined;
  if (tree.name === '$outcome') return compileOutcome(only, compile, resolve);
  const of = compile(only);
  switch (tree.name) {
    case '$truth':
      return (evaluation) => isTrue(of(evaluation));
    case '$date':
      return (evaluation) => dateOrSame(of(evaluation), evaluation);
    case '$moment':
      return (evaluation) => dateMilliseconds(of(evaluation), evaluation, tree);
    case '$milliseconds':
      return (evaluation) => {
        const amount = millisecondsOf(of(evaluation));
        if (amount === undefined) throw failure('value', tree, 'it is not a duration such as `5 seconds`.');
        return amount;
      };
    default:
      return undefined;
  }
}

/** The fields that are set: the value of the only one, or the object of all. */
function compileOutcome(
  of: Tree,
  compile: Compile,
  resolve: (name: string) => number | undefined,
): Computation {
  if (of.kind !== 'object') throw new Error('`$outcome` takes an object.');
  const fields = of.fields.map(({ key, value }) => ({
    key,
    value: compile(value),
    reference: value.kind === 'name' ? resolve(value.name) : undefined,
  }));
  return (evaluation) => {
    spend(evaluation, fields.length);
    const set = fields.filter(
      ({ reference }) => reference === undefined || evaluation.scope.get(reference) !== undefined,
    );
    const [one] = set;
    if (one !== undefined && set.length === 1) return one.value(evaluation);
    return Object.fromEntries(set.map(({ key, value }) => [key, value(evaluation)]));
  };
}

/** Converts a date text to a date; leaves other values unchanged. */
function dateOrSame(value: Value, evaluation: Evaluation): Value {
  const date = typeof value === 'string' ? asDateValue(value) : undefined;
  return date === undefined ? value : makeDateValue(evaluation, date.milliseconds, date.hasTime);
}

function dateMilliseconds(value: Value, evaluation: Evaluation, tree: Tree): number {
  const date = asDateValue(value);
  if (date !== undefined) return date.milliseconds;
  const amount = isDateValue(value) ? undefined : millisecondsOf(value);
  if (amount === undefined) throw failure('value', tree, 'it is neither a date nor a duration.');
  return evaluation.scope.at + amount;
}

function millisecondsOf(value: Value): number | undefined {
  if (isDurationValue(value)) return value.milliseconds;
  if (typeof value === 'number') return Math.round(value);
  return typeof value === 'string' ? parseDuration(value) : undefined;
}
