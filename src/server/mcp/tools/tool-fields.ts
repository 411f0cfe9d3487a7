/** Fields and hints that several tools share. */
import { z } from 'zod';
import { isPrintable, keyText } from '../../../operations/index.ts';
import type { ToolHints } from '../contract/tool.ts';

/** A call answers within 20 seconds, even if the run continues. */
const maxWait = 20_000;

export const waitField = (usual: number) =>
  z.int().min(0).max(maxWait).default(usual).describe('Milliseconds to wait.');

export const keyField = keyText.optional().describe('Makes a repeated call safe.');

export const confirmTokenField = z
  .string()
  .min(1)
  .max(500)
  .optional()
  .describe('Of the refusal, once the user has agreed.');

/** Validated here, so that violations use the field name of the tool. */
const idOf = (what: string, limit = 200) => z.string().min(1).max(limit).refine(isPrintable, what);

export const caseField = idOf('the id of a case').describe('Id of the run.');

/** Names of one id. A run is also called case, operation and task. */
const namesOfIds = [
  ['run_id', 'case_id', 'operation_id', 'task_id'],
  ['work_item_id', 'workitem_id'],
] as const;

const spellingsFor = (name: string): Readonly<Record<string, string>> => {
  const names = namesOfIds.find((all) => all.some((each) => each === name)) ?? [];
  return Object.fromEntries(names.flatMap((other) => (other === name ? [] : [[other, name]])));
};

export const caseSpellings = spellingsFor('case_id');

export const runField = idOf('the id of a run').describe('Id of the run.');
export const runSpellings = spellingsFor('run_id');

export const workItemField = idOf('the id of a work item', 500).describe('Id of the work item.');

export const checkoutTokenField = keyText.optional().describe('Own text of one of several workers.');

/** Fields of every request that changes a work item. */
export const itemRequestFields = {
  workitem_id: workItemField,
  checkout_token: checkoutTokenField,
  idempotency_key: keyField,
};

interface ItemRequest {
  readonly workitem_id: string;
  readonly checkout_token?: string | undefined;
  readonly idempotency_key?: string | undefined;
}

/** The same for the operation. */
export const itemRequestOf = (asking: ItemRequest) => ({
  item: asking.workitem_id,
  ...(asking.checkout_token === undefined ? {} : { checkoutToken: asking.checkout_token }),
  ...(asking.idempotency_key === undefined ? {} : { idempotencyKey: asking.idempotency_key }),
});

/** Other spellings of the ids that an input has. */
export const spellingsOf = ({ shape }: z.ZodObject): Readonly<Record<string, string>> =>
  Object.assign({}, ...Object.keys(shape).map(spellingsFor));

export const leaseField = z.int().min(1_000).max(86_400_000).optional().describe('Length of the lease.');

export const workItemSpellings = spellingsFor('workitem_id');

export const workflowField = z.string().min(1).max(300);

export const specField = workflowField.describe("Workflow spec identifier (e.g., 'InvoiceApproval').");

export const documentField = z.string().max(1_048_576).describe('The whole document as text.');

/** Data as XML, for types of XML Schema. */
export const xmlField = (instead: string) =>
  z.string().min(1).max(1_048_576).optional().describe(`${instead} as XML.`);

export const includeXmlField = z.boolean().default(false).describe('Also return the data as XML.');

export const limitField = (maxLimit: number, usual: number) =>
  z.int().min(1).max(maxLimit).default(usual).describe('Entries per page.');

export const cursorField = z.string().min(1).max(500).optional().describe('Previous next_cursor.');

export const readOnlyHints: ToolHints = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** A workflow can have any side effect, so a host should ask before it calls this. */
export const runHints: ToolHints = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: true,
};
