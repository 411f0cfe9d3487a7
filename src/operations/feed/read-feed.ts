/**
 * Reads everything that happens to the runs of a tenant, in the order in which it was committed [W5.1]. A client that
 * sends a position continues after it, even after a restart, and is notified of gaps.
 */

import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { flag, listOf, objectOf, text } from '../../languages/output-fields.ts';
import type { RunRecord } from '../../runtime/index.ts';
import { runNotFound } from '../contract/engine-errors.ts';
import { limitField, runField } from '../contract/input-fields.ts';
import type { Operation } from '../contract/operation.ts';
import type { Principal } from '../contract/principal.ts';
import { byAfterCursor } from '../contract/rest-route.ts';
import type { Services } from '../contract/services.ts';
import { openDeadline } from '../infrastructure/open-deadline.ts';
import { eventsOfRows, type FeedKind, type RowEvents } from './events-of-rows.ts';
import { type FeedEvent, feedEvent } from './feed-event.ts';
import {
  type FeedPosition,
  openFeedPosition,
  resumeFrom,
  sealFeedPosition,
  wholeRow,
} from './feed-position.ts';

const fields = {
  after: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe(
      '`cursor` of the previous answer, or `place` of an event; 0 starts with the oldest. Default: returns the current cursor at once.',
    ),
  run: runField.optional().describe('Only what happens to this run.'),
  workflow: z.string().min(1).max(300).optional().describe('Only what happens to runs of this workflow.'),
  limit: limitField(500, 100).describe('Maximum number of journal entries. Default: 100.'),
  waitMs: z.int().min(0).max(20_000).default(0).describe('Maximum milliseconds to wait for an event.'),
};

const kinds = ['run', 'item', 'journal'] as const;

const input = z.strictObject({
  ...fields,
  types: z
    .array(z.enum(kinds))
    .min(1)
    .max(kinds.length)
    .optional()
    .describe('What to report: runs, work items, journal entries. Default: everything that you may see.'),
});

const itemsInput = z.strictObject(fields);

const output = objectOf({
  cursor: text('Pass it as “after” to continue.'),
  lost: flag('Events after the position were removed: read the current state again.'),
  events: listOf(feedEvent, 'In the order in which they happened; runs and work items are as they are now.'),
  ended: flag('Only with “run”: it has ended, and everything about it was reported.'),
});

export type Feed = z.infer<typeof output>;

type FeedQuery = z.infer<typeof itemsInput> & { readonly kinds: ReadonlySet<FeedKind> };

/** Pages that one call searches for matching events. */
const maxPages = 50;

export const readFeed: Operation<z.infer<typeof input>, Feed> = {
  name: 'feed.read',
  scope: 'workflows:query',
  additionalScopes: [
    {
      scope: 'workitems:manage',
      when: { description: 'with the type “item”', applies: ({ types }) => types?.includes('item') === true },
    },
  ],
  writes: false,
  summary: 'Reads what happens to runs and work items, as it happens.',
  rest: { method: 'GET', path: '/v1/feed', tag: 'changes', pagination: byAfterCursor },
  input,
  output,
  async perform(principal, { types, ...query }, services, signal) {
    const mayItems = principal.scopes.has('workitems:manage');
    const visibleKinds = kinds.filter((kind) => kind !== 'item' || mayItems);
    return read(services, principal, { ...query, kinds: new Set(types ?? visibleKinds) }, signal);
  },
};

export const readItemFeed: Operation<z.infer<typeof itemsInput>, Feed> = {
  name: 'feed.items',
  scope: 'workitems:manage',
  writes: false,
  summary: 'Reads what happens to work items, as it happens.',
  rest: { method: 'GET', path: '/v1/feed/items', tag: 'changes', pagination: byAfterCursor },
  input: itemsInput,
  output,
  perform: (principal, query, services, signal) =>
    read(services, principal, { ...query, kinds: new Set(['item']) }, signal),
};

