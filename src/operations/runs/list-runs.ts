/** Lists the runs of a tenant, newest first, in pages. */

import { z } from 'zod';
import { integer, listOf, nextCursorField, objectOf, orNull } from '../../languages/output-fields.ts';
import type { RunQuery } from '../../runtime/index.ts';
import { cursorField, limitField, runField, timestampField } from '../contract/input-fields.ts';
import type { Operation } from '../contract/operation.ts';
import { decodeCursor, encodeCursor } from '../contract/page-cursor.ts';
import { presentFields } from '../contract/present-fields.ts';
import { byCursor } from '../contract/rest-route.ts';
import { runSummary, summaryOf } from './read-model/run-summary.ts';

const statuses = ['created', 'running', 'completed', 'failed', 'cancelled'] as const;

const filters = {
  workflow: z.string().min(1).max(300).optional().describe('Only runs of this workflow.'),
  statuses: z
    .array(z.enum(statuses))
    .min(1)
    .max(statuses.length)
    .optional()
    .describe('Only runs with one of these statuses.'),
  suspended: z.boolean().optional().describe('Only runs that are (true) or are not (false) suspended.'),
  waiting: z.boolean().optional().describe('Only runs that have (true) or have not (false) open work items.'),
  startedBy: z.string().min(1).max(300).optional().describe('Only runs that this subject has started.'),
  createdFrom: timestampField('Only runs that were created then or later.').optional(),
  createdBefore: timestampField('Only runs that were created earlier.').optional(),
  endedBefore: timestampField('Only runs that ended earlier.').optional(),
  failure: z.string().min(1).max(200).optional().describe('Only runs that failed with this code.'),
  forkOf: runField.optional().describe('Only forks of this run.'),
  prefix: z.string().min(1).max(200).optional().describe('Only runs whose id begins like this.'),
};

const input = z.strictObject({
  ...filters,
  limit: limitField(200, 50),
  cursor: cursorField,
  total: z.boolean().default(false).describe('Also count all runs that match.'),
});

type Input = z.infer<typeof input>;

const output = objectOf({
  runs: listOf(runSummary),
  nextCursor: nextCursorField,
  total: orNull(integer(), 'Number of matching runs on all pages; null if not requested.'),
});

export type RunList = z.infer<typeof output>;

export const listRuns: Operation<Input, RunList> = {
  name: 'runs.list',
  scope: 'workflows:query',
  writes: false,
  summary: 'Lists runs, newest first.',
  rest: { method: 'GET', path: '/v1/runs', tag: 'runs', pagination: byCursor },
  verb: { name: 'runs' },
  input,
  output,
  async perform({ tenant }, { limit, cursor, total, ...narrowed }, { store }) {
    const query = queryOf(narrowed);
    const before = decodeCursor(query, cursor);
    // One more row than shown tells whether there is a next page.
    const page = {
      limit: limit + 1,
      ...(before === undefined ? {} : { before: before.id, beforeCreatedAt: before.createdAt }),
    };
    const found = await store.runs.search(tenant, query, page);
    const shown = found.slice(0, limit);
    const last = shown.at(-1);
    return {
      runs: shown.map(summaryOf),
      nextCursor: found.length > limit && last !== undefined ? encodeCursor(query, last) : null,
      total: total ? await store.runs.count(tenant, query) : null,
    };
  },
};

type Narrowed = Omit<Input, 'limit' | 'cursor' | 'total'>;

function queryOf({ createdFrom, createdBefore, endedBefore, ...rest }: Narrowed): RunQuery {
  const timeOf = (text: string | undefined) => (text === undefined ? undefined : Date.parse(text));
  return presentFields({
    ...rest,
    createdFrom: timeOf(createdFrom),
    createdBefore: timeOf(createdBefore),
    endedBefore: timeOf(endedBefore),
  });
}
