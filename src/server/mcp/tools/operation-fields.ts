/** The fields of operations as fields of tools. */
import type { z } from 'zod';
import { confirmTokenFieldName } from '../contract/define-tool.ts';
import type { ToolTerms } from '../contract/tool.ts';
import { snakeCase } from '../present/snake-names.ts';
import {
  caseField,
  checkoutTokenField,
  confirmTokenField,
  keyField,
  runField,
  specField,
  waitField,
  workflowField,
  workItemField,
} from './tool-fields.ts';

type Field = readonly [name: string, schema: z.ZodType];

type Fields = Readonly<Record<string, Field>>;

const common: Fields = {
  confirmToken: [confirmTokenFieldName, confirmTokenField],
  checkoutToken: ['checkout_token', checkoutTokenField],
  idempotencyKey: ['idempotency_key', keyField],
  waitMs: ['wait_ms', waitField(0)],
};

/** Fields that have another name or description in tools, by their name in operations. */
const knownFields: Readonly<Record<ToolTerms, Fields>> = {
  runs: {
    ...common,
    run: ['run_id', runField],
    item: ['work_item_id', workItemField],
    workflow: ['workflow_id', workflowField],
  },
  cases: {
    ...common,
    run: ['case_id', caseField],
    item: ['workitem_id', workItemField],
    workflow: ['spec_id', specField],
  },
};

/** A field of an operation as a field of a tool. @param own the name that the tool declares for it */
export function toolField(
  field: string,
  schema: z.ZodType,
  terms: ToolTerms,
  own: string | undefined,
): { readonly name: string; readonly schema: z.ZodType } {
  const known = knownFields[terms][field];
  if (known === undefined || own !== undefined) return { name: own ?? snakeCase(field), schema };
  const [name, shared] = known;
  return { name, schema: schema.isOptional() && !shared.isOptional() ? shared.optional() : shared };
}
