/** Scopes and expressions. Every error is an ExpressionError [K2.3]. */
import type { Failure } from '../../src/kernel/model/failure.ts';
import type { Json } from '../../src/kernel/model/json.ts';
import type { Payload } from '../../src/kernel/model/payload.ts';
import type { ContextName, Expression } from '../../src/kernel/model/program.ts';
import { failureValue, materialise, nothing, sizeOf } from './payloads.ts';
import { getFrame, getInstance, type Play } from './play.ts';
import { limitsOf } from './program-lookup.ts';
import { readVariable, visibleNames } from './variables.ts';
import type { Frame, Group, Instance } from './world.ts';

export class ExpressionError extends Error {}

/** What an expression can read: the variables of a frame, and the context of an instance. */
export interface EvaluationScope {
  readonly frame: Frame;
  readonly context: ReadonlyMap<ContextName, Payload>;
}

const contextNames: readonly ContextName[] = ['$item', '$index', '$input', '$output', '$last', '$failures'];

export function scopeOfFrame(frame: Frame): EvaluationScope {
  return { frame, context: new Map() };
}

/** The scope of an instance; `output` if its work has succeeded. */
export function scopeOf(play: Play, instance: Instance, output?: Payload | null): EvaluationScope {
  const context = new Map<ContextName, Payload>();
  if (instance.group !== 0) {
    const { each } = getInstance(play, instance.group);
    const item = each === null ? undefined : itemAt(play, each, instance.index);
    if (item !== undefined) context.set('$item', item);
    context.set('$index', { value: instance.index });
  }
  if (instance.input !== null) context.set('$input', instance.input);
  if (output !== undefined && output !== null) context.set('$output', output);
  if (instance.each !== null) {
    const { last, results } = instance.each;
    if (last >= 0) context.set('$last', results[last] ?? nothing);
    context.set('$failures', { value: failureList(instance.each) });
  }
  return { frame: getFrame(play, instance.frame), context };
}

/** `$failures`. */
function failureList(group: Group): Json[] {
  return group.failures.map(({ index, failure }) => ({ index, failure: failureValue(failure) }));
}

function itemAt(play: Play, group: Group, index: number): Payload | undefined {
  if (index >= group.initial) return group.added[index - group.initial];
  if (group.items === null) return undefined;
  if ('list' in group.items) return group.items.list[index];
  const items = materialise(group.items, play.resolve);
  return Array.isArray(items) ? { value: items[index] as Json } : undefined;
}

function find(play: Play, scope: EvaluationScope, name: string): Payload | undefined {
  return name.startsWith('$')
    ? scope.context.get(name as ContextName)
    : readVariable(play, scope.frame, name);
}

export function evaluate(play: Play, scope: EvaluationScope, expression: Expression): Payload {
  const payload = compute(play, scope, expression);
  // A copied value was measured when it was computed or received.
  const tooLarge = expression.kind !== 'read' && sizeOf(payload) > limitsOf(play.program).payload;
  if (tooLarge) throw new ExpressionError('the value is too large');
  return payload;
}

function compute(play: Play, scope: EvaluationScope, expression: Expression): Payload {
  if (expression.kind === 'value') return { value: expression.value };
  if (expression.kind === 'read') {
    const payload = find(play, scope, expression.name);
    if (payload === undefined) throw new ExpressionError(`${expression.name} is unset`);
    return payload;
  }
  if (expression.kind === 'record') {
    const fields = expression.fields.map(({ name, value }) => [name, evaluate(play, scope, value)]);
    return { record: Object.fromEntries(fields) as { [name: string]: Payload } };
  }
  const names = [...contextNames, ...visibleNames(play.program, scope.frame.net)];
  const resolveName = (name: string): number | undefined => {
    const reference = names.indexOf(name);
    return reference < 0 ? undefined : reference;
  };
  const get = (reference: number): Json | undefined => {
    const payload = find(play, scope, names[reference] ?? '');
    return payload === undefined ? undefined : materialise(payload, play.resolve);
  };
  let value: Json | undefined;
  try {
    const compiled = play.evaluators[expression.evaluator]?.compile(
      expression.source,
      resolveName,
      play.program.shared,
    );
    value = compiled?.({ get, at: play.world.at, effort: play.effort });
  } catch (error) {
    throw new ExpressionError(error instanceof Error ? error.message : 'the evaluator failed');
  }
  if (value === undefined) throw new ExpressionError('the evaluator gave no value');
  return { value };
}

export function evaluateValue(play: Play, scope: EvaluationScope, expression: Expression): Json {
  return materialise(evaluate(play, scope, expression), play.resolve);
}

export function evaluateGuard(play: Play, scope: EvaluationScope, expression: Expression): boolean {
  const value = evaluateValue(play, scope, expression);
  if (typeof value !== 'boolean') throw new ExpressionError('a guard must be true or false');
  return value;
}

export function evaluateNumber(play: Play, scope: EvaluationScope, expression: Expression): number {
  const value = evaluateValue(play, scope, expression);
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new ExpressionError('a number is needed');
  return value;
}

export function evaluateText(play: Play, scope: EvaluationScope, expression: Expression): string {
  const value = evaluateValue(play, scope, expression);
  if (typeof value !== 'string') throw new ExpressionError('a text is needed');
  return value;
}

/** A time that is a computed number of milliseconds ahead: an integer, and never in the past. `null`: never. */
export function evaluateDelay(play: Play, scope: EvaluationScope, expression: Expression): number | null {
  if (evaluateValue(play, scope, expression) === null) return null;
  return beforeTheEnd(play.world.at + Math.max(0, Math.ceil(evaluateNumber(play, scope, expression))));
}

export function evaluateMoment(play: Play, scope: EvaluationScope, expression: Expression): number | null {
  if (evaluateValue(play, scope, expression) === null) return null;
  return beforeTheEnd(Math.ceil(evaluateNumber(play, scope, expression)));
}

function beforeTheEnd(moment: number): number | null {
  return moment < 8.64e15 ? moment : null;
}

/** K13.5, `onUnset: skip`: the expression reads an unset name, and does not declare it optional. */
export function readsUnset(play: Play, scope: EvaluationScope, expression: Expression): boolean {
  const isMissing = (name: string): boolean => find(play, scope, name) === undefined;
  if (expression.kind === 'read') return isMissing(expression.name);
  if (expression.kind === 'record')
    return expression.fields.some(({ value }) => readsUnset(play, scope, value));
  if (expression.kind === 'value') return false;
  const mayMiss = new Set(expression.optional);
  return expression.reads.some((name) => !mayMiss.has(name) && isMissing(name));
}

export type Attempted<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: Failure };

/** Turns an expression error into the failure that it causes. */
export function attempt<T>(compute: () => T): Attempted<T> {
  try {
    return { ok: true, value: compute() };
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return { ok: false, failure: { code: 'expression', message: error.message, retryable: false } };
  }
}
