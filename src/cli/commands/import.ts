/** `signalbox import`: a run made of an exported document. */
import type { Command, Given } from '../command.ts';
import type { Host } from '../host.ts';
import { createLoader } from '../loader.ts';
import { folderOptions, jsonOption } from '../options.ts';
import { printStand } from '../print-outcome.ts';
import { withSession } from '../session.ts';

/** In bytes: as much as one process takes from another. */
const largest = 16_000_000;

export const importRun: Command = {
  meaning:
    'Makes a run of a document that “signalbox export” wrote; - means what is piped in. Nothing in it is believed: the\njournal is played again, and what was changed is refused. A run that had not ended is left suspended.',
  arguments: { usage: 'FILE', least: 1, most: 1 },
  options: [jsonOption, ...folderOptions],
  examples: ['import run.json'],
  run: runImport,
};

async function runImport(given: Given, host: Host): Promise<number> {
  const file = await createLoader(host, largest).read(given.arguments[0] ?? '');
  if (file === null) return 2;
  return withSession(given, host, async (session) => {
    const view = await session.call('runs.import', { document: file.text });
    await printStand(session, host, view, given.chosen.has('--json'));
    return 0;
  });
}
