/** Fields and hints that several tools have, described once. */
import { z } from 'zod';
import { isPrintable, keyText } from '../../../operations/index.ts';
import type { ToolHints } from '../contract/tool.ts';
import { text } from '../present/answer-schema.ts';

/** Calls answer within 20 seconds, whatever runs on. */
const maxWait = 20_000;

export const waitField = (usual: number, until: string) =>
  z
    .int()
    .min(0)
    .max(maxWait)
    .default(usual)
    .describe(`Milliseconds to wait at most until ${until}; ${usual} where absent.`);

export const keyField = keyText
  .optional()
  .describe(
    'Any text that is new for each request: sent again, it gives the first result instead of doing it twice.',
  );

/** Held against what ids are here, so that what is wrong is told by the name that the field has in tools. */
const idOf = (what: string, limit = 200) => z.string().min(1).max(limit).refine(isPrintable, what);

export const caseField = idOf('the id of a case').describe(
  'Id of the case: case_id of cases_submit, run_id of workflow_run or a w_… tool.',
);

/** A run is a case, an operation and a task. */
export const caseSpellings = { run_id: 'case_id', operation_id: 'case_id', task_id: 'case_id' } as const;

export const runField = idOf('the id of a run').describe('Id of the run.');
export const runSpellings = { case_id: 'run_id', operation_id: 'run_id', task_id: 'run_id' } as const;

export const workItemField = idOf('the id of a work item', 500).describe(
  'Id of the work item: work_item_id of a run that asks, workitem_id of workitems_list.',
);

export const leaseField = (usual: string) =>
  z
    .int()
    .min(1_000)
    .max(86_400_000)
    .optional()
    .describe(`Milliseconds until it is free again; ${usual} where absent.`);

export const workItemSpellings = { work_item_id: 'workitem_id' } as const;

export const workflowField = z.string().min(1).max(300);

export const specField = workflowField.describe(
  "Workflow spec identifier (e.g., 'InvoiceApproval'), as specifications_list shows it.",
);

export const documentField = z
  .string()
  .max(1_048_576)
  .describe(
    'The whole document: YAML, JSON, or the XML of a YAWL specification; its language is recognised.',
  );

/** Data as XML, where its types are those of XML Schema. */
export const xmlField = (what: string) => z.string().min(1).max(1_048_576).describe(what);

export const includeXmlField = (what: string) =>
  z.boolean().default(false).describe(`Also give ${what} as XML: of YAWL specifications.`);

export const limitField = (maxLimit: number, usual: number) =>
  z.int().min(1).max(maxLimit).default(usual).describe(`How many at most; ${usual} where absent.`);

export const cursorField = z
  .string()
  .min(1)
  .max(500)
  .optional()
  .describe('next_cursor of the page before, with the same filters.');

export const nextCursor = text('Where the next page begins; absent on the last one.');

export const readOnlyHints: ToolHints = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** Workflows may do anything to anybody: who calls this should mean it. */
export const runHints: ToolHints = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: true,
};
