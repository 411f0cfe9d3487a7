/** `signalbox graph`: draws workflows. */
import { cleanText } from '../../drawing/index.ts';
import { findNearest } from '../../expression/index.ts';
import type { Drawing, DrawingFormat } from '../../operations/index.ts';
import { drawWorkflow } from '../../operations/offline.ts';
import type { Command, CommandArguments } from '../arguments/command.ts';
import { findSource } from '../arguments/find-source.ts';
import { createLoader } from '../arguments/loader.ts';
import {
  apiOption,
  dataFolderOptions,
  numberOption,
  optionValue,
  workflowOption,
} from '../arguments/options.ts';
import type { Host } from '../host/host.ts';
import { printReports } from '../print/print-reports.ts';

const formats: readonly DrawingFormat[] = ['text', 'mermaid', 'svg', 'json'];

export const graph: Command = {
  meaning:
    'Draws the workflows of a file, as far as they can be read: as text for terminals, as Mermaid, as a self-contained SVG,\nor as JSON. Default: all workflows. The nets of a workflow follow each other, the root first; one SVG holds\nall of them.',
  arguments: { usage: 'FILE|WORKFLOW', min: 1, max: 1 },
  options: [
    workflowOption,
    { name: '--net', value: 'NAME', meaning: 'only this net, if a workflow has several' },
    ...dataFolderOptions,
    { name: '--format', value: 'FORMAT', choices: formats, meaning: `${formats.join(', ')}; default: text` },
    {
      name: '--width',
      value: 'N',
      meaning: 'maximum columns of the text; default: the terminal width',
    },
    apiOption,
  ],
  examples: [
    'graph workflows.yaml --workflow book_trip',
    'graph workflows.yaml --workflow book_trip --format svg > trip.svg',
  ],
  run: runGraph,
};

async function runGraph(args: CommandArguments, host: Host): Promise<number> {
  const loader = createLoader(host);
  const named = optionValue(args, '--format') ?? 'text';
  const format = formats.find((each) => each === named);
  if (format === undefined) {
    const nearest = findNearest(named, formats);
    const hint = nearest === undefined ? `Use one of: ${formats.join(', ')}.` : `Did you mean “${nearest}”?`;
    loader.reportProblem(`Unknown format “${named}”. ${hint}`);
  }
  const width = numberOption(args, '--width', 24, 1000);
  if (width.kind === 'misunderstood') loader.reportProblem(width.message);
  const { file, workflow } = await findSource(args, host, loader);
  const api = await loader.option(args, '--api');
  if (loader.failed || file === null || format === undefined || width.kind === 'misunderstood') return 2;
  const net = optionValue(args, '--net');
  const columns = width.number ?? host.columns;
  const result = drawWorkflow({ file, api, workflow, net, format, width: columns, colour: host.colour });
  switch (result.kind) {
    case 'refused':
      for (const problem of result.problems) loader.reportProblem(problem);
      return 2;
    case 'invalid':
      printReports(host, result.reports, [file, ...(api === null ? [] : [api])], host.err);
      return 1;
    case 'drawn':
      host.out(textOf(result.drawings, format));
      for (const { workflow: name, valid } of result.drawings) {
        if (!valid) host.err(`${cleanText(name)} has errors. It is drawn as far as it could be read.\n`);
      }
      return 0;
  }
}

/** JSON of one workflow is its sketch, of several a list of sketches. */
function textOf(drawings: readonly Drawing[], format: DrawingFormat): string {
  if (format === 'json' && drawings.length > 1) {
    return `${JSON.stringify(
      drawings.flatMap(({ sketches }) => sketches),
      null,
      2,
    )}\n`;
  }
  return drawings.map(({ text }) => `${text.replace(/\n$/, '')}\n`).join('\n');
}
