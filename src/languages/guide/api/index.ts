/** What guides add to the interfaces. */
import type { LanguageApi } from '../../language-api.ts';
import { languageId } from '../read-guide.ts';
import { itemViews } from './item-views.ts';
import { checkGuideDocument } from './operations/check-guide-document.ts';
import { nextGuideStep } from './operations/next-guide-step.ts';
import { validateStepOutput } from './operations/validate-step-output.ts';
import { runViews } from './run-views.ts';
import { workflowNext } from './tools/workflow-next.ts';
import { workflowValidate } from './tools/workflow-validate.ts';
import { workflowValidateJson } from './tools/workflow-validate-json.ts';
import { workflowViews } from './workflow-views.ts';

export const guideApi: LanguageApi = {
  id: languageId,
  items: itemViews,
  runs: runViews,
  workflows: workflowViews,
  operations: [nextGuideStep, validateStepOutput, checkGuideDocument],
  tools: [workflowNext, workflowValidate, workflowValidateJson],
};
