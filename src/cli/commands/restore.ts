/** `signalbox restore`: creates a data folder from a backup. */
import { resolve } from 'node:path';
import { cleanText } from '../../drawing/index.ts';
import type { RestoredFolder } from '../../operations/index.ts';
import { OperationError, resolveSettings } from '../../operations/offline.ts';
import type { Command, CommandArguments } from '../arguments/command.ts';
import { dataFolderOptions, jsonOption } from '../arguments/options.ts';
import type { Host } from '../host/host.ts';
import { pluralize } from '../print/pluralize.ts';
import { exitCodeOf, printError } from '../print/print-error.ts';
import { printJson } from '../print/print-json.ts';
import { dateTimeText } from '../print/run-texts.ts';

export const restore: Command = {
  meaning:
    'Creates a data folder from a backup, in a new or empty folder. The backup is verified first. Runs continue when a\nSignalbox starts on the folder; make sure that none runs on the original.',
  arguments: { usage: 'BACKUP', min: 1, max: 1 },
  options: [jsonOption, ...dataFolderOptions],
  examples: ['restore /mnt/backups/nightly.backup --data /var/lib/signalbox-restored'],
  run: runRestore,
};

async function runRestore(args: CommandArguments, host: Host): Promise<number> {
  const { settings, problems } = resolveSettings({
    flags: args.values,
    env: host.environment,
    folder: host.folder,
  });
  if (problems.length > 0) {
    host.err(problems.map((problem) => `${cleanText(problem)}\n`).join(''));
    return 2;
  }
  const { data } = settings;
  const isJson = args.chosen.has('--json');
  const { restoreFolder } = await import('../../operations/index.ts');
  let restored: RestoredFolder;
  try {
    restored = await restoreFolder(resolve(host.folder, args.arguments[0] ?? ''), data);
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    await printError(host, error.details, isJson);
    return exitCodeOf(error.details);
  }
  if (restored.kind === 'refused') {
    const { problem, advice } = restored;
    if (isJson) printJson(host, { problem, advice });
    else host.err(`${cleanText(problem)}\n→ ${cleanText(advice)}\n`);
    return 1;
  }
  const { madeAt, runs, keys, files } = restored.backup;
  if (isJson) printJson(host, { data, madeAt, runs, keys, files });
  else host.out(`${cleanText(data)} holds the data of ${dateTimeText(madeAt)}: ${pluralize(runs, 'run')}.\n`);
  if (keys === 'left-out') {
    host.err('It has no keys. Put keys.json there before you start it, or sealed values are lost.\n');
  }
  return 0;
}
