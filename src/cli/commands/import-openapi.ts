/** `signalbox import openapi`: imports an API. Nothing is stored before the preview is confirmed. */
import { resolve } from 'node:path';
import type { ImportPreview } from '../../operations/index.ts';
import { OperationError } from '../../operations/offline.ts';
import type { Command, CommandArguments } from '../arguments/command.ts';
import { createLoader } from '../arguments/loader.ts';
import { jsonOption, optionValue, sessionOptions, yesOption } from '../arguments/options.ts';
import { yesOrNo } from '../arguments/yes-or-no.ts';
import type { Host } from '../host/host.ts';
import { isStandardInput } from '../host/read-files.ts';
import { showProgress } from '../live/show-progress.ts';
import { drawImport, drawPreview } from '../print/draw-import.ts';
import { printJson } from '../print/print-json.ts';
import { callConfirmed } from '../session/call-confirmed.ts';
import { type Session, withSession } from '../session/session.ts';

/** Of a document from standard input, in bytes. */
const maxBytes = 8_388_608;

export const importOpenApi: Command = {
  meaning:
    'Imports an OpenAPI document (2.0, 3.x) or a GraphQL schema: its operations become commands. SOURCE is a file, an\naddress, or - for standard input. First it says what the import would store and change, and asks; without a terminal,\n--yes confirms it.',
  arguments: { usage: 'SOURCE', min: 1, max: 1 },
  options: [
    { name: '--title', value: 'TEXT', meaning: 'title of the catalog; default: that of the document' },
    {
      name: '--vendor',
      value: 'VENDOR',
      meaning: 'what workflows write before its commands; default: from its address',
    },
    { name: '--base-url', value: 'URL', meaning: 'address of the API; default: that of the document' },
    { name: '--graphql', meaning: 'SOURCE is the address of a GraphQL API, which is asked for its schema' },
    {
      name: '--header',
      value: 'NAME:VALUE',
      repeats: true,
      meaning: 'a header of the request for the document; a secret is a reference; repeatable',
    },
    { name: '--overwrite', meaning: 'replaces the catalog of this title' },
    { name: '--disabled', meaning: 'its commands cannot be called before it is enabled' },
    yesOption,
    jsonOption,
    ...sessionOptions,
  ],
  examples: [
    'import openapi petstore.yaml',
    'import openapi https://api.example.com/openapi.json --title Shop --vendor shop --yes',
    'import openapi https://api.example.com/graphql --graphql --title Shop',
  ],
  run: runImport,
};

type Headers = { readonly [name: string]: string };
type Source = { readonly [field: string]: string | Headers };

async function runImport(args: CommandArguments, host: Host): Promise<number> {
  const source = await readSourceOption(args, host);
  if (source === null) return 2;
  return withSession(args, host, async (session) => {
    const stopProgress = showProgress(host, 'Reading the document');
    const previewed = await preview(session, args, source).finally(stopProgress);
    const { input, plan } = previewed;
    const asJson = args.chosen.has('--json');
    const { terminal } = host;
    if (!asJson) host.out(drawPreview(host, plan));
    // Standard output has the answer alone.
    else if (terminal.isInteractive && !args.chosen.has(yesOption.name))
      terminal.write(drawPreview({ isTerminal: true, columns: terminal.size().columns }, plan));
    if (plan.replaces !== null && !args.chosen.has('--overwrite')) throw existing(plan);
    await confirm(args, host);
    const stopImport = showProgress(host, 'Importing');
    // The preview said what the server would ask.
    const agreed = { ...args, chosen: new Set([...args.chosen, yesOption.name]) };
    const imported = await callConfirmed(host, agreed, (confirmed) =>
      session.call('catalogs.import', {
        ...input,
        overwrite: args.chosen.has('--overwrite'),
        ...(args.chosen.has('--disabled') ? { enabled: false } : {}),
        ...(plan.replaces === null ? {} : { revision: plan.replaces }),
        ...confirmed,
      }),
    ).finally(stopImport);
    if (asJson) {
      printJson(host, imported);
      return 0;
    }
    const { vendor, catalogId } = imported;
    const view = await session.call('catalogs.get', { catalog: catalogId });
    const { commands } = await session.call('commands.search', { vendor, limit: 1 });
    host.out(drawImport(imported, view, commands[0]?.call, session.sessionFlags));
    return 0;
  });
}

