/** `signalbox convert`: converts documents into those of another language. */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { cleanText } from '../../drawing/index.ts';
import { findNearest } from '../../expression/index.ts';
import type { FileReport, SourceFile } from '../../operations/index.ts';
import { convertWorkflow, countViolations, languages } from '../../operations/offline.ts';
import type { Command, CommandArguments } from '../arguments/command.ts';
import { findSource } from '../arguments/find-source.ts';
import { createLoader, type Loader } from '../arguments/loader.ts';
import {
  dataFolderOptions,
  jsonOption,
  optionValue,
  servicesOption,
  workflowOption,
} from '../arguments/options.ts';
import type { Host } from '../host/host.ts';
import { reasonOf } from '../host/read-files.ts';
import { pluralize } from '../print/pluralize.ts';
import { printReports } from '../print/print-reports.ts';

const targets: readonly string[] = [
  ...new Set(languages.flatMap(({ workflows }) => Object.keys(workflows?.conversions ?? {}))),
];

export const convert: Command = {
  meaning:
    'Converts a document into an equivalent one of another language, and prints it. Constructs that the language does not\nsupport are listed with their line and what to do by hand; then nothing is written, unless --partial is\nset.',
  arguments: { usage: 'FILE|WORKFLOW', min: 1, max: 1 },
  options: [
    {
      name: '--to',
      value: 'LANGUAGE',
      choices: targets,
      meaning: `the target language: ${targets.join(', ')}`,
    },
    { name: '--partial', meaning: 'writes what can be converted, with comments in place of the rest' },
    {
      name: '--out',
      value: 'FILE',
      meaning: 'writes a new file instead of printing; existing files are not overwritten',
    },
    workflowOption,
    servicesOption,
    ...dataFolderOptions,
    jsonOption,
  ],
  examples: ['convert order.xml --to graph', 'convert order.xml --to graph --partial --out order.yaml'],
  run: runConvert,
};

async function runConvert(args: CommandArguments, host: Host): Promise<number> {
  const loader = createLoader(host);
  const to = optionValue(args, '--to') ?? targets[0] ?? '';
  if (!targets.includes(to)) {
    const nearest = findNearest(to, targets);
    const hint = nearest === undefined ? `Use one of: ${targets.join(', ')}.` : `Did you mean “${nearest}”?`;
    loader.reportProblem(`Cannot convert to “${to}”. ${hint}`);
  }
  const { file, workflow } = await findSource(args, host, loader);
  const services = await loader.option(args, '--services');
  if (loader.failed || file === null) return 2;
  const sources = [file, ...(services === null ? [] : [services])];
  const result = convertWorkflow({ file, workflow, to, api: null, services });
  switch (result.kind) {
    case 'refused':
      for (const problem of result.problems) loader.reportProblem(problem);
      return 2;
    case 'invalid':
      printReports(host, result.reports, sources, host.err);
      return 1;
    case 'converted': {
      const { missing, text } = result;
      const writes = missing.valid || args.chosen.has('--partial');
      const path = optionValue(args, '--out');
      if (args.chosen.has('--json')) printData(host, missing, writes ? text : null);
      else printMissing(host, missing, sources, writes);
      if (!writes) return 1;
      if (path !== null) return writeOut(host, loader, { path, text });
      if (!args.chosen.has('--json')) host.out(text);
      return 0;
    }
  }
}

function printData(host: Host, { violations }: FileReport, text: string | null): void {
  host.out(`${JSON.stringify({ converted: text, missing: violations }, null, 2)}\n`);
}

function printMissing(
  host: Host,
  missing: FileReport,
  sources: readonly SourceFile[],
  writes: boolean,
): void {
  if (missing.valid) return;
  printReports(host, [missing], sources, host.err);
  const count = pluralize(countViolations(missing.violations), 'thing');
  const next = writes
    ? 'The document marks them with comments.'
    : 'Nothing was written. --partial writes the rest, with comments in their place.';
  host.err(`${count} cannot be converted. ${next}\n`);
}

function writeOut(host: Host, loader: Loader, { path, text }: SourceFile): number {
  try {
    writeFileSync(resolve(host.folder, path), text, { flag: 'wx' });
  } catch (error) {
    loader.reportProblem(`${path} cannot be written: ${reasonOf(error)}.`);
    return 2;
  }
  host.err(`${cleanText(path)} is written.\n`);
  return 0;
}
