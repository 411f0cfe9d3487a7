/** `signalbox backup`: copies the data folder into one file, also while a server uses it. */
import { join, resolve } from 'node:path';
import { cleanText } from '../../drawing/index.ts';
import type { BackupFacts, BackupView } from '../../operations/index.ts';
import type { Command, CommandArguments } from '../arguments/command.ts';
import { folderOptions, jsonOption } from '../arguments/options.ts';
import type { Host } from '../host/host.ts';
import { type Destination, parseDestination, placeBackup } from '../host/place-backup.ts';
import { showProgress } from '../live/show-progress.ts';
import { pluralize } from '../print/pluralize.ts';
import { printJson } from '../print/print-json.ts';
import { dateTimeText } from '../print/run-texts.ts';
import { type Session, withSession } from '../session/session.ts';

export const backup: Command = {
  meaning:
    'Copies the data folder into one file, also while a server uses it: a consistent snapshot of the database, the keys,\nauth.yaml, connectors.yaml, services.yaml, the saved documents and the catalogs. It blocks no caller. The file is\nverified and readable only by its owner: protect it like the folder. Default target: the folder “backups” of the\nsettings.\n“signalbox restore” creates a data folder from it.',
  arguments: { usage: '[FILE|FOLDER]', min: 0, max: 1 },
  options: [
    { name: '--without-keys', meaning: 'leaves the key file out: keep it elsewhere' },
    { name: '--check', meaning: 'makes no backup: verifies that FILE is a complete backup' },
    jsonOption,
    ...folderOptions,
  ],
  examples: ['backup', 'backup /mnt/backups', 'backup --check /mnt/backups/nightly.backup'],
  run: runBackup,
};

async function runBackup(args: CommandArguments, host: Host): Promise<number> {
  const [word] = args.arguments;
  if (args.chosen.has('--check')) return check(args, host, word);
  const to = word === undefined ? undefined : parseDestination(host, word);
  if (to?.kind === 'refused') {
    host.err(`${to.message}\n`);
    return 2;
  }
  // A backup covers every tenant, and does not continue runs.
  const options = { readOnly: true, tenant: 'default' };
  return withSession(args, host, (session) => make(session, args, host, to), options);
}

async function make(
  session: Session,
  args: CommandArguments,
  host: Host,
  to: Exclude<Destination, { readonly kind: 'refused' }> | undefined,
): Promise<number> {
  const what = 'Copying and checking';
  const made = await session
    .call('service.backup', { keys: !args.chosen.has('--without-keys') })
    .finally(showProgress(host, what, `${what}. Callers are not blocked.`));
  let path = join(made.folder, made.file);
  if (to !== undefined) {
    const placed = await placeBackup(made, to);
    if (placed.kind === 'left') {
      host.err(`${cleanText(placed.message)}\n`);
      return 1;
    }
    path = placed.path;
  }
  if (args.chosen.has('--json')) {
    const { folder: _folder, file: _file, ...rest } = made;
    printJson(host, { path, ...rest });
    return 0;
  }
  // Only the path, so that it can be piped.
  host.out(`${cleanText(path)}\n`);
  host.err(`${describe(made)}\n`);
  return 0;
}

const mebibyte = 1_048_576;
const sizeText = (bytes: number): string => `${(bytes / mebibyte).toFixed(1)} MiB`;

const keysText: Readonly<Record<BackupView['keys'], string>> = {
  included: 'with the keys: anyone who has the file can decrypt sealed values',
  'left-out': 'without the keys: keep keys.json elsewhere, sealed values cannot be decrypted without it',
  elsewhere: 'without the keys, which are in SIGNALBOX_KEYS',
};

function describe({ bytes, documents, keys, madeAt }: BackupView): string {
  return `A backup of ${dateTimeText(madeAt)}, ${sizeText(bytes)}, ${pluralize(documents, 'document')}, ${keysText[keys]}.`;
}

async function check(args: CommandArguments, host: Host, word: string | undefined): Promise<number> {
  if (word === undefined) {
    host.err('backup --check needs a file: signalbox backup --check FILE\n');
    return 2;
  }
  const { checkBackup } = await import('../../operations/index.ts');
  const checked = await checkBackup(resolve(host.folder, word));
  if (args.chosen.has('--json')) {
    printJson(
      host,
      checked.kind === 'good' ? { good: true, ...checked.backup } : { good: false, ...checked },
    );
  } else if (checked.kind === 'good') host.out(`${describeFacts(checked.backup)}\n`);
  else host.err(`${cleanText(checked.problem)}\n`);
  return checked.kind === 'good' ? 0 : 1;
}

function describeFacts(facts: BackupFacts): string {
  const { madeAt, version, bytes, runs, files, keys } = facts;
  const below = (folder: string): number => files.filter((path) => path.startsWith(`${folder}/`)).length;
  const catalogs = files.filter((path) => path.endsWith('/catalog.json')).length;
  const others = files.filter((path) => !path.includes('/'));
  const what = [
    pluralize(runs, 'run'),
    pluralize(below('workflows'), 'document'),
    ...(catalogs === 0 ? [] : [pluralize(catalogs, 'catalog')]),
    ...others,
  ].join(', ');
  return cleanText(
    `Good: a backup of ${dateTimeText(madeAt)} by Signalbox ${version}, ${sizeText(bytes)}, ${keysText[keys]}. It holds ${what}.`,
  );
}
