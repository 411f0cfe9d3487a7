/** Creates sample answers to a guide's steps, so that the guide can be simulated to its end. */
import type { Json } from '../../../expression/index.ts';
import type { Sample } from '../../workflow.ts';
import type { GuideContext } from '../model/guide-context.ts';
import type { Guide } from '../model/schema.ts';
import { confirmTask } from '../net/guide-names.ts';
import { loopNames } from '../net/loop-values.ts';
import { type PlannedLoop, type PlannedStep, planSteps, promptSteps } from '../net/plan-steps.ts';
import { toLoopScope } from '../net/to-loop-scope.ts';
import { findAssignment } from './find-assignment.ts';
import { sampleOutput } from './sample-output.ts';

/** @param guide without errors */
export function samplesOfGuide(guide: Guide): readonly Sample[] {
  const steps = planSteps(guide);
  const endings = new Map(loopsIn(steps).flatMap(endingOf));
  const done = promptSteps(steps).map((step): Sample => {
    const context = endings.get(step.id);
    const output: Json = {
      output: sampleOutput(step, guide),
      ...(context === undefined ? {} : { context }),
    };
    return { net: guide.id, task: step.id, output };
  });
  return [...done, ...confirmedIn(steps).map((id) => agreement(guide, id))];
}

const agreement = (guide: Guide, id: string): Sample => ({
  net: guide.id,
  task: confirmTask(id),
  output: { confirmed: true },
});

function loopsIn(steps: readonly PlannedStep[]): readonly PlannedLoop[] {
  return steps.flatMap((step) => (step.kind === 'loop' ? [step, ...loopsIn(step.body)] : []));
}

/** The last step of a loop that runs in every pass sets the variables that end it, if they can be found. */
function endingOf({ loop, body }: PlannedLoop): readonly (readonly [string, GuideContext])[] {
  const { rule } = loop;
  const last = promptSteps(body).findLast(({ runCondition }) => runCondition === null);
  if (last === undefined || (rule.kind !== 'while' && rule.kind !== 'until')) return [];
  const context = findAssignment(rule.condition, rule.kind === 'until');
  const own = new Set(loopNames(toLoopScope(loop)));
  const isOurs = context !== null && Object.keys(context).every((name) => !own.has(name));
  return isOurs ? [[last.id, context]] : [];
}

/** Ids of all steps that a person may have to confirm. */
function confirmedIn(steps: readonly PlannedStep[]): readonly string[] {
  return steps.flatMap((step) => {
    const { confirmation } = step.kind === 'loop' ? step.loop : step;
    const inside = step.kind === 'loop' ? confirmedIn(step.body) : [];
    return confirmation.kind === 'never' ? inside : [...inside, step.id];
  });
}
