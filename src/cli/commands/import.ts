/** `signalbox import`: a run made of an exported document. */
import type { Command, CommandArguments } from '../command.ts';
import type { Host } from '../host.ts';
import { createLoader } from '../loader.ts';
import { folderOptions, jsonOption } from '../options.ts';
import { printStatus } from '../print-outcome.ts';
import { withSession } from '../session.ts';

/** In bytes: as much as one process takes from another. */
const maxBytes = 16_000_000;

export const importRun: Command = {
  meaning:
    'Makes a run of a document that “signalbox export” wrote; - means what is piped in. Its journal is\nplayed again, and what does not hold together is refused; that is no proof of where it came from, so a run that had\nnot ended rests until a person lets it in, with “signalbox answer RUN” at a terminal.',
  arguments: { usage: 'FILE', min: 1, max: 1 },
  options: [jsonOption, ...folderOptions],
  examples: ['import run.json'],
  run: runImport,
};

async function runImport(args: CommandArguments, host: Host): Promise<number> {
  const file = await createLoader(host, maxBytes).read(args.arguments[0] ?? '');
  if (file === null) return 2;
  return withSession(args, host, async (session) => {
    const view = await session.call('runs.import', { document: file.text });
    await printStatus(session, host, view, args.chosen.has('--json'));
    return 0;
  });
}
