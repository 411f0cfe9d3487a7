/** Compares the prediction of a run with the actual run: everything that the language promises, and nothing else. */
import type { Failure } from '../../src/kernel/model/failure.ts';
import type { Json } from '../../src/kernel/model/json.ts';
import { canonical } from '../random-nets/difference.ts';
import type { Observation } from './interpretation.ts';
import type { Prediction } from './interpreter.ts';

/** An actual run, of any engine. */
export interface Played {
  readonly status: string;
  readonly output: Json;
  readonly failure: Failure | null;
  readonly calls: readonly {
    readonly at: number;
    readonly operation: string;
    readonly input: Json;
    readonly undoes: boolean;
  }[];
  readonly asked: readonly { readonly at: number; readonly task: string; readonly input: Json }[];
  /** Names of the nodes that ran. */
  readonly took: readonly string[];
  readonly spent: number;
  readonly start: number;
}

/** @returns null if both agree, or if nothing is promised */
export function comparePrediction(predicted: Prediction, played: Played): string | null {
  if (predicted.isUnspecified) return null;
  const differences = [
    ...differ('status', predicted.status, played.status),
    ...(played.status === 'completed' && predicted.status === 'completed'
      ? differ('result', canonical(predicted.result), canonical(played.output))
      : []),
    ...compareFailure(predicted, played),
    ...compareBags('called', predicted.seen, callsOf(played, false)),
    ...(predicted.spent === null
      ? []
      : [
          ...differ('spent', predicted.spent, played.spent),
          ...compareUndone(predicted.seen, callsOf(played, true)),
        ]),
    ...compareBags('asked', predicted.seen, questionsOf(played)),
    ...compareRan(predicted.seen, played.took),
  ];
  return differences.length === 0 ? null : differences.join('\n');
}

const differ = (what: string, predicted: unknown, played: unknown): string[] =>
  predicted === played ? [] : [`${what}: predicted ${predicted}, played ${played}`];

/** Kernel error codes have their own messages. */
function compareFailure({ failures, status }: Prediction, { failure }: Played): string[] {
  if (status !== 'failed' || failure === null) return [];
  const fits = failures.some(
    ({ code, message }) => code === failure.code && (message === '' || message === failure.message),
  );
  return fits ? [] : [`failure: predicted ${JSON.stringify(failures)}, played ${JSON.stringify(failure)}`];
}

function callsOf({ calls, start }: Played, undoes: boolean): string[] {
  return calls
    .filter((call) => call.undoes === undoes)
    .map(({ at, operation, input }) => keyOf(operation, input, undoes ? null : at - start));
}

const questionsOf = ({ asked, start }: Played): string[] =>
  asked.map(({ at, task, input }) =>
    keyOf(task, (input as { readonly message?: Json }).message ?? null, at - start),
  );

const keyOf = (name: string, input: Json, at: number | null): string =>
  `${name} ${canonicalInput(input)}${at === null ? '' : ` at ${at}`}`;

/** Inputs may contain anything, including a field named `message`. */
const canonicalInput = (input: Json): string => canonical([input]);

/** Certain entries must occur; actual entries must be certain or possible. */
function compareBags(
  kind: Observation['kind'],
  seen: readonly Observation[],
  played: readonly string[],
): string[] {
  const mine = seen.filter((each) => each.kind === kind);
  const name = (each: Observation): string => keyOf(each.name, each.input, kind === 'undid' ? null : each.at);
  const left = [...played];
  const take = (key: string): boolean => {
    const at = left.indexOf(key);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  };
  const missing = mine.filter(({ optional }) => !optional).filter((each) => !take(name(each)));
  for (const each of mine) if (each.optional) take(name(each));
  return [
    ...missing.map((each) => `${kind}: predicted ${name(each)}, not played`),
    ...left.map((key) => `${kind}: played ${key}, not predicted`),
  ];
}

/** Last first: the order counts. */
function compareUndone(seen: readonly Observation[], played: readonly string[]): string[] {
  const mine = seen.filter(({ kind }) => kind === 'undid').map(({ name, input }) => keyOf(name, input, null));
  return differ('undid', mine.join('; '), played.join('; '));
}

function compareRan(seen: readonly Observation[], took: readonly string[]): string[] {
  const ran = seen.filter(({ kind }) => kind === 'ran');
  const certain = new Set(ran.filter(({ optional }) => !optional).map(({ name }) => name));
  const possible = new Set(ran.map(({ name }) => name));
  return [
    ...[...certain]
      .filter((name) => !took.includes(name))
      .map((name) => `ran: predicted ${name}, not played`),
    ...took.filter((name) => !possible.has(name)).map((name) => `ran: played ${name}, not predicted`),
  ];
}
