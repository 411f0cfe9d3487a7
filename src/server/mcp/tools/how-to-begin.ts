/** Says which tool starts a guide: two tools can, and the list of tools does not say which. */
import type { DefinitionSummary } from '../../../operations/index.ts';

type Begun = Pick<DefinitionSummary, 'id' | 'valid'> & Partial<Pick<DefinitionSummary, 'language'>>;

/** Empty if the workflow is not a guide, or has errors. */
export function howToBegin({ id, language, valid }: Begun): { readonly next?: string } {
  if (language !== 'guide' || !valid) return {};
  const name = JSON.stringify(id);
  return {
    next: `Begin with workflow_next {"workflowId": ${name}, "completedSteps": []}; or with workflow_run {"workflow_id": ${name}}, to have it stored and validated.`,
  };
}
