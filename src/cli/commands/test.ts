/** `signalbox test`: runs the test cases of workflows. */
import { dirname, isAbsolute, join } from 'node:path';
import type { SourceFile, TestReport } from '../../operations/index.ts';
import { languages, referencedFiles, runTests } from '../../operations/offline.ts';
import type { Command, CommandArguments } from '../arguments/command.ts';
import { namedPaths } from '../arguments/find-source.ts';
import { createLoader, type Loader } from '../arguments/loader.ts';
import { apiOption, dataFolderOptions, jsonOption, servicesOption } from '../arguments/options.ts';
import type { Host } from '../host/host.ts';
import { isFile, isFolder, isStandardInput, isTestFile } from '../host/read-files.ts';
import { printTests, summaryOf } from '../print/print-tests.ts';

export const test: Command = {
  meaning:
    'Runs the cases of test files (workflows.test.yaml next to workflows.yaml) in isolation, and reports failed expectations\nand branches that no case takes. A workflow file means its test file; a folder means the test files in it.',
  arguments: { usage: '[FILE…]', min: 0 },
  options: [apiOption, servicesOption, ...dataFolderOptions, jsonOption],
  examples: ['test workflows.test.yaml', 'test workflows/ --api openapi.yaml'],
  run: runTest,
};

async function runTest(args: CommandArguments, host: Host): Promise<number> {
  const { chosen } = args;
  const loader = createLoader(host);
  const api = await loader.option(args, '--api');
  const services = await loader.option(args, '--services');
  const named = namedPaths(args);
  if (named.length === 0) loader.reportProblem('test needs an argument: signalbox test FILE…');
  const paths = named.flatMap((path) => findTests(host, loader, path));
  const sources: SourceFile[] = [api, services].flatMap((each) => each ?? []);
  const reports: TestReport[] = [];
  if ((api === null && chosen.has('--api')) || (services === null && chosen.has('--services'))) return 2;
  for (const path of new Set(paths)) {
    const loaded = await loadTests(host, loader, path, api);
    if (loaded === undefined) continue;
    sources.push(loaded.tests, loaded.file, ...(loaded.api === null ? [] : [loaded.api]));
    reports.push(await runTests({ ...loaded, services }));
  }
  if (chosen.has('--json')) {
    host.out(`${JSON.stringify({ ...summaryOf(reports), files: reports }, null, 2)}\n`);
  } else if (reports.length > 0) {
    printTests(host, reports, sources);
  }
  if (loader.failed) return 2;
  return reports.every(({ passed }) => passed) ? 0 : 1;
}

/** The test files of the named paths: a test file itself, the one next to a workflow file, or those in a folder. */
function findTests(host: Host, loader: Loader, path: string): readonly string[] {
  if (isStandardInput(path)) {
    loader.reportProblem('Standard input has no test file. Name a file.');
    return [];
  }
  if (isFolder(host, path)) {
    const found = loader.list(path).filter(isTestFile);
    if (found.length === 0) loader.reportProblem(`No test files in ${path}.`);
    return found;
  }
  if (isTestFile(path) || !isFile(host, path)) return [path];
  const stem = path.replace(/\.[^./\\]*$/, '');
  const beside = endings.map((ending) => `${stem}.test${ending}`).find((each) => isFile(host, each));
  if (beside === undefined) loader.reportProblem(`${path} has no tests: ${stem}.test.yaml does not exist.`);
  return beside === undefined ? [] : [beside];
}

const endings: readonly string[] = ['.yaml', '.yml', '.json'];
const ofWorkflows: readonly string[] = [
  ...endings,
  '.xml',
  ...languages.flatMap(({ extension }) => (extension === undefined ? [] : [`.${extension}`])),
];

async function loadTests(host: Host, loader: Loader, path: string, defaultApi: SourceFile | null) {
  const tests = await loader.read(path);
  if (tests === null) return undefined;
  const companions = referencedFiles(tests);
  const beside = (name: string) => (isAbsolute(name) ? name : join(dirname(path), name));
  const file = await loader.read(
    companions.file === null ? workflowsBeside(host, path) : beside(companions.file),
  );
  const api = defaultApi ?? (companions.api === null ? null : await loader.read(beside(companions.api)));
  const apiIsMissing = api === null && companions.api !== null;
  return file === null || apiIsMissing ? undefined : { tests, file, api };
}

function workflowsBeside(host: Host, path: string): string {
  const named = path.replace(/\.test(\.[^.]*)$/i, '$1');
  const stem = named.replace(/\.[^.]*$/, '');
  return [named, ...ofWorkflows.map((ending) => stem + ending)].find((each) => isFile(host, each)) ?? named;
}
