/** `signalbox tour`: the kernel at work, in a short story. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cleanText } from '../../drawing/index.ts';
import type { Command } from '../command.ts';
import type { Host } from '../host.ts';
import {
  killAndReplay,
  playFailure,
  playFirstHalf,
  showProgram,
  showSpeed,
  showWelcome,
  travelInTime,
} from '../tour/chapters.ts';
import { createPrinter, type Printer } from '../tour/printer.ts';
import { createTeller } from '../tour/tell-event.ts';
import { type Story, tourPage } from '../tour/tour-page.ts';

export const tour: Command = {
  summary: 'shows the engine at work, in a short story',
  meaning:
    'Plays a trip through the kernel: its picture, its events, a crash, an undo, the past. Needs nothing, changes nothing\nbut .signalbox/tour.html.',
  options: [{ name: '--fast', meaning: 'does not pause between steps' }],
  run: runTour,
};

async function runTour(chosen: ReadonlySet<string>, host: Host): Promise<number> {
  const printer = createPrinter(host, chosen.has('--fast'));
  const tell = createTeller();
  showWelcome(printer);
  await printer.beat();
  showProgram(printer);
  await printer.beat();
  const trip = await playFirstHalf(printer, tell);
  const replayed = await killAndReplay(printer, trip, tell);
  await printer.beat();
  const broken = await playFailure(printer);
  await printer.beat();
  const { fork, same } = await travelInTime(printer, trip);
  showSpeed(printer, trip, host.clock);
  await printer.beat();
  closeTour(printer, host, [
    {
      title: 'A trip that works out',
      text: 'Full at first, then free; the hotel answers at the second try; a person says yes.',
      run: trip,
      moments: [3, 6, 8, 10],
    },
    {
      title: 'A trip that is taken back',
      text: 'The hotel is sold out: what was booked is undone, the last one first.',
      run: broken,
      moments: [6, 7],
    },
    {
      title: 'The first trip from event 4 on, with another answer',
      text: 'Everything is full: the way leads to the waiting list.',
      run: fork,
      moments: [],
    },
  ]);
  return replayed && same ? 0 : 1;
}

function closeTour(printer: Printer, host: Host, stories: readonly Story[]): void {
  printer.chapter('See more');
  const folder = join(host.folder, '.signalbox');
  const file = join(folder, 'tour.html');
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, tourPage(stories));
    printer.lines('  The pictures, as a page to open in a browser:', `  ${pathToFileURL(file).href}`);
  } catch (error) {
    const reason = cleanText(error instanceof Error ? error.message : String(error));
    printer.lines('  The page with the pictures could not be written:', `  ${reason}`);
  }
  const row = (left: string, right: string) => `  ${left.padEnd(24)}${right}`;
  printer.lines(
    '',
    row('npm test', 'every check of this repository'),
    row('SPEC.md', 'what is promised, each promise with its tests'),
    row('ARCHITECTURE.md', 'the map of the sources'),
    row('src/cli/tour', 'this tour; trip-program.ts is the trip'),
    '',
  );
}
