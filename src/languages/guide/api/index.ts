/** What guides add to the interfaces. */
import type { LanguageApi } from '../../language-api.ts';
import { languageId } from '../read-guide.ts';
import { checkGuideDocument } from './operations/check-guide-document.ts';
import { nextGuideStep } from './operations/next-guide-step.ts';
import { validateStepOutput } from './operations/validate-step-output.ts';
import { workflowNext } from './tools/workflow-next.ts';
import { workflowValidate } from './tools/workflow-validate.ts';
import { workflowValidateJson } from './tools/workflow-validate-json.ts';
import { itemViews } from './views/item-views.ts';
import { runViews } from './views/run-views.ts';
import { workflowViews } from './views/workflow-views.ts';

export const guideApi: LanguageApi = {
  id: languageId,
  items: itemViews,
  runs: runViews,
  workflows: workflowViews,
  operations: [
    { ...nextGuideStep, tool: workflowNext },
    { ...validateStepOutput, tool: workflowValidate },
    { ...checkGuideDocument, tool: workflowValidateJson },
  ],
};
