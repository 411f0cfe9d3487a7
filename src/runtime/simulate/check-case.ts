/** Compares a simulation with the expectations of a test case, and reports every difference at once [M5]. */
import type { Json } from '../../kernel/index.ts';
import type { Script } from './script.ts';
import type { Simulation } from './simulation.ts';

export interface TestCase {
  readonly name: string;
  readonly workflow: string;
  readonly params: { readonly [name: string]: Json };
  readonly script: Script;
  readonly expect: Expectation;
}

/** Absent fields are not checked, except the status. */
export interface Expectation {
  /** Default: `failed` if a failure is expected, otherwise `completed`. */
  readonly status?: Simulation['status'];
  /** Tasks in the order of their first start: exactly these. */
  readonly took?: readonly string[];
  /** Tasks that must not have started. */
  readonly never?: readonly string[];
  /** The exact output. */
  readonly result?: Json;
  /** Fields that the output must have, at any depth; it may have more. */
  readonly resultIncludes?: Json;
  /** The code of the failure, or a part of its message. */
  readonly failure?: string;
  /** Operations in the order of the calls, including retries and undo: exactly these. */
  readonly calls?: readonly string[];
  /** Tasks whose items were offered to users, in order: exactly these. */
  readonly asked?: readonly string[];
}

export interface Mismatch {
  readonly what: keyof Expectation | 'start';
  readonly expected: Json;
  readonly actual: Json;
  readonly message: string;
}

export function checkCase({ expect }: TestCase, simulation: Simulation): readonly Mismatch[] {
  const { status, output, failure } = simulation;
  const expectedStatus = expect.status ?? (expect.failure === undefined ? 'completed' : 'failed');
  const result = expect.resultIncludes ?? null;
  return [
    ...(status === expectedStatus
      ? []
      : [differs('status', expectedStatus, status, describeEnd(simulation))]),
    ...checkFailure(expect.failure, failure),
    ...checkList('took', expect.took, simulation.took),
    ...checkNever(expect.never ?? [], simulation),
    ...checkList(
      'calls',
      expect.calls,
      simulation.calls.map(({ operation }) => operation),
    ),
    ...checkList(
      'asked',
      expect.asked,
      simulation.asked.map(({ task }) => task),
    ),
    ...(expect.result === undefined || isSame(expect.result, output)
      ? []
      : [differs('result', expect.result, output)]),
    ...(expect.resultIncludes === undefined || includes(output, result)
      ? []
      : [differs('resultIncludes', result, output)]),
  ];
}

function checkFailure(expected: string | undefined, failure: Simulation['failure']): readonly Mismatch[] {
  if (expected === undefined) return [];
  if (failure !== null && (failure.code === expected || failure.message.includes(expected))) return [];
  const actual = failure === null ? null : { code: failure.code, message: failure.message };
  return [differs('failure', expected, actual)];
}

function checkList(
  what: 'took' | 'calls' | 'asked',
  expected: readonly string[] | undefined,
  actual: readonly string[],
): readonly Mismatch[] {
  return expected === undefined || isSame(expected, actual) ? [] : [differs(what, expected, actual)];
}

/** A name that no task has would never start. */
function checkNever(names: readonly string[], { took, untaken }: Simulation): readonly Mismatch[] {
  const known = new Set([...took, ...untaken.map(({ task }) => task)]);
  return names.flatMap((name) => {
    if (!known.has(name)) return [differs('never', name, null, `the task “${name}” does not exist`)];
    return took.includes(name) ? [differs('never', name, took, `“${name}” has run`)] : [];
  });
}

function differs(what: Mismatch['what'], expected: Json, actual: Json, why?: string): Mismatch {
  const came = why ?? `received ${JSON.stringify(actual)}`;
  return { what, expected, actual, message: `${what}: expected ${JSON.stringify(expected)}, but ${came}.` };
}

/** How a run ended, and why. */
function describeEnd({ status, failure, waitingFor }: Simulation): string {
  if (failure !== null) return `the run ${status} with ${failure.code} (${failure.message})`;
  if (status === 'limit') return 'the run did not end within its limit of 10,000 events or 200,000 steps';
  if (status !== 'waiting') return `the run ${status}`;
  return `the run waits for ${waitingFor.map(({ kind, task }) => `the ${kind} of “${task}”`).join(', ')}`;
}

/** By content, independent of the order of fields. */
function isSame(a: Json, b: Json): boolean {
  return includes(a, b) && includes(b, a);
}

/** Objects may have more fields than expected; all other values must be equal. */
function includes(actual: Json, expected: Json): boolean {
  if (typeof expected !== 'object' || typeof actual !== 'object' || expected === null || actual === null) {
    return actual === expected;
  }
  if (Array.isArray(expected) || Array.isArray(actual)) {
    return (
      Array.isArray(expected) &&
      Array.isArray(actual) &&
      expected.length === actual.length &&
      expected.every((part: Json, index) => includes(actual[index] ?? null, part))
    );
  }
  return Object.entries(expected).every(
    ([name, part]) => Object.hasOwn(actual, name) && includes(fieldOf(actual, name), part),
  );
}

function fieldOf(object: Json, name: string): Json {
  return (object as { readonly [name: string]: Json })[name] ?? null;
}
