/** Writes one case as an XES trace with its events. */
import { itemId, type RunRecord, type Store } from '../../../runtime/index.ts';
import type { Services } from '../../contract/services.ts';
import { readJournal, type Undos, undoIn } from '../../journal/read-journal.ts';
import { EventProjection } from '../event-projection.ts';
import { type ProgramIndex, programIndexOf } from '../program-index.ts';
import { Activities, type ActivityEvent } from './activities.ts';
import {
  dateAttribute,
  eventText,
  flagAttribute,
  textAttribute,
  wholeAttribute,
  type XesAttribute,
} from './xes-text.ts';

export function attributesOfTrace(record: RunRecord): readonly XesAttribute[] {
  const { id, workflow, version, revision, language, status, startedBy, createdAt, endedAt } = record;
  const { failure, origin } = record;
  return [
    textAttribute('concept:name', id),
    textAttribute('workflow', workflow),
    ...(version === '' ? [] : [textAttribute('version', version)]),
    textAttribute('revision', revision),
    textAttribute('language', language),
    textAttribute('status', status),
    textAttribute('started_by', startedBy),
    dateAttribute('started', createdAt),
    ...(endedAt === null ? [] : [dateAttribute('ended', endedAt)]),
    ...(failure === null ? [] : [textAttribute('failure', failure)]),
    ...(origin === null
      ? []
      : [textAttribute('copied_by', origin.kind), textAttribute('copied_from', origin.run)]),
  ];
}

/** The text of each event of the case, in order of time. */
export async function* eventsOfTrace(services: Services, record: RunRecord): AsyncGenerator<string> {
  const index = await programIndexOf(services, record);
  const projection = new EventProjection(index);
  const activities = new Activities();
  const undos = index.undoes ? await undosOf(services.store, record) : new Map();
  for await (const read of readJournal(services.store, record)) {
    for (const logged of projection.read(read, undos)) {
      for (const event of activities.add(logged)) yield eventText(attributesOf(event, record, index));
    }
  }
}

async function undosOf(store: Store, record: RunRecord): Promise<Undos> {
  const undos = new Map<number, number>();
  for await (const { entry } of readJournal(store, record)) {
    const found = undoIn(entry);
    if (found !== undefined) undos.set(...found);
  }
  return undos;
}

function attributesOf(
  { event, net, task, undoes, label, transition, resource }: ActivityEvent,
  { id, origin }: RunRecord,
  { root }: ProgramIndex,
): readonly XesAttribute[] {
  const name = net === root || net === '' ? task : `${net}/${task}`;
  const { kind, at, isItem, instance, attempt, failure, seq } = event;
  return [
    textAttribute('concept:name', undoes ? `undo ${name}` : name),
    textAttribute('concept:instance', label),
    textAttribute('lifecycle:transition', transition),
    dateAttribute('time:timestamp', at),
    ...(resource === '' ? [] : [textAttribute('org:resource', resource)]),
    textAttribute('kind', kind),
    ...(isItem ? [textAttribute('work_item', itemId(id, instance))] : []),
    ...(attempt > 1 ? [wholeAttribute('attempt', attempt)] : []),
    ...(failure === null ? [] : [textAttribute('failure', failure.code)]),
    ...(origin !== null && seq <= origin.at ? [flagAttribute('copied', true)] : []),
  ];
}