/** @returns null, with the reason reported, if standard input cannot be read */
async function readSourceOption(args: CommandArguments, host: Host): Promise<Source | null> {
  const [word = ''] = args.arguments;
  if (isStandardInput(word)) {
    const file = await createLoader(host, maxBytes).read(word);
    return file === null ? null : { content: file.text };
  }
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(word))
    return {
      source: word,
      sourceType: args.chosen.has('--graphql') ? 'graphql' : 'url',
      ...(args.chosen.has('--header') ? { headers: headersOf(args) } : {}),
    };
  return { source: resolve(host.folder, word), sourceType: 'path' };
}

/** What is no name and value has no name: the server says so. */
function headersOf({ values }: CommandArguments): Headers {
  const pairs = (values.get('--header') ?? []).map((text) => {
    const [name = '', ...rest] = text.split(':');
    return [name.trim(), rest.join(':').trim()] as const;
  });
  return Object.fromEntries(pairs);
}

interface Previewed {
  readonly input: Source;
  readonly plan: ImportPreview;
}

async function preview(session: Session, args: CommandArguments, source: Source): Promise<Previewed> {
  const vendor = optionValue(args, '--vendor');
  const baseUrl = optionValue(args, '--base-url');
  try {
    const input = {
      ...source,
      title: optionValue(args, '--title') ?? (await titleOf(session, source)),
      ...(vendor === null ? {} : { vendor }),
      ...(baseUrl === null ? {} : { baseUrl }),
    };
    return { input, plan: await session.call('catalogs.preview', input) };
  } catch (error) {
    const isInvalid = error instanceof OperationError && error.details.code === 'invalid_catalog';
    if (!isInvalid) throw error;
    throw new OperationError({
      ...error.details,
      suggestedAction: 'Correct the document, then import it again.',
    });
  }
}

const maxTitle = 100;

async function titleOf(session: Session, source: Source): Promise<string> {
  const { valid, title, violations } = await session.call('catalogs.validate', source);
  if (!valid)
    throw new OperationError({
      code: 'invalid_catalog',
      message: `The document cannot be imported: ${violations.map(({ message }) => message).join(' ')}`,
      violations: violations.map(({ expected = '', actual = '', ...problem }) => ({
        ...problem,
        expected,
        actual,
      })),
    });
  if (/[\p{L}\p{N}]/u.test(title)) return title.trim().slice(0, maxTitle).trim();
  throw new OperationError({
    code: 'invalid_input',
    message: 'The document has no title.',
    suggestedAction: 'Add a title of your own: --title TEXT.',
  });
}

const existing = ({ catalog: { title, id } }: ImportPreview): OperationError =>
  new OperationError({
    code: 'catalog_exists',
    message: `The catalog “${title}” exists already.`,
    suggestedAction: 'Add “--overwrite” to replace it, or another --title to keep both.',
    context: { catalog: id },
  });

async function confirm({ chosen }: CommandArguments, { terminal }: Host): Promise<void> {
  if (chosen.has(yesOption.name)) return;
  if (!terminal.isInteractive)
    throw new OperationError({
      code: 'confirmation_required',
      message: 'Nothing is imported yet.',
      suggestedAction: `Add “${yesOption.name}” to import it.`,
    });
  const typed = await terminal.ask('Import? [y/N] ', new AbortController().signal);
  if (typed !== undefined && yesOrNo(typed) === true) return;
  throw new OperationError({
    code: 'confirmation_declined',
    message: 'You did not confirm it, so nothing was imported.',
    suggestedAction: 'Run it again to import it.',
  });
}
