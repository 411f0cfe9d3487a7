/** `signalbox import`: creates a run from an exported document. */
import type { Command, CommandArguments } from '../arguments/command.ts';
import { createLoader } from '../arguments/loader.ts';
import { folderOptions, jsonOption } from '../arguments/options.ts';
import type { Host } from '../host/host.ts';
import { printStatus } from '../live/print-outcome.ts';
import { withSession } from '../session/session.ts';

/** Limit in bytes: as much as one process accepts from another. */
const maxBytes = 16_000_000;

export const importRun: Command = {
  meaning:
    'Creates a run from a document of “signalbox export”; - reads standard input. Its journal is replayed, and an\ninconsistent document is refused. This does not prove its origin: a run that had not ended stays suspended until a\nperson approves it with “signalbox answer RUN” at a terminal.',
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
