/** `signalbox validate`: lists every error of workflow files, and how to correct it. */
import { existsSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { cleanText } from '../../drawing/index.ts';
import type { FileReport, ListedOperations, SourceFile } from '../../operations/index.ts';
import {
  countViolations,
  isSomethingElse,
  repair,
  resolveSettings,
  validate as validateFiles,
} from '../../operations/offline.ts';
import type { Command, CommandArguments } from '../arguments/command.ts';
import { namedPaths } from '../arguments/find-source.ts';
import { createLoader, type Loader } from '../arguments/loader.ts';
import {
  apiOption,
  connectorsOption,
  dataFolderOptions,
  jsonOption,
  servicesOption,
} from '../arguments/options.ts';
import type { Host } from '../host/host.ts';
import { programVersion } from '../host/program-version.ts';
import { isFolder, isStandardInput, isTestFile, reasonOf } from '../host/read-files.ts';
import { oneLine } from '../print/clean-lines.ts';
import { nameSyntax } from '../print/name-syntax.ts';
import { pluralize } from '../print/pluralize.ts';
import { printRepair, printReports } from '../print/print-reports.ts';
import { createStyles } from '../print/styles.ts';

export const validate: Command = {
  meaning:
    'Reads workflow files and reports all errors at once, with their lines and proposed corrections. A folder means the\nfiles in it that hold workflows: YAML, JSON and XML. - reads standard input. Without files, validates\nthe folders of --workflows.',
  arguments: { usage: '[FILE…]', min: 0 },
  options: [
    apiOption,
    {
      ...connectorsOption,
      meaning:
        'connector file: calls and arguments are checked against the tools of its servers, which are started',
    },
    servicesOption,
    { name: '--fix', meaning: 'applies proposals that remove nothing, and writes the files' },
    ...dataFolderOptions,
    jsonOption,
  ],
  examples: ['validate workflows.yaml --api openapi.yaml', 'validate workflows/ --fix'],
  run: runValidate,
};

async function runValidate(args: CommandArguments, host: Host): Promise<number> {
  const { chosen } = args;
  const loader = createLoader(host);
  const fixes = chosen.has('--fix');
  if (fixes && args.arguments.some(isStandardInput)) {
    loader.reportProblem('Standard input cannot be written back. --fix needs files.');
    return 2;
  }
  const api = await loader.option(args, '--api');
  const services = await loader.option(args, '--services');
  const paths = namedPaths(args);
  if (paths.length === 0) loader.reportProblem('validate needs an argument: signalbox validate FILE…');
  const found = await findFiles(host, loader, paths);
  const connectors = await loader.option(args, '--connectors');
  const isLacking = (file: SourceFile | null, name: string): boolean => file === null && chosen.has(name);
  if (isLacking(api, '--api') || isLacking(services, '--services') || isLacking(connectors, '--connectors'))
    return 2;
  const asked = await askConnectors(host, loader, connectors);
  const { invalid } = asked;
  const listed = await addCatalogs(args, host, asked.operations, api !== null);
  const environment = { api, services, listed };
  const repairs = fixes ? found.map((file) => ({ file, ...repair({ file, ...environment }) })) : [];
  const files = fixes ? repairs.map(({ file, text }) => ({ ...file, text })) : found;
  for (const { file, text, changed } of repairs) if (changed) writeBack(host, loader, { ...file, text });
  const { files: checked, valid } = validateFiles({ files, ...environment });
  const reports = [...invalid, ...checked];
  const fixed = repairs.filter(({ changed }) => changed);
  if (chosen.has('--json')) {
    const appliedFixes = fixed.map(({ file, applied }) => ({ path: file.path, applied }));
    host.out(`${JSON.stringify({ files: reports, ...(fixes ? { fixed: appliedFixes } : {}) }, null, 2)}\n`);
  } else if (reports.length > 0) {
    for (const each of fixed) printRepair(host, each.file.path, each);
    printReports(host, reports, [...files, ...[api, services, connectors].flatMap((each) => each ?? [])]);
    printSummary(host, reports);
    // Files of operators have no language.
    const faulty = checked.filter(({ path, valid }) => !valid && files.some((file) => file.path === path));
    if (faulty.length > 0) host.out(`→ ${nameSyntax(faulty.map(({ language }) => language))}\n`);
  }
  return loader.failed ? 2 : valid && invalid.length === 0 ? 0 : 1;
}

/** A server that does not answer is reported, and its operations are not checked. */
async function askConnectors(
  host: Host,
  loader: Loader,
  file: SourceFile | null,
): Promise<Pick<ListedOperations, 'operations' | 'invalid'>> {
  if (file === null) return { operations: null, invalid: [] };
  // Loaded late: it is needed for this option alone.
  const { listOperations } = await import('../../operations/index.ts');
  const { environment: env, folder } = host;
  const listed = await listOperations(file, { folder, env, version: programVersion() });
  for (const message of listed.silent) {
    loader.reportProblem(oneLine(`${message} Its operations are not checked.`));
  }
  return listed;
}

/** Workflows may also call the commands of imported APIs. */
async function addCatalogs(
  { values: flags }: CommandArguments,
  { environment: env, folder, program }: Host,
  listed: ListedOperations['operations'],
  hasApi: boolean,
): Promise<ListedOperations['operations']> {
  const { settings } = resolveSettings({ flags, env, folder, program });
  if (!existsSync(settings.catalogs)) return listed;
  // Loaded late: most folders have none.
  const { withCatalogCommands } = await import('../../operations/index.ts');
  return withCatalogCommands(settings, listed, hasApi);
}

/** The named files, and the files in folders that a server would list, including invalid ones. */
async function findFiles(
  host: Host,
  loader: Loader,
  paths: readonly string[],
): Promise<readonly SourceFile[]> {
  const files = new Map<string, SourceFile>();
  for (const path of new Set(paths)) {
    const inside = isFolder(host, path) ? loader.list(path) : undefined;
    if (inside === undefined) {
      const file = await loader.read(path);
      if (file !== null) files.set(path, file);
      continue;
    }
    let some = false;
    for (const each of inside.filter((name) => !isTestFile(name))) {
      // An unreadable file may be meant to hold a workflow; the server lists it, too.
      const file = await loader.read(each);
      if (file === null || isSomethingElse(file)) continue;
      files.set(each, file);
      some = true;
    }
    if (!some) loader.reportProblem(`No workflow files in ${path}.`);
  }
  return [...files.values()];
}

function writeBack(host: Host, loader: Loader, { path, text }: SourceFile): void {
  try {
    writeFileSync(resolve(host.folder, path), text);
  } catch (error) {
    loader.reportProblem(`${path} cannot be written: ${reasonOf(error)}.`);
  }
}

function printSummary(host: Host, reports: readonly FileReport[]): void {
  const styles = createStyles(host.colour);
  for (const { path, valid, workflows } of reports) {
    const names = workflows.map(({ name }) => name).join(', ');
    if (valid)
      host.out(`${styles.good('✓')} ${cleanText(path)}${names === '' ? '' : `: ${cleanText(names)}`}\n`);
  }
  const sum = (count: (report: FileReport) => number) => reports.reduce((all, each) => all + count(each), 0);
  const warnings = sum((each) => countViolations(each.warnings));
  host.out(
    `${[
      pluralize(reports.length, 'file'),
      `${sum(({ valid }) => (valid ? 1 : 0))} valid`,
      pluralize(
        sum((each) => countViolations(each.violations)),
        'error',
      ),
      ...(warnings === 0 ? [] : [pluralize(warnings, 'warning')]),
    ].join(', ')}\n`,
  );
}
