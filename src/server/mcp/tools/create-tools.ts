/** The built-in tools, in the order of the list. They exist independently of the workflows. */
import type { Registry } from '../../../operations/index.ts';
import type { Tool } from '../contract/tool.ts';
import { casesCancel } from './cases-cancel.ts';
import { casesStatus } from './cases-status.ts';
import { casesSubmit } from './cases-submit.ts';
import { casesSubscribe } from './cases-subscribe.ts';
import { casesUnsubscribe } from './cases-unsubscribe.ts';
import { operationTools } from './operation-tools.ts';
import { runFork } from './run-fork.ts';
import { runHistory } from './run-history.ts';
import { specificationsDescribe } from './specifications-describe.ts';
import { specificationsList } from './specifications-list.ts';
import { specificationsUpload } from './specifications-upload.ts';
import { workflowGet } from './workflow-get.ts';
import { createWorkflowList, type ToolNames } from './workflow-list.ts';
import { workflowRun } from './workflow-run.ts';
import { workflowSave } from './workflow-save.ts';
import { workflowValidate } from './workflow-validate.ts';
import { workitemsCheckout } from './workitems-checkout.ts';
import { workitemsComplete } from './workitems-complete.ts';
import { workitemsForceComplete } from './workitems-force-complete.ts';
import { workitemsList } from './workitems-list.ts';
import { workitemsSkip } from './workitems-skip.ts';

/** @param registry whose operations may declare tools */
export const createTools = (toolNames: ToolNames, registry: Registry): readonly Tool[] => [
  createWorkflowList(toolNames),
  workflowGet,
  workflowRun,
  workflowValidate,
  workflowSave,
  casesStatus,
  casesCancel,
  workitemsList,
  workitemsCheckout,
  workitemsComplete,
  runHistory,
  runFork,
  specificationsList,
  specificationsDescribe,
  specificationsUpload,
  casesSubmit,
  casesSubscribe,
  casesUnsubscribe,
  workitemsSkip,
  workitemsForceComplete,
  ...operationTools(registry),
];
