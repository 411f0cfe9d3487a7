/** Lists where a simulated run used a value that no script provides. */
import type { PerformedCall, Script, Simulation } from '../../runtime/index.ts';

/** Names of nodes, once per occurrence. */
export interface Stubs {
  /** Their calls were answered with examples. */
  readonly calls: readonly string[];
  /** The results of their calls are not declared: they got null. */
  readonly empty: readonly string[];
  /** Their questions were answered with examples. */
  readonly questions: readonly string[];
  /** Inputs that the language generated because the caller did not provide them. */
  readonly variables?: readonly string[];
}

export function stubsOf(
  { calls, asked, waitingFor }: Pick<Simulation, 'calls' | 'asked' | 'waitingFor'>,
  script: Script,
): Stubs {
  const unscripted = calls.filter(({ source, undoes }) => source !== 'script' && !undoes);
  const waiting = new Set(waitingFor.map(({ task }) => task));
  const questions = asked.filter(
    ({ task, reason }) => reason === 'work' && !Object.hasOwn(script.answers, task) && !waiting.has(task),
  );
  return {
    calls: namesOf(unscripted.filter((call) => !isEmpty(call))),
    empty: namesOf(unscripted.filter(isEmpty)),
    questions: namesOf(questions),
  };
}

function isEmpty({ outcome }: PerformedCall): boolean {
  return outcome.kind === 'returns' && outcome.value === null;
}

function namesOf(list: readonly { readonly task: string }[]): readonly string[] {
  return list.map(({ task }) => task);
}
