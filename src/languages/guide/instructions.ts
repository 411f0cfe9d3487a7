/** What agents are told about guides. */
import type { LanguageInstructions } from '../facets.ts';

export const instructions: LanguageInstructions = {
  toolset: 'guides',
  term: 'guide: leads YOU, step by step. workflow_run stores what you do; workflow_next takes the list of what you completed, and stores nothing.',
  alone: `Signalbox holds guides: workflows that lead you through a task step by step, with criteria that the output of a step has to meet.

To follow one:
1. Find: workflow_list (language “guide”).
2. Read: workflow_get with id. Meet the preconditions, ask the USER the clarificationPrompts, and follow metaGuidance in every step.
3. Begin: workflow_next with workflowId, completedSteps [] and all that you know in context.
4. Do what guidance.prompt says, and nothing of later steps.
5. Validate: workflow_validate with workflowId, stepId, output and context; correct the output until valid is true.
6. If requiresConfirmation is true, ask the USER to approve. Never confirm for them.
7. Continue: workflow_next with token of the previous answer, completedSteps [id of the step], and the whole context with what you learned. Do what next says until isComplete is true.

The server stores nothing between calls: keep token and context yourself. Conditions and loops use context.

To write a guide: workflow_get with mode “reference” (or signalbox://languages/<language>) has syntax and examples; workflow_validate_json until valid is true.

left_out names what was too big for an answer.
`,
};
