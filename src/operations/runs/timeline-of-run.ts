/** What happened in a durable run, moment by moment, with the event that each moment belongs to. */
import {
  createFollower,
  createTimeline,
  type JournalEntry,
  type OpenedRun,
  type Shows,
  type TimelineEntry,
} from '../../runtime/index.ts';
import type { Services } from '../contract/services.ts';
import { playJournal } from './play-journal.ts';

export interface Moments {
  readonly entry: JournalEntry;
  readonly moments: readonly TimelineEntry[];
}

/** Every event up to `upTo`, each with what is told of it; nothing where nothing is. */
export async function timelineOfRun(
  services: Services,
  opened: Pick<OpenedRun, 'record' | 'program'>,
  shows: Shows,
  upTo?: number,
): Promise<readonly Moments[]> {
  const { program } = opened;
  const follower = createFollower(program);
  const timeline = createTimeline(program, follower, shows);
  const told: Moments[] = [];
  for await (const { entry, step } of playJournal(services, opened, upTo)) {
    const before = timeline.entries.length;
    timeline.add(entry.event, step, follower.follow(step));
    told.push({ entry, moments: timeline.entries.slice(before) });
  }
  return told;
}
