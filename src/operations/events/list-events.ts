/** Lists the event log: who did what to which case, in order [F5.1]. */

import { z } from 'zod';
import { listOf, nextCursorField, objectOf } from '../../languages/output-fields.ts';
import { cursorField, limitField, runField, timestampField } from '../contract/input-fields.ts';
import type { Operation } from '../contract/operation.ts';
import { decodeCursor, encodeCursor } from '../contract/page-cursor.ts';
import { presentFields } from '../contract/present-fields.ts';
import { byCursor } from '../contract/rest-route.ts';
import { type FeedPosition, openFeedPosition, sealFeedPosition, wholeRow } from '../feed/feed-position.ts';
import { getRecord } from '../runs/read-model/find-run.ts';
import { checkWorkflow } from './check-workflow.ts';
import { eventKindsOfLog } from './event-kinds.ts';
import { eventView, viewEvent } from './event-view.ts';
import { readLog } from './read-log.ts';
import { seekTimestamp } from './seek-timestamp.ts';

const short = (what: string) => z.string().min(1).max(300).optional().describe(what);

const input = z.strictObject({
  run: runField.optional().describe('Only events of this case.'),
  workflow: short('Only events of cases of this workflow.'),
  by: short('Only events that this subject caused.'),
  kinds: z
    .array(z.enum(eventKindsOfLog))
    .min(1)
    .max(eventKindsOfLog.length)
    .optional()
    .describe('Only events of these kinds.'),
  task: short('Only events of tasks with this name.'),
  from: timestampField('Only events at this time or later.').optional(),
  before: timestampField('Only events before this time.').optional(),
  limit: limitField(500, 100),
  cursor: cursorField,
});

const output = objectOf({
  events: listOf(eventView, 'In the order in which they happened.'),
  nextCursor: nextCursorField,
});

export type EventList = z.infer<typeof output>;

export const listEvents: Operation<z.infer<typeof input>, EventList> = {
  name: 'events.list',
  scope: 'workflows:query',
  writes: false,
  summary:
    'Lists events of cases, and who caused them, in order of time; a page may have fewer than requested.',
  rest: { method: 'GET', path: '/v1/log', tag: 'changes', pagination: byCursor },
  verb: { name: 'events' },
  input,
  output,
  async perform(principal, { limit, cursor, ...narrowed }, services) {
    const { store } = services;
    const { tenant } = principal;
    const asked = presentFields(narrowed);
    const wanted = {
      ...asked,
      from: timeOf(narrowed.from) ?? 0,
      before: timeOf(narrowed.before) ?? Number.POSITIVE_INFINITY,
    };
    const identity = await store.journals.identity();
    const end = decodeCursor(asked, cursor);
    const { run, workflow } = narrowed;
    if (run !== undefined) await getRecord(services, principal, run);
    if (workflow !== undefined && end === undefined) await checkWorkflow(services, principal, workflow);
    const place: FeedPosition =
      end === undefined
        ? { ...(await seekTimestamp(store, tenant, wanted.from)), part: wholeRow }
        : openFeedPosition(identity, tenant, end.id);
    const { events, next } = await readLog(services, tenant, wanted, place, limit);
    return {
      events: events.map((event) => viewEvent(event, services.redact)),
      nextCursor:
        next === null
          ? null
          : encodeCursor(asked, { id: sealFeedPosition(identity, tenant, next), createdAt: 0 }),
    };
  },
};

const timeOf = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Date.parse(text);
