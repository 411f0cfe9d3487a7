/** Events that a client held until they became a run: their large values are not stored yet, and they may come twice. */
import { isDeepStrictEqual } from 'node:util';
import type { JournalEntry } from '../ports/journal.ts';
import type { Store } from '../ports/store.ts';
import type { Payloads } from './payloads.ts';
import { externalizeEvent } from './run-commands.ts';
import type { AdoptRequest, EngineAnswer } from './run-requests.ts';

/** As a run stores them. */
export function externalizeHeld(request: AdoptRequest, payloads: Payloads): AdoptRequest {
  const externalized = request.entries.map(({ event }) => externalizeEvent(event, request.tenant, payloads));
  return {
    ...request,
    entries: request.entries.map((entry, index) => ({ ...entry, ...externalized[index] })),
    contents: [...request.contents, ...externalized.flatMap(({ contents }) => contents)],
  };
}

/** The run that has the id, if it is no copy and began with the same workflow and events. */
export async function findSameRun(
  { runs, journals }: Store,
  { tenant, id = '', workflow, origin, entries }: AdoptRequest,
): Promise<EngineAnswer> {
  const run = await runs.find(tenant, id);
  const isOfSame =
    origin === null &&
    run?.language === workflow.language &&
    run.workflow === workflow.name &&
    run.revision === workflow.revision;
  if (!isOfSame) return { kind: 'id-taken' };
  const stored = await journals.read(tenant, id, 0, entries.length);
  const isSame =
    entries.length <= stored.length && entries.every((each, index) => isAlike(each, stored[index]));
  return isSame ? { kind: 'done', run, repeated: true, outcome: run.status } : { kind: 'id-taken' };
}

/** Whether they differ at most in their times. */
const isAlike = ({ event }: JournalEntry, other: JournalEntry | undefined): boolean =>
  isDeepStrictEqual({ ...event, at: 0 }, { ...other?.event, at: 0 });
