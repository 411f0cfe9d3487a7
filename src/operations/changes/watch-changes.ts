/**
 * What has changed since somebody looked last: which runs, and whether any document. On request only when there is
 * something, so that whoever keeps others up to date need not ask again and again.
 */
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { openDeadline } from '../contract/open-deadline.ts';
import type { Operation } from '../contract/operation.ts';
import { OperationError } from '../contract/operation-error.ts';
import { flag, integer, listOf, objectOf, text } from '../contract/output-fields.ts';
import type { Principal } from '../contract/principal.ts';
import type { Services } from '../contract/services.ts';

const input = z.strictObject({
  after: z
    .string()
    .min(1)
    .max(300)
    .optional()
    .describe('`cursor` of the answer before; where absent, the answer is the cursor of now, at once.'),
  waitMs: z
    .int()
    .min(0)
    .max(20_000)
    .default(0)
    .describe('Milliseconds to wait at most until something has changed.'),
});

const changedRun = objectOf({
  run: text('Id of the run.'),
  seq: integer('Events so far.'),
  ended: flag(),
});

const output = objectOf({
  cursor: text('Where to go on.'),
  definitions: text(
    'Another one whenever a document that the tenant sees has changed, or what connectors offer.',
  ),
  runs: listOf(changedRun, 'Each run that has changed, once; the latest last.'),
  lost: flag('The cursor is of an earlier process, or too old: anything may have changed.'),
});

export type Changes = z.infer<typeof output>;

export type ChangedRun = z.infer<typeof changedRun>;

export const watchChanges: Operation<z.infer<typeof input>, Changes> = {
  name: 'changes.watch',
  scope: 'workflows:query',
  writes: false,
  summary: 'Tells what has changed since somebody looked last.',
  input,
  output,
  async perform(principal, { after, waitMs }, services, signal) {
    const now = readChanges(services, principal, after);
    if (after === undefined || waitMs === 0 || hasChanges(now, after)) return now;
    await nextChange(services, principal, waitMs, signal);
    // What was committed together is told together.
    await setImmediate();
    return readChanges(services, principal, after);
  },
};

function readChanges(services: Services, { tenant }: Principal, after: string | undefined): Changes {
  const position = after === undefined ? undefined : parseCursor(after);
  const { engine, library, connectorListings } = services;
  const { cursor, runs, lost } = engine.changes(tenant, position?.runs);
  const edition = library.edition(tenant);
  // A list also tells what nobody offers.
  const definitions = connectorListings === undefined ? edition : `${edition}-${connectorListings.edition}`;
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
    message: 'The cursor is none that “changes.watch” gave.',
    suggestedAction: 'Send the “cursor” of the answer before; or leave it out to begin anew.',
  });
}
