/** Describes a witness as text: `` `a` → `decide` takes `late` → `pay` fails ``. */
import type { WitnessStep } from './finding.ts';

/** A name for a task; null leaves the step out. */
export type NameOfTask = (task: string) => string | null;

/** Maximum number of steps; of a longer path the beginning and the end. */
const maxSteps = 12;

export const describeWitness = (
  steps: readonly WitnessStep[],
  nameOfTask: NameOfTask = (task) => task,
): string => {
  const shown = steps.filter(({ task }) => nameOfTask(task) !== null);
  const described = (some: readonly WitnessStep[]): readonly string[] =>
    some.map((step) => `\`${nameOfTask(step.task)}\`${describeEnding(step)}`);
  if (shown.length <= maxSteps) return described(shown).join(' → ');
  const [start, end] = [shown.slice(0, maxSteps / 2), shown.slice(-maxSteps / 2)];
  return [...described(start), '…', ...described(end)].join(' → ');
};

const describeEnding = ({ took, caught, decided }: WitnessStep): string => {
  if (caught) return ' fails and is caught';
  if (!decided) return '';
  const places = took.flatMap((to) => (to === null ? [] : [`\`${to}\``]));
  return places.length === 0 ? ' ends its path' : ` takes ${places.join(' and ')}`;
};
