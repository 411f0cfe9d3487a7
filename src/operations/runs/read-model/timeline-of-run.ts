/**
 * Lists the timeline of a durable run with the event of each entry. Clients poll it, so results are cached and only
 * new events are replayed.
 */
import {
  createNoteLocator,
  createTimeline,
  type JournalEntry,
  LruCache,
  type NoteLocator,
  type OpenedRun,
  type Store,
  type TaskFilter,
  type Timeline,
  type TimelineEntry,
} from '../../../runtime/index.ts';
import type { Services } from '../../contract/services.ts';
import { JournalPlayer } from './play-journal.ts';

export interface TimelineStep {
  readonly entry: JournalEntry;
  readonly moments: readonly TimelineEntry[];
}

const maxRemembered = 16;
/** Longer ones take too much memory to be cached. */
export const maxRememberedEvents = 20_000;

const remembered = new WeakMap<Store, LruCache<TimelineReplay>>();

/** Every event up to `upTo`, each with its timeline entries; an empty list if it has none. */
export async function timelineOfRun(
  services: Services,
  opened: Pick<OpenedRun, 'record' | 'program'>,
  shows: TaskFilter,
  upTo: number = opened.record.seq,
): Promise<readonly TimelineStep[]> {
  const { tenant, id } = opened.record;
  const memory = remembered.get(services.store) ?? new LruCache<TimelineReplay>(maxRemembered);
  remembered.set(services.store, memory);
  const key = JSON.stringify([tenant, id]);
  const replay = memory.get(key) ?? new TimelineReplay(services, opened, shows);
  if (upTo <= maxRememberedEvents) memory.set(key, replay);
  try {
    return await replay.stepsUpTo(upTo);
  } catch (error) {
    memory.delete(key);
    throw error;
  }
}

class TimelineReplay {
  readonly #player: JournalPlayer;
  readonly #follower: NoteLocator;
  readonly #timeline: Timeline;
  readonly #steps: TimelineStep[] = [];
  #lastReplay: Promise<void> = Promise.resolve();

  constructor(services: Services, opened: Pick<OpenedRun, 'record' | 'program'>, shows: TaskFilter) {
    this.#player = new JournalPlayer(services, opened);
    this.#follower = createNoteLocator(opened.program);
    this.#timeline = createTimeline(opened.program, this.#follower, shows);
  }

  /** One after the other: each continues where the previous one stopped. */
  async stepsUpTo(upTo: number): Promise<readonly TimelineStep[]> {
    this.#lastReplay = this.#lastReplay.then(() => this.#play(upTo));
    await this.#lastReplay;
    return this.#steps.slice(0, upTo);
  }

  async #play(upTo: number): Promise<void> {
    for await (const { entry, step } of this.#player.playTo(upTo)) {
      const before = this.#timeline.entries.length;
      this.#timeline.add(entry.event, step, this.#follower.follow(step));
      this.#steps.push({ entry, moments: this.#timeline.entries.slice(before) });
    }
  }
}
