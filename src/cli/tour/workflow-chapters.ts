/** The first chapters of the tour: a workflow from its author's view. They print what the verbs print. */
import type { SimulatedRun } from '../../operations/index.ts';
import { repair, runTests, validate } from '../../operations/offline.ts';
import type { Host } from '../host/host.ts';
import { pluralize } from '../print/pluralize.ts';
import { printRepair, printReports } from '../print/print-reports.ts';
import { printSimulation } from '../print/print-simulation.ts';
import { printTests } from '../print/print-tests.ts';
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
    'Signalbox runs durable workflows: many steps, external systems that fail, people who answer ' +
      'tomorrow. The tour shows how to write them, and then how the kernel runs them. It calls no real systems.',
  );
}

export function showWorkflow(printer: Printer, host: Host, example: TravelExample): void {
  printer.chapter('A workflow is a file');
  printer.paragraph(
    `In ${example.file.path}, “${shownWorkflow}” reserves a seat and a room in parallel, asks a person if the price is high, ` +
      'pays and confirms. The question and its branches look like this:',
  );
  printer.lines('');
  const indentedHost = createIndentedHost(host, printer);
  indentedHost.out(`${excerptOf(example.file.text, 'agree', 'nobody_agreed')}\n`);
  printer.paragraph('The whole workflow, drawn from the file:');
  printer.lines('');
  indentedHost.out(`${drawExample(example, indentedHost.columns, printer.colour).text}\n`);
}

export async function showMistakes(printer: Printer, host: Host, example: TravelExample): Promise<void> {
  printer.chapter('Every error at once');
  const { api } = example;
  const indentedHost = createIndentedHost(host, printer);
  const file = withTypos(example);
  const before = validate({ files: [file], api });
  const found = before.files.flatMap(({ violations }) => violations).length;
  printer.paragraph(`A copy of the file has five errors. One check finds ${found}:`);
  printer.lines('');
  printReports(indentedHost, before.files, [file]);
  await printer.pause();
  const repaired = repair({ file, api });
  const after = validate({ files: [{ ...file, text: repaired.text }], api });
  printer.paragraph('If the intended text is clear, the suggestion is an edit. After all edits:');
  printer.lines('');
  printRepair(indentedHost, file.path, repaired);
  const left = after.files.flatMap(({ violations }) => violations).length;
  printer.lines(`  Errors left: ${left}.`, '');
  await printer.pause();
  printer.paragraph(
    'Not every error is a spelling error. Let “confirm” wait for “pay” and for “agree”: every name is valid. But all paths ' +
      'through the workflow are checked before it runs, and on one of them no person is asked, so “confirm” never runs:',
  );
  printer.lines('');
  const doubtful = withLogicMistake(example);
  printReports(indentedHost, validate({ files: [doubtful], api }).files, [doubtful]);
  printer.paragraph('The check also finds deadlocks, endless loops and unreachable nodes.');
}

/** @returns the run, for the page */
export function showSimulation(printer: Printer, host: Host, example: TravelExample): SimulatedRun {
  printer.chapter('A run before the first run');
  printer.paragraph(
    'Now the correct workflow is simulated, with scripted answers: the airline is busy at first, and a person says yes a day ' +
      'later. For all other calls, the simulation uses examples from the API description. The day takes no time.',
  );
  printer.lines('');
  const run = playExample(example);
  printSimulation(createIndentedHost(host, printer), example.file.path, run, false);
  return run;
}

export async function showTests(printer: Printer, host: Host, example: TravelExample): Promise<void> {
  printer.chapter('Its tests');
  const report = await runTests(example);
  const seen = report.untaken.length === 0 ? 'Together they cover every path.' : '';
  printer.paragraph(
    `That run was one of ${pluralize(report.cases.length, 'case')} in a test file next to the workflows. ${seen}`.trim(),
  );
  printer.lines('');
  printTests(createIndentedHost(host, printer), [report], [example.tests, example.file, example.api]);
}

/** The lines of a node up to another node, without their indentation. */
function excerptOf(text: string, from: string, to: string): string {
  const found = new RegExp(`^( *)${from}:\\n.*?(?=^ *${to}:)`, 'ms').exec(text);
  const [lines = '', margin = ''] = found ?? [];
  return lines.replaceAll(new RegExp(`^${margin}`, 'gm'), '');
}
