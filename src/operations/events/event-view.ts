/** Shows an event of the log. */
import { z } from 'zod';
import { described, integer, listOf, namedObject, text, timestamp } from '../../languages/output-fields.ts';
import { itemId, type Redact, type RunRecord } from '../../runtime/index.ts';
import { isoTime } from '../contract/iso-time.ts';
import { eventKindsOfLog } from './event-kinds.ts';
import type { LoggedEvent } from './logged-event.ts';

export const eventView = namedObject('LoggedEvent', 'An event of a case.', {
  at: timestamp(),
  run: text('Id of the case.'),
  workflow: text('Id of the workflow, which is its specification.'),
  version: text('Version of the workflow, as the author wrote it.'),
  seq: integer('Number of the entry in the journal of the case.'),
  event: described(z.enum(eventKindsOfLog), 'What happened.'),
  by: text('Who did it; empty if the engine did.'),
  task: text('Empty if it concerns the whole case.'),
  net: text('The workflow, or the part of it, that contains the task; empty if it concerns the whole case.'),
  item: text('Id of the work item; empty if there is none.'),
  cause: text('Why it failed, or what it was copied from; otherwise empty.'),
  correlationId: text('Of the request that caused it; empty if none did.'),
  to: z.exactOptional(text('The new holder of a delegated work item.')),
  connector: z.exactOptional(text('The connector of a call.')),
  attempt: z.exactOptional(integer('Number of the attempt, from 1.')),
  names: z.exactOptional(listOf(text(), 'Name of the signal, or of the changed data.')),
});

export type EventView = z.infer<typeof eventView>;

export interface EventOfCase {
  readonly record: RunRecord;
  readonly event: LoggedEvent;
}

/** @param redact hides secrets in failure messages */
export function viewEvent({ record, event }: EventOfCase, redact: Redact | undefined): EventView {
  const { id: run, workflow, version } = record;
  const { kind, seq, at, by, task, net, instance, isItem, correlationId } = event;
  const { to, connector, attempt, names } = event;
  const cause = causeOf({ record, event });
  const shown = redact === undefined ? cause : redact(cause);
  return {
    at: isoTime(at),
    run,
    workflow,
    version,
    seq,
    event: kind,
    by,
    task,
    net,
    item: isItem ? itemId(run, instance) : '',
    cause: typeof shown === 'string' ? shown : cause,
    correlationId,
    ...(to === '' ? {} : { to }),
    ...(connector === '' ? {} : { connector }),
    ...(attempt === 0 ? {} : { attempt }),
    ...(names.length === 0 ? {} : { names }),
  };
}

function causeOf({ record: { origin, failure: code }, event: { kind, failure } }: EventOfCase): string {
  if (failure !== null) return `${failure.code}: ${failure.message}`;
  if (origin !== null && (kind === 'case_forked' || kind === 'case_imported')) {
    return `Copied from ${origin.run}, with ${origin.at} of its events.`;
  }
  return kind === 'case_failed' ? (code ?? '') : '';
}
