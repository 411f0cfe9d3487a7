/** The work items of a tenant, oldest first, a page at a time. */
import { z } from 'zod';
import { cursorField, limitField, runField } from '../contract/input-fields.ts';
import type { Operation } from '../contract/operation.ts';
import { OperationError } from '../contract/operation-error.ts';
import { decodeCursor, encodeCursor } from '../contract/page-cursor.ts';
import { presentFields } from '../contract/present-fields.ts';
import { type ItemView, viewItem } from './item-view.ts';

const states = ['offered', 'held', 'completed', 'failed', 'skipped', 'withdrawn'] as const;

const input = z.strictObject({
  run: runField.optional().describe('Only items of this run.'),
  workflow: z.string().min(1).max(300).optional().describe('Only items of runs of this workflow.'),
  states: z
    .array(z.enum(states))
    .min(1)
    .max(states.length)
    .default(['offered', 'held'])
    .describe('Only items in one of these states; the open ones where absent.'),
  holder: z.string().min(1).max(300).optional().describe('Only items that this subject holds.'),
  mine: z.boolean().default(false).describe('Only items that whoever asks holds.'),
  reason: z
    .enum(['work', 'doubt', 'approval'])
    .optional()
    .describe('work: asked by a workflow; doubt: what became of a call; approval: of a fork.'),
  limit: limitField(200, 50),
  cursor: cursorField,
});

export interface ItemList {
  readonly items: readonly ItemView[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

export const listItems: Operation<z.infer<typeof input>, ItemList> = {
  name: 'items.list',
  scope: 'workitems:manage',
  writes: false,
  input,
  async perform({ tenant, subject }, { limit, cursor, mine, ...filters }, services) {
    if (mine && filters.holder !== undefined && filters.holder !== subject) throw twoHolders();
    const query = presentFields(mine ? { ...filters, holder: subject } : filters);
    const after = decodeCursor(query, cursor);
    // One more than is shown tells whether there is a next page.
    const page = {
      limit: limit + 1,
      ...(after === undefined ? {} : { after: after.id, afterCreatedAt: after.createdAt }),
    };
    const found = await services.store.items.search(tenant, query, page);
    const shown = found.slice(0, limit);
    const last = shown.at(-1);
    return {
      items: await Promise.all(shown.map((item) => viewItem(services, item))),
      nextCursor: found.length > limit && last !== undefined ? encodeCursor(query, last) : null,
    };
  },
};

function twoHolders(): OperationError {
  const message = '“mine” and “holder” name two different holders.';
  return new OperationError({
    code: 'invalid_input',
    category: 'validation',
    message,
    suggestedAction: 'Leave one of them out.',
    violations: [{ path: 'holder', rule: 'contradiction', message, expected: 'one holder', actual: 'two' }],
  });
}
