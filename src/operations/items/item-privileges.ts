/** Who may do more with a work item than answer it [Y6.2]: skip it, suspend it, hand it on. */
import { z } from 'zod';
import type { Json } from '../../kernel/index.ts';
import type { WorkItem } from '../../runtime/index.ts';
import type { Principal } from '../contract/principal.ts';
import { partOf } from './item-part.ts';

const names = z.array(z.string().min(1).max(300)).max(1_000);

const privileged = z.union([z.literal('all'), z.strictObject({ roles: names, subjects: names })]);

/** What is absent is for whoever administers. */
const declaredPrivileges = z.strictObject({
  skip: z.exactOptional(privileged),
  suspend: z.exactOptional(privileged),
  delegate: z.exactOptional(privileged),
  reallocate: z.exactOptional(privileged),
});

type ItemPrivileges = z.infer<typeof declaredPrivileges>;

export type Privilege = keyof ItemPrivileges;

/** Whether an item that comes from outside says it in a way that can be read. */
export function hasReadablePrivileges(item: Json): boolean {
  const written = partOf(item, 'privileges');
  return written === undefined || declaredPrivileges.safeParse(written).success;
}

/** Whether its workflow says who has which privilege; where it does not, whoever may answer it has all of them. */
export const hasPrivileges = (asked: Pick<WorkItem, 'reason' | 'item'>): boolean =>
  privilegesOf(asked) !== null;

/** Beside the right to answer it. To hand on what one holds, either of two privileges will do. */
export function isPrivileged(
  { subject, roles }: Principal,
  asked: Pick<WorkItem, 'reason' | 'item' | 'holder'>,
  privilege: Privilege,
): boolean {
  const given = privilegesOf(asked);
  if (given === null) return true;
  const has = (each: Privilege): boolean => {
    const whom = given[each];
    if (whom === undefined || whom === 'all') return whom === 'all';
    return whom.subjects.includes(subject) || whom.roles.some((role) => roles.includes(role));
  };
  return has(privilege) || (privilege === 'delegate' && asked.holder === subject && has('reallocate'));
}

/** What was compiled here or checked when it was imported. */
function privilegesOf({ reason, item }: Pick<WorkItem, 'reason' | 'item'>): ItemPrivileges | null {
  const written = reason === 'work' ? partOf(item, 'privileges') : undefined;
  return written === undefined ? null : (written as unknown as ItemPrivileges);
}
