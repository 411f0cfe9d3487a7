/** The chapters of the tour. Whatever they show was computed by the kernel a moment before. */
import { createHash } from 'node:crypto';
import { routingLegend, signLegend } from '../../drawing/index.ts';
import type { RunEvent, RunState } from '../../kernel/index.ts';
import { measureSpeed } from './measure-speed.ts';
import type { Printer } from './printer.ts';
import { createTeller } from './tell-event.ts';
import { pictureOf, playRun, stripOf } from './timeline.ts';
import { type Played, type TripRun, tripMachine, tripNet } from './trip-run.ts';
import { brokenTrip, fullTrip, goodTrip } from './trips.ts';

export function showWelcome(printer: Printer): void {
  printer.chapter('Signalbox');
  printer.paragraph(
    'Signalbox runs workflows that must not lose their place: many steps, other systems that fail, people who answer ' +
      'tomorrow. It decides what comes next, tries again, takes back what has to be taken back, and writes every event ' +
      'into a journal from which it can always go on.',
  );
}

export function showProgram(printer: Printer): void {
  printer.chapter('A workflow: book a trip');
  printer.lines(...pictureOf(printer), '');
  printer.lines(`  ${printer.quiet(routingLegend)}`, '');
  printer.paragraph(
    '“check” goes one of three ways: on, back to other dates, or to the waiting list. After “quote” the bookings run side ' +
      'by side, the car only if it was asked for, and “approve” waits for exactly those that were begun. Each booking knows ' +
      'how to undo itself. “approve” is answered by a person.',
  );
}

/** @returns the trip, stopped in the middle */
export async function playFirstHalf(
  printer: Printer,
  tell: ReturnType<typeof createTeller>,
): Promise<TripRun> {
  printer.chapter('A run: events come in, orders go out');
  printer.paragraph('Time is simulated, so nothing waits. The hotel’s line is busy at the first try.');
  printer.lines('', `  ${printer.quiet(signLegend)}`, '');
  const trip = goodTrip();
  await playRun(printer, trip, {
    tell,
    most: 8,
    picture: true,
    until: ({ event }) => event.kind === 'callFailed',
  });
  return trip;
}

/** @returns whether the state came back byte for byte */
export async function killAndReplay(
  printer: Printer,
  trip: TripRun,
  tell: ReturnType<typeof createTeller>,
): Promise<boolean> {
  printer.chapter('kill −9');
  const journal = trip.journal.map((event) => JSON.stringify(event)).join('\n');
  const before = JSON.stringify(trip.state);
  trip.crash();
  const events = journal.split('\n').map((line): RunEvent => JSON.parse(line));
  const again = tripMachine.replay(events);
  const after = JSON.stringify(again);
  printer.paragraph(
    'In the middle of the booking everything in memory is thrown away, as if the process had been killed. Only the text ' +
      'of the journal is left; it is read again and replayed.',
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
  await printer.beat();
  printer.paragraph(
    'The run goes on from there: the second try succeeds, a person says yes the next morning.',
  );
  printer.lines('');
  trip.resume(again);
  await playRun(printer, trip, { tell, most: 6 });
  printer.lines('', `  Its result: ${resultOf(trip.state)}`);
  return before === after;
}

export async function playFailure(printer: Printer): Promise<TripRun> {
  printer.chapter('The same trip, and the hotel is sold out');
  printer.paragraph(
    'This time a car is wanted too, and there are seats at once; the story begins with event 4. When the hotel says no, ' +
      'flight and car are booked already. They are undone one after the other, the last one first.',
  );
  printer.lines('');
  const trip = brokenTrip();
  await playRun(printer, trip, { tell: createTeller(), from: 4, most: 6, picture: true });
  const reason = trip.state.failure?.message ?? '';
  const kept = tripNet.tasks.filter(
    ({ id, undo }) => undo !== undefined && trip.view.states.get(id) === 'done',
  );
  printer.lines('', `  The run has ${trip.state.status}: ${reason}. Bookings left: ${kept.length}.`);
  return trip;
}

/** @returns the trip that took another way, and whether every state of the past came back */
export async function travelInTime(
  printer: Printer,
  trip: TripRun,
): Promise<{ fork: TripRun; same: boolean }> {
  printer.chapter('Back in time');
  const journal = trip.journal;
  const same = trip.played.filter(({ number, step }) =>
    isReplayed(journal.slice(0, number), step.state),
  ).length;
  printer.paragraph(
    `The journal gives the state after any event. All ${journal.length} were computed anew just now: ${same} equal what they ` +
      'were then.',
  );
  printer.lines('');
  for (const played of [trip.played[2], trip.played[6], trip.played[9]]) {
    if (played === undefined) continue;
    printer.lines(
      `  after event ${played.number}: ${stateLine(played)}`,
      stripOf(printer, played.view.states),
    );
    await printer.beat();
  }
  const fork = fullTrip();
  fork.follow(journal.slice(0, 4));
  while (fork.step() !== undefined);
  printer.lines('', '  What if the second check had said “full” too? The first 4 events, then that:');
  printer.lines(stripOf(printer, fork.view.states));
  return { fork, same: same === journal.length };
}

export function showSpeed(printer: Printer, trip: TripRun, clock: () => number): void {
  printer.chapter('What it costs');
  const { events, trips, seconds } = measureSpeed(tripMachine, trip.journal, clock);
  const perSecond = (count: number) => rounded(count / seconds).toLocaleString('en-US');
  printer.paragraph(
    `On this machine, now, measured for ${seconds.toFixed(1)} s on one thread after a short warm-up: about ${perSecond(events)} events per second, that is ` +
      `${perSecond(trips)} trips like the first one. In memory only: a disk or a network would add their own time.`,
  );
}

function stateLine({ step }: Played): string {
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

/** Two digits: more would claim more than half a second can tell. */
function rounded(count: number): number {
  return Number(count.toPrecision(2));
}
