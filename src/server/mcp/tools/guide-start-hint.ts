/** Says which tool starts a guide: two tools can, and the list of tools does not say which. */
import type { DefinitionSummary } from '../../../operations/index.ts';

type GuideSummary = Pick<DefinitionSummary, 'id' | 'valid'> & Partial<Pick<DefinitionSummary, 'language'>>;

/** Empty if the workflow is not a guide, or has errors. */
export function guideStartHint({ id, language, valid }: GuideSummary): { readonly next?: string } {
  if (language !== 'guide' || !valid) return {};
  const name = JSON.stringify(id);
  return {
    next: `Call workflow_run {"workflow_id": ${name}}: Signalbox stores the progress and validates each output. Or call workflow_next {"workflowId": ${name}, "completedSteps": []}, and keep the progress yourself.`,
  };
}