async function read(
  services: Services,
  principal: Principal,
  query: FeedQuery,
  signal: AbortSignal | undefined,
): Promise<Feed> {
  const { store, clock } = services;
  const { tenant } = principal;
  const run = await getRun(services, principal, query);
  const identity = await store.journals.identity();
  const seal = (place: FeedPosition): string => sealFeedPosition(identity, tenant, place);
  if (query.after === undefined) {
    return { cursor: seal(await endOfFeed(services)), lost: false, events: [], ended: hasEnded(run) };
  }
  const after = openFeedPosition(identity, tenant, query.after);
  const deadline = openDeadline(clock, query.waitMs, signal);
  try {
    const page = await waitForPage(services, principal, query, after, deadline.signal);
    const events = page.rows.flatMap((row) => sealEvents(row, seal, after));
    return { cursor: seal(page.next), lost: page.lost, events, ended: page.ended };
  } finally {
    deadline.end();
  }
}

/** The next page with events, or the last page read when the time is over. */
async function waitForPage(
  services: Services,
  principal: Principal,
  query: FeedQuery,
  after: FeedPosition,
  timeoutSignal: AbortSignal,
): Promise<FeedPage> {
  const nextChange = () => services.engine.nextChange(principal.tenant, timeoutSignal);
  const isNew = (row: RowEvents): boolean =>
    row.events.length > (row.row.place.row === after.row ? after.part : 0);
  let position = after;
  // Events that arrive during the search are not missed.
  let nextNotice = nextChange();
  for (let pages = 1; ; pages++) {
    const page = await readPage(services, principal, query, position);
    const mustAnswer = page.isEnd ? timeoutSignal.aborted || query.waitMs === 0 : pages >= maxPages;
    if (page.lost || page.rows.some(isNew) || mustAnswer) return page;
    position = page.next;
    if (page.isEnd) {
      await nextNotice;
      nextNotice = nextChange();
    }
    // Events of one commit stay together; a long search yields to other work.
    await setImmediate();
  }
}

interface FeedPage {
  readonly rows: readonly RowEvents[];
  readonly next: FeedPosition;
  readonly isEnd: boolean;
  readonly lost: boolean;
  readonly ended: boolean;
}

async function readPage(
  services: Services,
  principal: Principal,
  query: FeedQuery,
  after: FeedPosition,
): Promise<FeedPage> {
  const { store } = services;
  const before = await getRun(services, principal, query);
  const found = await store.journals.follow(principal.tenant, resumeFrom(after), query.limit, query.run);
  const { entries, isEnd } = found;
  const [first] = entries;
  // A row that was delivered in part must still be the same row.
  if (first?.place.row === after.row && first.place.mark !== after.mark) {
    return { rows: [], next: await endOfFeed(services), isEnd: true, lost: true, ended: false };
  }
  const rows = await eventsOfRows(services, principal, entries, query);
  const run = await getRun(services, principal, query);
  const lastSeq = entries.at(-1)?.entry.seq ?? before?.seq;
  return {
    rows,
    next: { ...found.next, part: wholeRow },
    isEnd,
    lost: found.lost,
    ended: isEnd && hasEnded(run) && lastSeq === run?.seq,
  };
}

async function getRun(
  { store }: Services,
  { tenant }: Principal,
  { run: id }: FeedQuery,
): Promise<RunRecord | undefined> {
  if (id === undefined) return undefined;
  const run = await store.runs.find(tenant, id);
  if (run === undefined) throw runNotFound(id);
  return run;
}

const hasEnded = (run: RunRecord | undefined): boolean => run !== undefined && run.endedAt !== null;

const endOfFeed = async ({ store }: Services): Promise<FeedPosition> => ({
  ...(await store.journals.end()),
  part: wholeRow,
});

function sealEvents(
  { row, events }: RowEvents,
  seal: (position: FeedPosition) => string,
  after: FeedPosition,
): readonly FeedEvent[] {
  const { place } = row;
  const before = place.row === after.row ? after.part : 0;
  return events.flatMap((event, at): FeedEvent[] => {
    const part = at + 1;
    if (part <= before) return [];
    const sealed = seal({ ...place, part: part === events.length ? wholeRow : part });
    // The kind of an event matches its value.
    return [{ ...event, place: sealed } as FeedEvent];
  });
}
