/** For whom a work item is: what its workflow says of it, and what holds for its kind. */
import { z } from 'zod';
import type { Json } from '../../kernel/index.ts';
import type { WorkItem } from '../../runtime/index.ts';
import { flag, listOf, namedObject, orNull, text } from '../contract/output-fields.ts';

const names = z.array(z.string().min(1).max(300)).max(50);

const kinds = z.enum(['person', 'agent', 'service']);

const declaredWho = z.strictObject({
  roles: names,
  subjects: names,
  kind: kinds.nullable(),
  fourEyes: z.boolean(),
});

export const itemWho = namedObject(
  'ItemWho',
  'For whom a work item is: for whoever has one of the roles or is one of the subjects, where any are named; and everything else that is said has to hold, too.',
  {
    roles: listOf(text()),
    subjects: listOf(text()),
    kind: orNull(kinds, 'Only principals of this kind; null where it does not matter.'),
    scope: orNull(z.enum(['admin']), 'The scope that is needed beside the one for work items.'),
    fourEyes: flag('Not for whoever asked for what the run does.'),
  },
);

export type ItemWho = z.infer<typeof itemWho>;

export type AskedItem = Pick<WorkItem, 'reason' | 'item'>;

/** Null where anybody may answer it. */
export function whoOf({ reason, item }: AskedItem): ItemWho | null {
  switch (reason) {
    case 'work':
      return declaredBy(item);
    case 'doubt':
      // Who says that a payment went through had better be able to find out.
      return { ...anybody, scope: 'admin' };
    case 'approval':
      // An answer counts again when it is approved by whoever could have given it.
      return { ...(declaredBy(item) ?? anybody), kind: 'person' };
  }
}

const anybody: ItemWho = { roles: [], subjects: [], kind: null, scope: null, fourEyes: false };

/** What was compiled here or checked when it was imported. */
function declaredBy(item: Json): ItemWho | null {
  const who = writtenBy(item);
  return who === undefined ? null : { ...(who as unknown as z.infer<typeof declaredWho>), scope: null };
}

/** Whether an item that comes from outside says it in a way that can be read. */
export function hasReadableWho(item: Json): boolean {
  const who = writtenBy(item);
  return who === undefined || declaredWho.safeParse(who).success;
}

function writtenBy(item: Json): Json | undefined {
  return typeof item === 'object' && item !== null && 'who' in item ? item['who'] : undefined;
}
