/** Plays a run for the reader: a line per event, and the tasks with their states. */
import { cutText, drawNet, drawStrip } from '../../drawing/index.ts';
import type { EventDescription } from './describe-event.ts';
import type { Printer } from './printer.ts';
import { type PlayedEvent, type TripRun, tripNet } from './trip-run.ts';

export interface PlayOptions {
  readonly describe: (played: PlayedEvent) => EventDescription;
  /** Stops after the first event for which this returns true. Default: plays to the end. */
  readonly until?: (played: PlayedEvent) => boolean;
  /** Without an animation, end with the picture instead of one line. */
  readonly picture?: boolean;
  /** Events before this one are not shown. */
  readonly from?: number;
  /** Maximum number of events, to reserve lines for them. */
  readonly maxEvents: number;
}

/** Animates the picture if possible; otherwise prints the lines, then the final picture. */
export async function playRun(printer: Printer, run: TripRun, options: PlayOptions): Promise<void> {
  const picture = () => pictureOf(printer, run.view.states);
  const block = printer.openBlock(picture().length + options.maxEvents + 3);
  const eventLines: string[] = [];
  for (let played = run.step(); played !== undefined; played = run.step()) {
    const line = lineOf(printer, options.describe(played));
    if (played.number < (options.from ?? 1)) continue;
    eventLines.push(line);
    if (block === undefined) printer.lines(line);
    else block([...picture(), '', ...eventLines]);
    await printer.pause();
    if (options.until?.(played) === true) break;
  }
  if (block !== undefined) return;
  printer.lines('', ...(options.picture === true ? picture() : [stripOf(printer, run.view.states)]));
}

type States = PlayedEvent['view']['states'];

function pictureOf({ width, colour }: Printer, states: States): string[] {
  return indented(drawNet(tripNet, { width: width - 2, colour, states }), '  ');
}

export function stripOf({ width, colour }: Printer, states: States): string {
  return indented(drawStrip(tripNet, { width: width - 2, colour, states }), '  ').join('\n');
}

/** `  7    3.4 s   hotel fails: line is busy → try hotel again in 2 s` */
function lineOf(
  { width, strong }: Printer,
  { number, time, eventText, effectText }: EventDescription,
): string {
  const head = `${String(number).padStart(3)} ${time.padStart(11)}  `;
  const text = cutText(`${eventText}  →  ${effectText}`, width - head.length);
  return head + (text.startsWith(eventText) ? strong(eventText) + text.slice(eventText.length) : text);
}

function indented(text: string, by: string): string[] {
  return text.split('\n').map((line) => by + line);
}
