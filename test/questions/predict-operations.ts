/** Predicts the calls of the operations of an answered flow, and what comes of them, independently of the product. */
import type { Json } from '../../src/kernel/index.ts';
import { type OperationDocument, questionsOf, statesOf, variablesOf } from './flow-document.ts';
import { resultOf } from './random-operations.ts';
import { compute, fillTemplate, isTrue, type LookUp, NoValue, type Value } from './reference-expression.ts';
import type { ReferenceSession } from './reference-session.ts';

export interface PredictedCall {
  readonly operation: string;
  readonly input: Readonly<Record<string, Json>>;
}

export interface Outcome {
  /** Of operations and undos, in order. */
  readonly calls: readonly PredictedCall[];
  /** By operation; null if it was skipped. */
  readonly results: Readonly<Record<string, Json>>;
  /** The operations that were performed, the failed one included. */
  readonly performed: readonly OperationDocument[];
  /** The last one failed. */
  readonly failed: boolean;
  /** The last one was undone first. */
  readonly undone: readonly string[];
  /** In the order in which they were performed: without an undo, or with one that failed. */
  readonly notUndone: readonly string[];
}

export interface Failing {
  /** Id of the operation that fails. */
  readonly operation?: string;
  /** Ids of operations whose undos fail. */
  readonly undos?: readonly string[];
}

/** @param reference all of its questions are answered */
export function predictOperations(
  reference: ReferenceSession,
  { operation: failing, undos: failingUndos = [] }: Failing = {},
): Outcome {
  const { flow } = reference;
  const all = statesOf(flow).flatMap(({ operations = [] }) => operations);
  const secrets = new Set(
    questionsOf(flow).flatMap((question) => (variablesOf(flow, question).length > 0 ? [question.id] : [])),
  );
  const results: Record<string, Json> = {};
  const calls: PredictedCall[] = [];
  const performed: OperationDocument[] = [];
  const undos: { readonly id: string; readonly call: PredictedCall }[] = [];

  const read =
    (result: Json): LookUp =>
    (id) => {
      if (id === 'result.made') return Object(result).made;
      const [, operation, field] = /^operations\["(.*)"\](\.made)?$/.exec(id) ?? [];
      if (operation === undefined) return reference.valueNamed(id);
      const found = results[operation];
      return field === undefined ? (found as Value | undefined) : Object(found).made;
    };
  const holds = (condition: string | undefined): boolean => {
    if (condition === undefined) return true;
    const known = read(null);
    try {
      const isResult = (id: string) => id.startsWith('operations');
      return isTrue(compute(condition, (id) => known(id) ?? (isResult(id) ? undefined : null)));
    } catch (error) {
      if (error instanceof NoValue) return false;
      throw error;
    }
  };
  const toCall = ({ call, args }: Pick<OperationDocument, 'call' | 'args'>, result: Json): PredictedCall => {
    const known = read(result);
    const references: Json[] = [];
    const filled = Object.entries(args).map(([name, template]) => {
      const isWhole = /^\$\{[^}]*\}$/.test(String(template));
      const value = fillTemplate(template, (id) => {
        const answer = known(id);
        if (!secrets.has(id) || answer === undefined) return isWhole ? (answer ?? null) : answer;
        const variable = String(answer).slice(1);
        references.push({ at: `/${name}`, name: variable });
        return `\${env:${variable}}`;
      });
      return [name, value] as const;
    });
    const input = {
      ...Object.fromEntries(filled),
      ...(references.length > 0 ? { $secrets: references } : {}),
    };
    return { operation: call, input };
  };

  for (const { operation: id } of reference.registered) {
    const operation = all.find((each) => each.id === id);
    if (operation === undefined || !holds(operation.if)) {
      results[id] = null;
      continue;
    }
    const call = toCall(operation, null);
    calls.push(call);
    performed.push(operation);
    if (id === failing) {
      const undone = undos.toReversed();
      calls.push(...undone.map((undo) => undo.call));
      const isUndone = (each: string) => !failingUndos.includes(each);
      const ids = undone.map((undo) => undo.id).filter(isUndone);
      const left = performed.map((each) => each.id).filter((each) => each !== id && !ids.includes(each));
      return { calls, results, performed, failed: true, undone: ids, notUndone: left };
    }
    const result = resultOf(call.input);
    if (operation.undo !== undefined) undos.push({ id, call: toCall(operation.undo, result) });
    results[id] = result;
  }
  return { calls, results, performed, failed: false, undone: [], notUndone: [] };
}
