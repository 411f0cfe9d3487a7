/** The built-in tools, in the order of the list. They exist independently of the workflows. */
import type { Tool } from '../contract/tool.ts';
import { casesCancel } from './cases-cancel.ts';
import { casesResume } from './cases-resume.ts';
import { casesStatus } from './cases-status.ts';
import { casesSubmit } from './cases-submit.ts';
import { casesSubscribe } from './cases-subscribe.ts';
import { casesSuspend } from './cases-suspend.ts';
import { casesUnsubscribe } from './cases-unsubscribe.ts';
import { languageTools } from './language-tools.ts';
import { runFork } from './run-fork.ts';
import { runHistory } from './run-history.ts';
import { specificationsDescribe } from './specifications-describe.ts';
import { specificationsList } from './specifications-list.ts';
import { specificationsUpload } from './specifications-upload.ts';
import { workflowGet } from './workflow-get.ts';
import { createWorkflowList, type ToolNames } from './workflow-list.ts';
import { workflowRun } from './workflow-run.ts';
import { workflowSave } from './workflow-save.ts';
import { workflowValidateManifest } from './workflow-validate-manifest.ts';
import { workitemsAddInstance } from './workitems-add-instance.ts';
import { workitemsCheckout } from './workitems-checkout.ts';
import { workitemsComplete } from './workitems-complete.ts';
import { workitemsDelegate } from './workitems-delegate.ts';
import { workitemsForceComplete } from './workitems-force-complete.ts';
import { workitemsList } from './workitems-list.ts';
import { workitemsRelease } from './workitems-release.ts';
import { workitemsResume } from './workitems-resume.ts';
import { workitemsRollback } from './workitems-rollback.ts';
import { workitemsSkip } from './workitems-skip.ts';
import { workitemsSuspend } from './workitems-suspend.ts';

export const createTools = (toolNames: ToolNames): readonly Tool[] => [
  createWorkflowList(toolNames),
  workflowGet,
  workflowRun,
  workflowValidateManifest,
  workflowSave,
  casesStatus,
  casesCancel,
  workitemsList,
  workitemsCheckout,
  workitemsComplete,
  runHistory,
  runFork,
  ...languageTools,
  specificationsList,
  specificationsDescribe,
  specificationsUpload,
  casesSubmit,
  casesSubscribe,
  casesUnsubscribe,
  workitemsRelease,
  workitemsSkip,
  workitemsDelegate,
  workitemsSuspend,
  workitemsResume,
  workitemsRollback,
  workitemsForceComplete,
  workitemsAddInstance,
  casesSuspend,
  casesResume,
];
