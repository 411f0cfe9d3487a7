/**
 * Returns what has changed since a cursor: which runs, and whether any document. It can wait for the first change, so that
 * clients need not poll.
 */

import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { phrase } from '../../languages/index.ts';
import { flag, integer, listOf, objectOf, text } from '../../languages/output-fields.ts';
import type { Operation } from '../contract/operation.ts';
import { OperationError } from '../contract/operation-error.ts';
import type { Principal } from '../contract/principal.ts';
import { byAfterCursor } from '../contract/rest-route.ts';
import type { Services } from '../contract/services.ts';
import { openDeadline } from '../infrastructure/open-deadline.ts';

const input = z.strictObject({
  after: z
    .string()
    .min(1)
    .max(300)
    .optional()
    .describe('`cursor` of the previous answer. Default: the answer is the current cursor, immediately.'),
  waitMs: z
    .int()
    .min(0)
    .max(20_000)
    .default(0)
    .describe('Maximum time to wait until something has changed, in milliseconds.'),
});

const changedRun = objectOf({
  run: text('Id of the run.'),
  seq: integer('Number of events so far.'),
  ended: flag(),
});

const output = objectOf({
  cursor: text('Cursor for the next call.'),
  definitions: text(
    'Changes whenever a document that the tenant sees, or the operations of a connector, have changed.',
  ),
  runs: listOf(changedRun, 'Changed runs without duplicates, the latest last.'),
  lost: flag('Whether the cursor is from an earlier process, or too old: anything may have changed.'),
});

export type Changes = z.infer<typeof output>;

export type ChangedRun = z.infer<typeof changedRun>;

export const watchChanges: Operation<z.infer<typeof input>, Changes> = {
  name: 'changes.watch',
  scope: 'workflows:query',
  writes: false,
  summary: 'Returns the runs and documents that have changed since a cursor.',
  rest: { method: 'GET', path: '/v1/changes', tag: 'changes', pagination: byAfterCursor },
  input,
  output,
  async perform(principal, { after, waitMs }, services, signal) {
    const now = readChanges(services, principal, after);
    if (after === undefined || waitMs === 0 || hasChanges(now, after)) return now;
    await nextChange(services, principal, waitMs, signal);
    // Changes of one commit are reported together.
    await setImmediate();
    return readChanges(services, principal, after);
  },
};

function readChanges(services: Services, { tenant }: Principal, after: string | undefined): Changes {
  const position = after === undefined ? undefined : parseCursor(after);
  const { engine, library, connectorListings } = services;
  const { cursor, runs, lost } = engine.changes(tenant, position?.runs);
  const edition = library.edition(tenant);
  // Lists of workflows also show missing operations.
  const definitions =
    connectorListings === undefined ? edition : `${edition}-${connectorListings.edition(tenant)}`;
  return {
    cursor: `${cursor}.${definitions}`,
    definitions,
    runs: runs.map(({ id, seq, endedAt }) => ({ run: id, seq, ended: endedAt !== null })),
    lost,
  };
}

const hasChanges = ({ definitions, runs, lost }: Changes, after: string): boolean =>
  lost || runs.length > 0 || parseCursor(after).definitions !== definitions;

async function nextChange(
  { engine, library, clock }: Services,
  { tenant }: Principal,
  waitMs: number,
  given: AbortSignal | undefined,
): Promise<void> {
  const { signal, end } = openDeadline(clock, waitMs, given);
  try {
    await Promise.race([engine.nextChange(tenant, signal), library.nextEdition(tenant, signal)]);
  } finally {
    end();
  }
}

function parseCursor(cursor: string): { readonly runs: string; readonly definitions: string } {
  const [, runs, definitions] = /^([0-9a-f]+-\d{1,16})\.([0-9a-f-]+)$/.exec(cursor) ?? [];
  if (runs !== undefined && definitions !== undefined) return { runs, definitions };
  throw new OperationError({
    code: 'bad_cursor',
    message: phrase`The cursor was not issued by ${{ operation: 'changes.watch' }}.`,
    suggestedAction: 'Send the “cursor” of the previous answer, or omit it to start again.',
  });
}
