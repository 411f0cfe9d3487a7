/** Refuses an answer to a step after which its guide could not continue, and names the variable to send. */
import type { Json } from '../../kernel/index.ts';
import type { EngineAnswer, WorkItem } from '../../runtime/index.ts';
import type { Services } from '../contract/services.ts';
import { contextOfRun } from './context-of-run.ts';
import { contextOf } from './context-size.ts';
import { refuseBlocked } from './guide-blocked.ts';
import { stepItemOf } from './step-item.ts';

/** Throws if a variable is missing. @param value the answer as the run received it */
export async function refuseStuckStep(
  services: Services,
  item: WorkItem,
  answer: EngineAnswer,
  value: Json,
): Promise<void> {
  const step = answer.kind === 'rejected' ? stepItemOf(item) : null;
  if (step === null) return;
  const { program, context } = await contextOfRun(services, item);
  const state = { program, context: { ...context, ...contextOf(value) }, path: 'output.context' };
  refuseBlocked(answer, state, { code: 'answer_refused', about: { item: item.id, step: step.step } });
}
