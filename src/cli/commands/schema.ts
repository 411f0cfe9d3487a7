/** `signalbox schema`: prints the schema of a workflow language or of another file, or the reference of a language. */
import {
  getLanguage,
  getSchema,
  listLanguages,
  OperationError,
  referenceOf,
} from '../../operations/offline.ts';
import type { Command, CommandArguments } from '../arguments/command.ts';
import { dataFolderOptions, jsonOption } from '../arguments/options.ts';
import type { Host } from '../host/host.ts';
import { drawTable } from '../print/draw-table.ts';
import { exitCodeOf, printError } from '../print/print-error.ts';
import { printJson } from '../print/print-json.ts';

export const schema: Command = {
  meaning:
    'Prints the schema of a workflow language for editors: JSON Schema, or XML Schema. --reference prints how its documents\nare written, with examples. Without an argument, lists the languages. Also prints the schemas of\nconnectors.yaml (connectors), the auth file (auth), services.yaml (services) and test files (tests). Needs no server.',
  arguments: { usage: '[LANGUAGE | connectors | auth | services | tests]', min: 0, max: 1 },
  options: [
    { name: '--reference', meaning: 'prints the reference page with examples, as Markdown' },
    ...dataFolderOptions,
    jsonOption,
  ],
  examples: ['schema graph > graph.schema.json', 'schema graph --reference'],
  run: runSchema,
};

async function runSchema(args: CommandArguments, host: Host): Promise<number> {
  const [id] = args.arguments;
  const asJson = args.chosen.has('--json');
  if (id === undefined) {
    const languages = listLanguages();
    if (asJson) printJson(host, { languages });
    else host.out(drawLanguages(host, languages));
    return 0;
  }
  try {
    if (args.chosen.has('--reference')) {
      const reference = referenceOf(getLanguage(id));
      if (asJson) printJson(host, reference);
      else host.out(reference.page);
    } else {
      const found = getSchema(id);
      if (asJson) printJson(host, found);
      else host.out(found.schema);
    }
    return 0;
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    await printError(host, error.details, asJson);
    return exitCodeOf(error.details);
  }
}

function drawLanguages(host: Host, languages: ReturnType<typeof listLanguages>): string {
  const rows = languages.map(({ language, fileNames, description }) => [
    language,
    fileNames.join(' '),
    description,
  ]);
  return drawTable(host, [{ head: 'language' }, { head: 'files' }, { head: 'for', cuts: true }], rows);
}
