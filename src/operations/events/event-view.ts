/** An event of the log, as it is shown. */
import { z } from 'zod';
import { itemId, type Redact, type RunRecord } from '../../runtime/index.ts';
import { described, integer, listOf, namedObject, text, timestamp } from '../contract/output-fields.ts';
import { isoTime } from '../runs/run-summary.ts';
import { eventKindsOfLog } from './event-kinds.ts';
import type { LoggedEvent } from './logged-event.ts';

export const eventView = namedObject('LoggedEvent', 'Something that happened to a case.', {
  at: timestamp(),
  run: text('Id of the case.'),
  workflow: text('Id of the workflow, which is its specification.'),
  version: text('Version of the workflow, as its author wrote it.'),
  seq: integer('Number of the entry in the journal of the case.'),
  event: described(z.enum(eventKindsOfLog), 'What happened.'),
  by: text('Who did it; empty where the engine did.'),
  task: text('Empty where the whole case is meant.'),
  net: text('The workflow, or the part of it, that the task is in; empty where the whole case is meant.'),
  item: text('Id of the work item; empty where it is about none.'),
  cause: text('Why it failed, or what it was copied from; empty elsewhere.'),
  correlationId: text('Of the request that caused it; empty where none did.'),
  to: z.exactOptional(text('Who has the work item that was delegated.')),
  connector: z.exactOptional(text('The connector of a call.')),
  attempt: z.exactOptional(integer('Which try it is, from 1.')),
  names: z.exactOptional(listOf(text(), 'Of the signal that came, or of the data that were changed.')),
});

export type EventView = z.infer<typeof eventView>;

export interface EventOfCase {
  readonly record: RunRecord;
  readonly event: LoggedEvent;
}

/** @param redact hides secrets in what failures say */
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
