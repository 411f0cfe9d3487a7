/** What the simulator needs of a workflow, with the examples of all workflows that it may call. */
import type { AuthoredTask } from '../languages/index.ts';
import type { Runnable, TaskFilter } from '../runtime/index.ts';
import { judgeAnswer } from './guides/judge-answer.ts';
import type { Definition } from './read-definition.ts';

/** Undefined where there is no such workflow, or it has mistakes. */
export function toRunnable({ language, readResult }: Definition, name: string): Runnable | undefined {
  const program = readResult.workflows.find((each) => each.name === name)?.program ?? null;
  if (program === null || language === null) return undefined;
  const samples = readResult.workflows.flatMap((each) => each.samples);
  return { program, evaluators: language.evaluators, samples, checkAnswer: judgeAnswer };
}

/** Only what an author wrote is shown: the other tasks are how a language is compiled. */
export function authored(definition: Definition): TaskFilter {
  const tasks = new Set(authoredTasks(definition).map(({ net, task }) => JSON.stringify([net, task])));
  return (net, task) => tasks.has(JSON.stringify([net, task]));
}

export function authoredTasks({ readResult }: Definition): readonly AuthoredTask[] {
  return readResult.workflows.flatMap(({ tasks }) => tasks);
}
