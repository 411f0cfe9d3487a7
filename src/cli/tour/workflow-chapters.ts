/** The first chapters of the tour: a workflow as its author works with it. What they print is what the verbs print. */
import type { SimulatedRun } from '../../operations/index.ts';
import { repair, runTests, validate } from '../../operations/offline.ts';
import type { Host } from '../host.ts';
import { pluralize } from '../pluralize.ts';
import { printRepair, printReports } from '../print-reports.ts';
import { printSimulation } from '../print-simulation.ts';
import { printTests } from '../print-tests.ts';
import { createIndentedHost } from './create-indented-host.ts';
import type { Printer } from './printer.ts';
import {
  drawExample,
  playExample,
  shownWorkflow,
  type TravelExample,
  withLogicMistake,
  withTypos,
} from './travel-example.ts';

export function showWelcome(printer: Printer): void {
  printer.chapter('Signalbox');
  printer.paragraph(
    'Signalbox runs workflows that must not lose their place: many steps, other systems that fail, people who answer ' +
      'tomorrow. Here is what it does for those who write them, and then what goes on below. Nothing real is called.',
  );
}

export function showWorkflow(printer: Printer, host: Host, example: TravelExample): void {
  printer.chapter('A workflow is a file');
  printer.paragraph(
    `In ${example.file.path}, “${shownWorkflow}” holds a seat and a room side by side, asks somebody where the price is high, ` +
      'pays and confirms. The question and what follows from it are written so:',
  );
  printer.lines('');
  const indentedHost = createIndentedHost(host, printer);
  indentedHost.out(`${excerptOf(example.file.text, 'agree', 'nobody_agreed')}\n`);
  printer.paragraph('And this is all of it, drawn from the file:');
  printer.lines('');
  indentedHost.out(`${drawExample(example, indentedHost.columns, printer.colour).text}\n`);
}

export async function showMistakes(printer: Printer, host: Host, example: TravelExample): Promise<void> {
  printer.chapter('Every mistake at once');
  const { api } = example;
  const indentedHost = createIndentedHost(host, printer);
  const file = withTypos(example);
  const before = validate({ files: [file], api });
  const found = before.files.flatMap(({ violations }) => violations).length;
  printer.paragraph(`In a copy, five things are wrong. One check finds ${found}:`);
  printer.lines('');
  printReports(indentedHost, before.files, [file]);
  await printer.pause();
  const repaired = repair({ file, api });
  const after = validate({ files: [{ ...file, text: repaired.text }], api });
  printer.paragraph('Where it can be told what was meant, the proposal is an edit. All of them applied:');
  printer.lines('');
  printRepair(indentedHost, file.path, repaired);
  const left = after.files.flatMap(({ violations }) => violations).length;
  printer.lines(`  Mistakes left: ${left}.`, '');
  await printer.pause();
  printer.paragraph(
    'Not every mistake is one of spelling. Let “confirm” wait for “pay” and for “agree”: every word is known. But all ways ' +
      'through the workflow are looked at before it ever runs, and one is found on which nobody is asked, and so nothing is confirmed:',
  );
  printer.lines('');
  const doubtful = withLogicMistake(example);
  printReports(indentedHost, validate({ files: [doubtful], api }).files, [doubtful]);
  printer.paragraph(
    'Nor may a workflow get stuck, run for ever without a way out, or have parts that nothing leads to.',
  );
}

/** @returns the run, for the page */
export function showSimulation(printer: Printer, host: Host, example: TravelExample): SimulatedRun {
  printer.chapter('A run before the first run');
  printer.paragraph(
    'Now the right one is played, with answers from a script: the airline is busy at first, and somebody says yes a day ' +
      'later. Where the script is silent, examples from the API description stand in. The day takes no time.',
  );
  printer.lines('');
  const run = playExample(example);
  printSimulation(createIndentedHost(host, printer), example.file.path, run, false);
  return run;
}

export async function showTests(printer: Printer, host: Host, example: TravelExample): Promise<void> {
  printer.chapter('Its tests');
  const report = await runTests(example);
  const seen = report.untaken.length === 0 ? 'Together they take every way that there is.' : '';
  printer.paragraph(
    `That run was one of ${pluralize(report.cases.length, 'case')} in a file beside the workflows. ${seen}`.trim(),
  );
  printer.lines('');
  printTests(createIndentedHost(host, printer), [report], [example.tests, example.file, example.api]);
}

/** The lines of a node and those after it, up to another node, moved to the left. */
function excerptOf(text: string, from: string, to: string): string {
  const found = new RegExp(`^( *)${from}:\\n.*?(?=^ *${to}:)`, 'ms').exec(text);
  const [lines = '', margin = ''] = found ?? [];
  return lines.replaceAll(new RegExp(`^${margin}`, 'gm'), '');
}
