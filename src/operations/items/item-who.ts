/** For whom a work item is: what its workflow says of it, and what holds for its kind. */
import { z } from 'zod';
import type { Json } from '../../kernel/index.ts';
import type { WorkItem } from '../../runtime/index.ts';
import { flag, listOf, namedObject, orNull, text } from '../contract/output-fields.ts';
import { partOf } from './item-part.ts';

const names = z.array(z.string().min(1).max(300)).max(500);

const kinds = z.enum(['person', 'agent', 'service']);

const initiator = z.enum(['user', 'system']);

/** A workflow in the graph language says the first four, one of YAWL all of it. */
const declaredWho = z.strictObject({
  roles: names,
  subjects: names,
  kind: kinds.nullable(),
  fourEyes: z.boolean(),
  familiar: z.exactOptional(names),
  apartFrom: z.exactOptional(names),
  elsewhere: z.exactOptional(names),
  offeredBy: z.exactOptional(initiator),
  allocatedBy: z.exactOptional(initiator),
  startedBy: z.exactOptional(initiator),
  from: z.exactOptional(
    z
      .array(
        z.strictObject({ variable: z.string().min(1).max(300), refers: z.enum(['participant', 'role']) }),
      )
      .max(500),
  ),
});

type DeclaredWho = z.infer<typeof declaredWho>;

export const itemWho = namedObject(
  'ItemWho',
  'For whom a work item is: for whoever has one of the roles or is one of the subjects, where any are named; and everything else that is said has to hold, too.',
  {
    roles: listOf(text()),
    subjects: listOf(text()),
    kind: orNull(kinds, 'Only principals of this kind; null where it does not matter.'),
    scope: orNull(z.enum(['admin']), 'The scope that is needed beside the one for work items.'),
    fourEyes: flag('Not for whoever asked for what the run does.'),
    from: z.exactOptional(listOf(text(), 'Variables that name more of them.')),
    familiar: z.exactOptional(
      listOf(text(), 'Once somebody has completed one of these tasks: for them instead of whom is named.'),
    ),
    apartFrom: z.exactOptional(listOf(text(), 'Not for whoever did one of these tasks.')),
    unoffered: z.exactOptional(flag('For nobody before whoever administers has handed it to somebody.')),
    allocated: z.exactOptional(flag('For one of those people, whom the system chooses.')),
    chosen: z.exactOptional(text('Whom the system has chosen.')),
    handedTo: z.exactOptional(text('To whom it was handed: it is for them until they give it back.')),
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
      return approverOf(declaredBy(item) ?? anybody);
  }
}

const anybody: ItemWho = { roles: [], subjects: [], kind: null, scope: null, fourEyes: false };

/** Nobody is chosen a second time; and what was handed to somebody is approved by those who hand it to people. */
function approverOf({ unoffered, allocated, ...who }: ItemWho): ItemWho {
  return { ...who, kind: 'person', scope: unoffered === true ? 'admin' : who.scope };
}

/** What was compiled here or checked when it was imported. */
function declaredBy(item: Json): ItemWho | null {
  const written = partOf(item, 'who');
  if (written === undefined) return null;
  const { roles, subjects, kind, fourEyes, ...more } = written as unknown as DeclaredWho;
  const { familiar = [], apartFrom = [], from = [], offeredBy, allocatedBy } = more;
  const who: ItemWho = {
    roles,
    subjects,
    kind,
    scope: null,
    fourEyes,
    ...(from.length === 0 ? {} : { from: from.map(({ variable }) => variable) }),
    ...(familiar.length === 0 ? {} : { familiar }),
    ...(apartFrom.length === 0 ? {} : { apartFrom }),
    ...(offeredBy === 'user' ? { unoffered: true } : {}),
    ...(offeredBy !== 'user' && allocatedBy === 'system' && isForPeople(subjects, from)
      ? { allocated: true }
      : {}),
  };
  return isNarrow(who) ? who : null;
}

/** Where only roles are named, nobody is known to choose from. */
const isForPeople = (subjects: readonly string[], from: NonNullable<DeclaredWho['from']>): boolean =>
  subjects.length > 0 || from.some(({ refers }) => refers === 'participant');

function isNarrow({ scope, ...who }: ItemWho): boolean {
  return Object.values(who).some((each) =>
    Array.isArray(each) ? each.length > 0 : each !== null && each !== false,
  );
}

/** Of the tasks that it depends on who did: those that are not in its own net. */
export function tasksElsewhere({ item }: AskedItem): ReadonlySet<string> {
  const { elsewhere = [] } = (partOf(item, 'who') ?? {}) as Partial<DeclaredWho>;
  return new Set(elsewhere);
}

/** Whether whoever is chosen for it has it at once. */
export function isStartedAtOnce({ reason, item }: AskedItem): boolean {
  const { startedBy } = (partOf(item, 'who') ?? {}) as Partial<DeclaredWho>;
  return reason === 'work' && startedBy === 'system' && declaredBy(item)?.allocated === true;
}

/** Whether an item that comes from outside says it in a way that can be read. */
export function hasReadableWho(item: Json): boolean {
  const who = partOf(item, 'who');
  return who === undefined || declaredWho.safeParse(who).success;
}
