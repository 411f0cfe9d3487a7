/** Lists the work items of a tenant that are for the caller, oldest first, in pages. */

import { z } from 'zod';
import { listOf, nextCursorField, objectOf } from '../../languages/output-fields.ts';
import { cursorField, limitField, runField } from '../contract/input-fields.ts';
import type { Operation } from '../contract/operation.ts';
import { OperationError } from '../contract/operation-error.ts';
import { decodeCursor, encodeCursor } from '../contract/page-cursor.ts';
import { presentFields } from '../contract/present-fields.ts';
import type { Principal } from '../contract/principal.ts';
import { byCursor } from '../contract/rest-route.ts';
import type { Services } from '../contract/services.ts';
import { getWorkflow } from '../definitions/find-workflow.ts';
import { getRecord } from '../runs/read-model/find-run.ts';
import { pageOfItems } from './page-of-items.ts';
import { createItemRights } from './read-model/item-rights.ts';
import { itemView, viewItem } from './read-model/item-view.ts';

const states = ['offered', 'held', 'completed', 'failed', 'skipped', 'withdrawn'] as const;

const input = z.strictObject({
  run: runField.optional().describe('Only items of this run.'),
  workflow: z.string().min(1).max(300).optional().describe('Only items of runs of this workflow.'),
  states: z
    .array(z.enum(states))
    .min(1)
    .max(states.length)
    .default(['offered', 'held'])
    .describe('Only items in one of these states. Default: the open ones.'),
  holder: z.string().min(1).max(300).optional().describe('Only items that this subject holds.'),
  mine: z.boolean().default(false).describe('Only items that you hold.'),
  reason: z
    .enum(['work', 'doubt', 'approval'])
    .optional()
    .describe('work: asked by a workflow; doubt: the outcome of a call is unknown; approval: of a fork.'),
  limit: limitField(200, 50),
  cursor: cursorField,
});

const output = objectOf({
  items: listOf(itemView),
  nextCursor: nextCursorField,
});

export type ItemList = z.infer<typeof output>;

export const listItems: Operation<z.infer<typeof input>, ItemList> = {
  name: 'items.list',
  scope: 'workitems:manage',
  writes: false,
  summary: 'Lists the work items that are for you, oldest first; all of them for administrators.',
  rest: { method: 'GET', path: '/v1/items', tag: 'items', pagination: byCursor },
  verb: { name: 'items' },
  input,
  output,
  async perform(principal, { limit, cursor, mine, ...filters }, services) {
    const { subject } = principal;
    if (mine && filters.holder !== undefined && filters.holder !== subject) throw twoHolders();
    const query = presentFields(mine ? { ...filters, holder: subject } : filters);
    const after = decodeCursor(query, cursor);
    const rights = createItemRights(services, principal);
    const { items, end } = await pageOfItems(services, rights, query, limit, after);
    const isEmpty = items.length === 0 && after === undefined && end === null;
    if (isEmpty) await refuseUnknown(services, principal, filters);
    return {
      items: await Promise.all(items.map((item) => viewItem(services, item, rights))),
      nextCursor: end === null ? null : encodeCursor(query, end),
    };
  },
};

/** Throws if the run or workflow of a filter does not exist. A caller that may not read runs learns nothing about them. */
async function refuseUnknown(
  services: Services,
  principal: Principal,
  { run, workflow }: Pick<z.infer<typeof input>, 'run' | 'workflow'>,
): Promise<void> {
  const { scopes } = principal;
  if (!scopes.has('workflows:query') && !scopes.has('admin')) return;
  if (run !== undefined) await getRecord(services, principal, run);
  if (workflow !== undefined && !(await hasRun(services, principal, workflow))) {
    await getWorkflow(services, principal, workflow);
  }
}

/** Also for a workflow that was removed since, or was only sent along. */
async function hasRun({ store }: Services, { tenant }: Principal, workflow: string): Promise<boolean> {
  return (await store.runs.search(tenant, { workflow }, { limit: 1 })).length > 0;
}

function twoHolders(): OperationError {
  const message = '“mine” and “holder” name two different holders.';
  return new OperationError({
    code: 'invalid_input',
    message,
    suggestedAction: 'Leave one of them out.',
    violations: [{ path: 'holder', rule: 'contradiction', message, expected: 'one holder', actual: 'two' }],
  });
}
