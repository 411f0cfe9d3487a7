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
    'Makes a run of a document that “signalbox export” wrote; - means what is piped in. Its journal is\nplayed again, and what does not hold together is refused; that is no proof of where it came from, so a run that had\nnot ended rests until a person lets it in, with “signalbox answer RUN” at a terminal.',
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
