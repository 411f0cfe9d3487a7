/** Converts a workflow to what the simulator needs, with the examples of all workflows that it may call. */
import type { AuthoredTask } from '../../languages/index.ts';
import { createAllowance, limitEffort, type Runnable, type TaskFilter } from '../../runtime/index.ts';
import type { Definition } from '../documents/read-definition.ts';
import { itemFacetOf } from '../language-lists/languages.ts';

/**
 * `undefined` if the workflow does not exist or has errors.
 * @param allowance for the expressions of all its simulations
 */
export function toRunnable(
  { language, readResult }: Definition,
  name: string,
  allowance = createAllowance(),
): Runnable | undefined {
  const program = readResult.workflows.find((each) => each.name === name)?.program ?? null;
  if (program === null || language === null) return undefined;
  const samples = readResult.workflows.flatMap((each) => each.samples);
  const evaluators = limitEffort(language.evaluators, allowance);
  const checkAnswer: Runnable['checkAnswer'] = (item, input, output, variables) =>
    itemFacetOf(item).checkAnswer?.(item, input, output, variables, allowance) ?? null;
  return { program, evaluators, samples, checkAnswer };
}

/** Only tasks that an author wrote are shown. The compiler adds the others. */
export function authored(definition: Definition): TaskFilter {
  const tasks = new Set(authoredTasks(definition).map(({ net, task }) => JSON.stringify([net, task])));
  return (net, task) => tasks.has(JSON.stringify([net, task]));
}

export function authoredTasks({ readResult }: Definition): readonly AuthoredTask[] {
  return readResult.workflows.flatMap(({ tasks }) => tasks);
}
