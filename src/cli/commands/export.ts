/** `signalbox export`: writes a run as one document, or the cases of a workflow as an XES log. */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { cleanText } from '../../drawing/index.ts';
import type { Command, CommandArguments } from '../arguments/command.ts';
import { jsonOption, optionValue, sessionOptions } from '../arguments/options.ts';
import type { Host } from '../host/host.ts';
import { reasonOf } from '../host/read-files.ts';
import { jsonText } from '../print/print-json.ts';
import { findRun } from '../session/find-run.ts';
import { withReadOnlySession } from '../session/session.ts';
import { writeXes } from '../session/write-xes.ts';

export const exportRun: Command = {
  meaning:
    'Writes a run with its journal, its workflow and its values into one JSON document, protected by a digest: to the\noutput, or into a new file. “signalbox import” creates a run from it elsewhere. The document contains all inputs of the\nrun. With --xes, writes the events of all cases of a workflow as an XES log, for process mining tools.',
  arguments: { usage: 'RUN', min: 0, max: 1 },
  options: [
    { name: '--out', short: '-o', value: 'FILE', meaning: 'a new file' },
    { name: '--xes', value: 'WORKFLOW', meaning: 'the cases of this workflow instead of a run' },
    {
      name: '--since',
      value: 'TIME',
      meaning: 'with --xes: only cases since then, a date or how long ago (7d)',
    },
    { name: '--until', value: 'TIME', meaning: 'with --xes: only cases before then' },
    jsonOption,
    ...sessionOptions,
  ],
  examples: [
    'export last > run.json',
    'export last --out run.json',
    'export --xes order_lunch --since 30d --out lunch.xes',
  ],
  run: runExport,
};

async function runExport(args: CommandArguments, host: Host): Promise<number> {
  const out = optionValue(args, '--out');
  const workflow = optionValue(args, '--xes');
  const [word] = args.arguments;
  if (workflow !== null && word === undefined) return writeXes(args, host, workflow, out);
  const isNarrowed = args.chosen.has('--since') || args.chosen.has('--until');
  if (word === undefined || workflow !== null || isNarrowed) {
    host.err('export takes a RUN, or --xes WORKFLOW with --since and --until.\n');
    return 2;
  }
  return withReadOnlySession(args, host, async (session) => {
    const run = await findRun(session, word);
    const document = await session.call('runs.export', { run });
    const text = `${jsonText(document, 1)}\n`;
    if (out === null) {
      host.out(text);
      return 0;
    }
    try {
      // Owner-only permissions, and existing files are never overwritten.
      writeFileSync(resolve(host.folder, out), text, { flag: 'wx', mode: 0o600 });
    } catch (error) {
      host.err(`${cleanText(out)} cannot be written: ${reasonOf(error)}.\n`);
      return 2;
    }
    host.err(`${run} is written to ${cleanText(out)}: ${document.events.length} events.\n`);
    return 0;
  });
}
