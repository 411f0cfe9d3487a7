/** `signalbox tour`: a workflow from its file to its tests, and the kernel below it, in a short story. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cleanText } from '../../drawing/index.ts';
import type { Command, CommandArguments } from '../arguments/command.ts';
import { dataFolderOptions } from '../arguments/options.ts';
import type { Host } from '../host/host.ts';
import { createEventDescriber } from '../tour/describe-event.ts';
import { killAndReplay, playFailure, playFirstHalf, showFork, showSpeed } from '../tour/kernel-chapters.ts';
import { createPrinter, type Printer } from '../tour/printer.ts';
import { tourPage } from '../tour/tour-page.ts';
import { readTravelExample } from '../tour/travel-example.ts';
import {
  showMistakes,
  showSimulation,
  showTests,
  showWelcome,
  showWorkflow,
} from '../tour/workflow-chapters.ts';

export const tour: Command = {
  meaning:
    'A workflow as a file and as a picture, its errors, a simulated run, its tests; then the kernel below: a crash, an\nundo, the past. Needs nothing, changes nothing but .signalbox/tour.html.',
  options: [{ name: '--fast', meaning: 'does not pause between steps' }, ...dataFolderOptions],
  run: runTour,
};

async function runTour({ chosen }: CommandArguments, host: Host): Promise<number> {
  const example = await readTravelExample(host);
  if (example === null) return 1;
  const printer = createPrinter(host, chosen.has('--fast'));
  showWelcome(printer);
  await printer.pause();
  showWorkflow(printer, host, example);
  await printer.pause();
  await showMistakes(printer, host, example);
  await printer.pause();
  const simulated = showSimulation(printer, host, example);
  await printer.pause();
  await showTests(printer, host, example);
  await printer.pause();
  const describe = createEventDescriber();
  const trip = await playFirstHalf(printer, describe);
  const replayed = await killAndReplay(printer, trip, describe);
  await printer.pause();
  const broken = await playFailure(printer);
  await printer.pause();
  const { fork, same } = await showFork(printer, trip);
  showSpeed(printer, trip, host.clock);
  await printer.pause();
  const page = tourPage(simulated, [
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
  closeTour(printer, host, page);
  return replayed && same ? 0 : 1;
}

function closeTour(printer: Printer, host: Host, page: string): void {
  printer.chapter('What next');
  const folder = join(host.folder, '.signalbox');
  const file = join(folder, 'tour.html');
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, page);
    printer.lines('  The pictures, as a page to open in a browser:', `  ${pathToFileURL(file).href}`);
  } catch (error) {
    const reason = cleanText(error instanceof Error ? error.message : String(error));
    printer.lines('  The page with the pictures could not be written:', `  ${reason}`);
  }
  const row = (left: string, right: string) => `  ${left.padEnd(24)}${right}`;
  printer.lines(
    '',
    '  To try by yourself, in the folder of this repository:',
    '  node bin/signalbox.js validate examples/first.yaml',
    '  node bin/signalbox.js graph examples/first.yaml',
    '  node bin/signalbox.js simulate examples/first.yaml --param dish=soup --draw',
    '  node bin/signalbox.js test examples/travel',
    '  node bin/signalbox.js run hello --workflows examples/hello',
    '',
    row('README.md', 'the same verbs, with a first workflow'),
    row('docs/graph.md', 'how workflows are written'),
    row('docs/running.md', 'how they are run, and what survives'),
    row('npm test', 'every check of this repository'),
    row('SPEC.md', 'what is promised, each promise with its tests'),
    row('ARCHITECTURE.md', 'the map of the sources'),
    '',
  );
}
