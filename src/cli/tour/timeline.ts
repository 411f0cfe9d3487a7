/** Plays a run before the reader's eyes: a line per event, and the tasks with their states. */
import { cutText, drawNet, drawStrip } from '../../drawing/index.ts';
import type { Printer } from './printer.ts';
import type { Told } from './tell-event.ts';
import { type Played, type TripRun, tripNet } from './trip-run.ts';

export interface PlayOptions {
  readonly tell: (played: Played) => Told;
  /** The last event to play, by what it left behind; absent: to the end. */
  readonly until?: (played: Played) => boolean;
  /** Show the picture at the end, where it has not been seen moving. */
  readonly picture?: boolean;
  /** Events before this one are not shown. */
  readonly from?: number;
  /** More events than this do not come: room to keep for them. */
  readonly most: number;
}

/** Where a picture can move it does; else every line is followed by the states where they changed. */
export async function playRun(printer: Printer, run: TripRun, options: PlayOptions): Promise<void> {
  const picture = () => pictureOf(printer, run.view.states);
  const block = printer.openBlock(picture().length + options.most + 3);
  const told: string[] = [];
  let strip = '';
  for (let played = run.step(); played !== undefined; played = run.step()) {
    const line = lineOf(printer, options.tell(played));
    if (played.number < (options.from ?? 1)) continue;
    told.push(line);
    if (block !== undefined) {
      block([...picture(), '', ...told]);
    } else {
      const now = stripOf(printer, played.view.states);
      printer.lines(line, ...(now === strip ? [] : [now]));
      strip = now;
    }
    await printer.beat();
    if (options.until?.(played) === true) break;
  }
  if (block === undefined && options.picture === true) printer.lines('', ...picture());
}

type States = Played['view']['states'];

export function pictureOf({ width, colour }: Printer, states?: States): string[] {
  return indented(
    drawNet(tripNet, { width: width - 2, colour, ...(states === undefined ? {} : { states }) }),
    '  ',
  );
}

export function stripOf({ width, colour }: Printer, states: States): string {
  return indented(drawStrip(tripNet, { width: width - 2, colour, states }), '  ').join('\n');
}

/** `  7    3.4 s   hotel fails: line is busy → try hotel again in 2 s` */
function lineOf({ width, strong }: Printer, { number, time, came, asked }: Told): string {
  const head = `${String(number).padStart(3)} ${time.padStart(11)}  `;
  const text = cutText(`${came}  →  ${asked}`, width - head.length);
  return head + (text.startsWith(came) ? strong(came) + text.slice(came.length) : text);
}

function indented(text: string, by: string): string[] {
  return text.split('\n').map((line) => by + line);
}
