/** Returns the next outcome: from the script, in order, otherwise from the samples [M1]. */
import type { CallEffect, Json } from '../../kernel/index.ts';
import type { Sample } from '../../languages/workflow.ts';
import type { Script, ScriptedAnswer, ScriptedOutcome } from './script.ts';
import type { Source } from './simulation.ts';

export interface ScriptedAnswers {
  call(effect: CallEffect): { readonly outcome: ScriptedOutcome; readonly source: Source };
  /** The answer for a task that asks; `never` if there is none. `sampled`: an example may be used. */
  answer(net: string, task: string, sampled: boolean): ScriptedAnswer;
  /** Who would answer, without consuming the answer; `null` if there is no answer. */
  answerer(net: string, task: string): string | null;
  /** Another answer after a refused one. The last answer of the script is not repeated. */
  correction(task: string): ScriptedAnswer;
}

const never: ScriptedAnswer = { kind: 'never' };
const simulatedUser = 'simulated';

export function createScriptedAnswers(script: Script, samples: readonly Sample[]): ScriptedAnswers {
  const counts = new Map<string, number>();
  const outputs = new Map(samples.map(({ net, task, output }) => [JSON.stringify([net, task]), output]));

  const sampleOf = (net: string, task: string): Json | undefined => outputs.get(JSON.stringify([net, task]));
  const count = (key: string): number => {
    const before = counts.get(key) ?? 0;
    counts.set(key, before + 1);
    return before;
  };
  const answersOf = (task: string): readonly ScriptedAnswer[] => linesFor(script.answers, task);
  const sampledAnswer = (net: string, task: string): ScriptedAnswer => {
    const value = sampleOf(net, task);
    return value === undefined ? never : { kind: 'answers', value };
  };

  return {
    call(effect) {
      const { net, task, connector, operation, undoes } = effect;
      const names = [...(undoes === 0 ? [task] : []), `${connector}.${operation}`, operation];
      for (const name of names) {
        const lines = linesFor(script.calls, name);
        const outcome = lines.length === 0 ? undefined : lineAt(lines, count(`call ${name}`));
        if (outcome !== undefined) return { outcome, source: 'script' };
      }
      const value = undoes === 0 ? sampleOf(net, task) : undefined;
      return value === undefined
        ? { outcome: { kind: 'returns', value: null }, source: 'nothing' }
        : { outcome: { kind: 'returns', value }, source: 'sample' };
    },
    answer(net, task, sampled) {
      const lines = answersOf(task);
      if (lines.length === 0) return sampled ? sampledAnswer(net, task) : never;
      return lineAt(lines, count(`answer ${task}`)) ?? never;
    },
    answerer(net, task) {
      const lines = answersOf(task);
      const next =
        lines.length === 0 ? sampledAnswer(net, task) : lineAt(lines, counts.get(`answer ${task}`) ?? 0);
      return next === undefined || next.kind === 'never' ? null : (next.by ?? simulatedUser);
    },
    correction(task) {
      return answersOf(task)[count(`answer ${task}`)] ?? never;
    },
  };
}

/** Own properties only: a task may be called `constructor`. */
function linesFor<Line>(
  linesByName: { readonly [name: string]: readonly Line[] },
  name: string,
): readonly Line[] {
  return Object.hasOwn(linesByName, name) ? (linesByName[name] ?? []) : [];
}

/** The n-th, or the last one again. */
function lineAt<Line>(lines: readonly Line[], index: number): Line | undefined {
  return lines[Math.min(index, lines.length - 1)];
}
