/** Lists who has privileges on a work item besides answering it [Y6.2]: skip, suspend, delegate. */
import { z } from 'zod';
import type { Json } from '../../../kernel/index.ts';
import { partOf } from '../../../languages/part-of.ts';
import type { WorkItem } from '../../../runtime/index.ts';
import type { Principal } from '../../contract/principal.ts';

const names = z.array(z.string().min(1).max(300)).max(1_000);

const privileged = z.union([z.literal('all'), z.strictObject({ roles: names, subjects: names })]);

/** An absent privilege is for administrators only. */
const declaredPrivileges = z.strictObject({
  skip: z.exactOptional(privileged),
  suspend: z.exactOptional(privileged),
  delegate: z.exactOptional(privileged),
  reallocate: z.exactOptional(privileged),
});

type ItemPrivileges = z.infer<typeof declaredPrivileges>;

export type Privilege = keyof ItemPrivileges;

/** Whether the privileges of an imported item can be parsed. */
export function hasReadablePrivileges(item: Json): boolean {
  const written = partOf(item, 'privileges');
  return written === undefined || declaredPrivileges.safeParse(written).success;
}

/** Whether the workflow declares privileges. Otherwise everyone who may answer the item has all of them. */
export const hasPrivileges = (asked: Pick<WorkItem, 'reason' | 'item'>): boolean =>
  privilegesOf(asked) !== null;

/** In addition to the right to answer. To pass on a held item, either of two privileges is enough. */
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

/** Compiled by this program, or checked when it was imported. */
function privilegesOf({ reason, item }: Pick<WorkItem, 'reason' | 'item'>): ItemPrivileges | null {
  const written = reason === 'work' ? partOf(item, 'privileges') : undefined;
  return written === undefined ? null : (written as unknown as ItemPrivileges);
}
