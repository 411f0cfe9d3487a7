/** Reads for whom a work item is: what its workflow declares and what applies to its kind. */
import { z } from 'zod';
import type { Json } from '../../../kernel/index.ts';
import { flag, listOf, namedObject, orNull, text } from '../../../languages/output-fields.ts';
import { partOf } from '../../../languages/part-of.ts';
import type { WorkItem } from '../../../runtime/index.ts';

const names = z.array(z.string().min(1).max(300)).max(500);

const kinds = z.enum(['person', 'agent', 'service']);

const initiator = z.enum(['user', 'system']);

/** A language declares as many of them as it has. */
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
  'For whom a work item is: for principals that have one of the roles or are one of the subjects, if any are named. All other conditions must hold as well.',
  {
    roles: listOf(text()),
    subjects: listOf(text()),
    kind: orNull(kinds, 'Only principals of this kind; null if it does not matter.'),
    scope: orNull(z.enum(['admin']), 'The scope that is required in addition to the one for work items.'),
    fourEyes: flag('Not for those who requested what the run does.'),
    from: z.exactOptional(listOf(text(), 'Variables that name more subjects.')),
    familiar: z.exactOptional(
      listOf(text(), 'When one of these tasks is completed: for its performer instead of those named.'),
    ),
    apartFrom: z.exactOptional(listOf(text(), 'Not for those who did one of these tasks.')),
    unoffered: z.exactOptional(flag('For no one until an administrator delegates it.')),
    allocated: z.exactOptional(flag('For one of those people, chosen by the system.')),
    chosen: z.exactOptional(text('The subject that the system has chosen.')),
    handedTo: z.exactOptional(
      text('The subject that it was delegated to. It is for them until they release it.'),
    ),
  },
);

export type ItemWho = z.infer<typeof itemWho>;

export type AskedItem = Pick<WorkItem, 'reason' | 'item'>;

/** Null if anyone may answer it. */
export function whoOf({ reason, item }: AskedItem): ItemWho | null {
  switch (reason) {
    case 'work':
      return declaredBy(item);
    case 'doubt':
      // The verdict on a call requires a principal that can find out what happened.
      return { ...anybody, scope: 'admin' };
    case 'approval':
      // An approval is for those who could have given the answer.
      return approverOf(declaredBy(item) ?? anybody);
  }
}

const anybody: ItemWho = { roles: [], subjects: [], kind: null, scope: null, fourEyes: false };

/** The system chooses no one again. What was delegated is approved by those who may delegate. */
function approverOf({ unoffered, allocated, ...who }: ItemWho): ItemWho {
  return { ...who, kind: 'person', scope: unoffered === true ? 'admin' : who.scope };
}

/** Compiled by this program, or checked when it was imported. */
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

/** If only roles are named, no candidates are known. */
const isForPeople = (subjects: readonly string[], from: NonNullable<DeclaredWho['from']>): boolean =>
  subjects.length > 0 || from.some(({ refers }) => refers === 'participant');

function isNarrow({ scope, ...who }: ItemWho): boolean {
  return Object.values(who).some((each) =>
    Array.isArray(each) ? each.length > 0 : each !== null && each !== false,
  );
}

/** The tasks that it depends on and that are not in its own net. */
export function tasksElsewhere({ item }: AskedItem): ReadonlySet<string> {
  const { elsewhere = [] } = (partOf(item, 'who') ?? {}) as Partial<DeclaredWho>;
  return new Set(elsewhere);
}

/** Whether the chosen subject holds it at once. */
export function isStartedAtOnce({ reason, item }: AskedItem): boolean {
  const { startedBy } = (partOf(item, 'who') ?? {}) as Partial<DeclaredWho>;
  return reason === 'work' && startedBy === 'system' && declaredBy(item)?.allocated === true;
}

/** Whether the declaration of an imported item can be parsed. */
export function hasReadableWho(item: Json): boolean {
  const who = partOf(item, 'who');
  return who === undefined || declaredWho.safeParse(who).success;
}
