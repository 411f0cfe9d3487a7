/** An answer to a step after which its guide could not go on: refused with what is to be sent along. */
import type { Json } from '../../kernel/index.ts';
import type { EngineAnswer, WorkItem } from '../../runtime/index.ts';
import type { Services } from '../contract/services.ts';
import { contextOfRun } from './context-of-run.ts';
import { contextOf } from './context-size.ts';
import { refuseBlocked } from './guide-blocked.ts';
import { stepItemOf } from './step-item.ts';

/** Throws where it lacked something. @param value the answer as the run got it */
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
