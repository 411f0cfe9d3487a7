/** Journals of random nets with the notes of the kernel, to compare the log with. */
import { type Effect, link, type Program, type RunState } from '../../src/kernel/index.ts';
import { EventProjection } from '../../src/operations/events/event-projection.ts';
import type { LoggedEvent } from '../../src/operations/events/logged-event.ts';
import { createProgramIndex } from '../../src/operations/events/program-index.ts';
import { Activities, type ActivityEvent } from '../../src/operations/events/xes/activities.ts';
import { failsWith, undoIn } from '../../src/operations/journal/read-journal.ts';
import type { JournalEntry } from '../../src/runtime/index.ts';
import { createRandom, sampleEvaluator } from '../../src/testing/index.ts';
import { createEventSource } from '../random-nets/random-events.ts';
import { resolveBlob } from '../random-nets/random-payload.ts';
import { randomProgram } from '../random-nets/random-program.ts';

export interface LoggedEntry {
  readonly entry: JournalEntry;
  readonly effects: readonly Effect[];
  readonly state: RunState;
  readonly told: readonly LoggedEvent[];
  readonly activities: readonly ActivityEvent[];
}

const maxEvents = 150;

export function logRandomCase(seed: number): readonly LoggedEntry[] {
  const random = createRandom(seed);
  const program = randomProgram(random.fork());
  const played = playRandomly(program, createEventSource(program, random.fork()));
  const projection = new EventProjection(createProgramIndex(program, () => true));
  const activities = new Activities();
  const undos = new Map(
    played.flatMap(({ entry }) => {
      const found = undoIn(entry);
      return found === undefined ? [] : [found];
    }),
  );
  return played.map(({ entry, effects, state }, at) => {
    const last = { seq: played.length, status: state.status };
    const told = projection.read({ entry, failsHere: failsWith(entry, played[at + 1]?.entry, last) }, undos);
    return { entry, effects, state, told, activities: told.flatMap((event) => activities.add(event)) };
  });
}

function playRandomly(program: Program, source: ReturnType<typeof createEventSource>) {
  const linked = link(program, { evaluators: { sample: sampleEvaluator }, resolve: resolveBlob });
  if (linked.kind === 'problems') throw new Error(JSON.stringify(linked.problems));
  const played: Pick<LoggedEntry, 'entry' | 'effects' | 'state'>[] = [];
  let state = linked.machine.initial;
  for (let tries = 0; tries < maxEvents; tries++) {
    const event = source.next(state);
    if (event === null) break;
    const step = linked.machine.advance(state, event);
    if (step.kind === 'rejection') continue;
    state = step.state;
    played.push({
      entry: { seq: played.length + 1, event, notes: step.notes },
      effects: step.effects,
      state,
    });
  }
  return played;
}
