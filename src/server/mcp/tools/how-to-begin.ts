/** What to call first, of a guide: two ways lead through it, and the list of tools does not say that they are for it. */
import type { DefinitionSummary } from '../../../operations/index.ts';

type Begun = Pick<DefinitionSummary, 'id' | 'valid'> & Partial<Pick<DefinitionSummary, 'language'>>;

/** Nothing where it is no guide, or has mistakes. */
export function howToBegin({ id, language, valid }: Begun): { readonly next?: string } {
  if (language !== 'guide' || !valid) return {};
  const name = JSON.stringify(id);
  return {
    next: `Begin with workflow_next {"workflowId": ${name}, "completedSteps": []}; or with workflow_run {"workflow_id": ${name}}, to have it kept and checked.`,
  };
}
