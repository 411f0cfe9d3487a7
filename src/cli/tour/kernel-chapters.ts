/** The chapters about the kernel. The kernel computes everything they show while they run. */
import { createHash } from 'node:crypto';
import { routingLegend, signLegend } from '../../drawing/index.ts';
import type { RunEvent, RunState } from '../../kernel/index.ts';
import { createEventDescriber } from './describe-event.ts';
import { measureSpeed } from './measure-speed.ts';
import type { Printer } from './printer.ts';
import { playRun, stripOf } from './timeline.ts';
import { type PlayedEvent, type TripRun, tripMachine, tripNet } from './trip-run.ts';
import { brokenTrip, fullTrip, goodTrip } from './trips.ts';

/** @returns the trip, stopped in the middle */
export async function playFirstHalf(
  printer: Printer,
  describe: ReturnType<typeof createEventDescriber>,
): Promise<TripRun> {
  printer.chapter('The kernel: events in, effects out');
  printer.paragraph(
    'A workflow is compiled to a net of tasks, and a small kernel runs it: it receives events and returns effects, ' +
      'nothing else. Here it runs a smaller trip. The first search finds nothing free; the hotel’s line is busy at first.',
  );
  printer.lines('');
  const trip = goodTrip();
  await playRun(printer, trip, {
    describe,
    maxEvents: 8,
    picture: true,
    until: ({ event }) => event.kind === 'callFailed',
  });
  printer.lines('', `  ${printer.quiet(signLegend)}`, `  ${printer.quiet(routingLegend)}`);
  return trip;
}

/** @returns whether the state is restored byte for byte */
export async function killAndReplay(
  printer: Printer,
  trip: TripRun,
  describe: ReturnType<typeof createEventDescriber>,
): Promise<boolean> {
  printer.chapter('kill −9');
  const journal = trip.journal.map((event) => JSON.stringify(event)).join('\n');
  const before = JSON.stringify(trip.state);
  trip.crash();
  const events = journal.split('\n').map((line): RunEvent => JSON.parse(line));
  const replayedState = tripMachine.replay(events);
  const after = JSON.stringify(replayedState);
  printer.paragraph(
    'Now everything in memory is discarded, as if the process had been killed. Only the text of the journal is left. It ' +
      'is read again and replayed.',
  );
  const row = (name: string, text: string, more: string) =>
    `  ${name.padEnd(18)}${`${sizeOf(text)} bytes`.padStart(12)}   ${more}`;
  printer.lines(
    '',
    row('journal', journal, `${events.length} events`),
    row('state before', before, `sha256 ${hashOf(before)}`),
    row('state after', after, `sha256 ${hashOf(after)}`),
    `  ${printer.strong(before === after ? 'the same, byte for byte' : 'NOT THE SAME: this is a bug')}`,
    '',
  );
  await printer.pause();
  printer.paragraph(
    'The run continues from there: the second try succeeds, and a person says yes the next morning.',
  );
  printer.lines('');
  trip.resume(replayedState);
  await playRun(printer, trip, { describe, maxEvents: 6 });
  printer.lines('', `  Its result: ${resultOf(trip.state)}`);
  return before === after;
}

export async function playFailure(printer: Printer): Promise<TripRun> {
  printer.chapter('Taken back');
  printer.paragraph(
    'The same trip with a car, and the hotel is sold out. Flight and car are already booked: they are undone, the last one ' +
      'first. The list begins with event 4.',
  );
  printer.lines('');
  const trip = brokenTrip();
  await playRun(printer, trip, { describe: createEventDescriber(), from: 4, maxEvents: 6 });
  const reason = trip.state.failure?.message ?? '';
  const kept = tripNet.tasks.filter(
    ({ id, undo }) => undo !== undefined && trip.view.states.get(id) === 'done',
  );
  printer.lines('', `  The run has ${trip.state.status}: ${reason}. Bookings left: ${kept.length}.`);
  return trip;
}

/** @returns the trip with another outcome, and whether every past state was restored */
export async function showFork(printer: Printer, trip: TripRun): Promise<{ fork: TripRun; same: boolean }> {
  printer.chapter('Back in time');
  const journal = trip.journal;
  const same = trip.played.filter(({ number, step }) =>
    isReplayed(journal.slice(0, number), step.state),
  ).length;
  printer.paragraph(
    `The journal restores the state after any event. All ${journal.length} were computed again just now: ${same} equal what they ` +
      'were then.',
  );
  printer.lines('');
  for (const played of [trip.played[2], trip.played[9]]) {
    if (played === undefined) continue;
    printer.lines(
      `  after event ${played.number}: ${stateLine(played)}`,
      stripOf(printer, played.view.states),
    );
    await printer.pause();
  }
  const fork = fullTrip();
  fork.follow(journal.slice(0, 4));
  while (fork.step() !== undefined);
  printer.lines('', '  What if the second check had said “full” too? The first 4 events, then that:');
  printer.lines(stripOf(printer, fork.view.states));
  return { fork, same: same === journal.length };
}

export function showSpeed(printer: Printer, trip: TripRun, clock: () => number): void {
  const { events, trips, seconds } = measureSpeed(tripMachine, trip.journal, clock);
  printer.lines('');
  const perSecond = (count: number) => rounded(count / seconds).toLocaleString('en-US');
  printer.paragraph(
    `Speed on this machine, measured for ${seconds.toFixed(1)} s on one thread after a short warm-up: about ${perSecond(events)} events per second, that is ` +
      `${perSecond(trips)} trips like the first one. In memory only: a disk or a network adds its own time.`,
  );
}

function stateLine({ step }: PlayedEvent): string {
  const { status, instances } = step.state;
  const count = instances.length === 1 ? '1 task' : `${instances.length} tasks`;
  return `${status}, ${count} under way, ${sizeOf(JSON.stringify(step.state))} bytes`;
}

function isReplayed(journal: readonly RunEvent[], state: RunState): boolean {
  return JSON.stringify(tripMachine.replay(journal)) === JSON.stringify(state);
}

function resultOf({ output }: RunState): string {
  return JSON.stringify('value' in output ? output.value : null);
}

function sizeOf(text: string): string {
  return Buffer.byteLength(text).toLocaleString('en-US');
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

/** Two digits: half a second does not measure more precisely. */
function rounded(count: number): number {
  return Number(count.toPrecision(2));
}
