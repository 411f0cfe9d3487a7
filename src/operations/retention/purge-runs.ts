/** Removes runs that ended long ago with all their data. One call is bounded: repeat it while more are left. */
import { z } from 'zod';
import { parseDate, parseDuration } from '../../expression/index.ts';
import { flag, integer, objectOf, timestamp } from '../../languages/output-fields.ts';
import { auditEntriesOf } from '../audit/audit-call.ts';
import { isoTime } from '../contract/iso-time.ts';
import type { Operation } from '../contract/operation.ts';
import { OperationError } from '../contract/operation-error.ts';

/** Runs in one transaction, and in one call. */
const batchSize = 200;
const maxPerCall = 2_000;

const input = z.strictObject({
  olderThan: z
    .string()
    .min(1)
    .max(100)
    .describe('Runs that ended longer ago than this (30 days, 12h), or before this date (2026-01-15).'),
  dryRun: z.boolean().default(false).describe('Only count what would be removed.'),
  limit: z
    .int()
    .min(1)
    .max(maxPerCall)
    .default(maxPerCall)
    .describe(`Maximum number of runs. Default: ${maxPerCall}. Call again while there are more.`),
});

const output = objectOf({
  endedBefore: timestamp('Runs that ended before this time were considered.'),
  purged: integer('Number of removed runs; 0 with a dry run.'),
  remaining: integer('Number of runs that are still stored and old enough.'),
  more: flag('Whether any are left: call again.'),
  dryRun: flag(),
});

export type Purge = z.infer<typeof output>;

const name = 'retention.purge';

export const purgeRuns: Operation<z.infer<typeof input>, Purge> = {
  name,
  scope: 'admin',
  writes: true,
  summary: 'Removes runs that ended long ago, with all their data.',
  rest: { method: 'POST', path: '/v1/purges', tag: 'service' },
  verb: { name: 'purge' },
  deadline: 'long',
  examples: [{ input: { olderThan: '90 days', dryRun: true } }],
  input,
  output,
  async perform(principal, { olderThan, dryRun, limit }, services) {
    const { store, clock } = services;
    const { tenant } = principal;
    const now = clock.now();
    const endedBefore = cutoffOf(olderThan, now);
    let purged = 0;
    while (!dryRun && purged < limit) {
      const wanted = Math.min(batchSize, limit - purged);
      // One audit entry for all of them, with the first batch.
      const entries =
        purged > 0 ? [] : auditEntriesOf(services, principal, name, `before ${isoTime(endedBefore)}`);
      const removed = await store.retention.purge(tenant, endedBefore, wanted, entries);
      purged += removed;
      if (removed < wanted) break;
    }
    if (purged > 0) services.quotas?.notePurge();
    // Receipts outlive their runs until their keys expire. Notes do not outlive their sessions.
    if (!dryRun) await store.retention.forget(now, maxPerCall);
    const remaining = await store.runs.count(tenant, { endedBefore });
    return { endedBefore: isoTime(endedBefore), purged, remaining, more: remaining > 0, dryRun };
  },
};

function cutoffOf(text: string, now: number): number {
  const duration = parseDuration(text);
  const cutoff = duration === undefined ? parseDate(text.trim())?.milliseconds : now - duration;
  if (cutoff !== undefined && (duration ?? 0) >= 0 && cutoff >= 0) return Math.min(cutoff, now);
  const message = '“olderThan” must be a duration such as “30 days”, or a date such as 2026-01-15.';
  throw new OperationError({
    code: 'invalid_input',
    message,
    suggestedAction: 'Correct it, and call again.',
    violations: [
      {
        path: 'olderThan',
        rule: 'invalid-value',
        message,
        expected: 'a duration or a date',
        actual: 'something else',
      },
    ],
  });
}
