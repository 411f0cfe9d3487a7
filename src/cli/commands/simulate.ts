/** `signalbox simulate`: plays a run without side effects. */
import { dirname, join } from 'node:path';
import { referencedFiles, simulateWorkflow } from '../../operations/offline.ts';
import type { Command, CommandArguments } from '../arguments/command.ts';
import { findSource } from '../arguments/find-source.ts';
import { createLoader, type Loader } from '../arguments/loader.ts';
import {
  apiOption,
  dataFolderOptions,
  jsonOption,
  numberOption,
  optionValue,
  parameterOptions,
  servicesOption,
  workflowOption,
} from '../arguments/options.ts';
import { readParameters } from '../arguments/read-parameters.ts';
import type { Host } from '../host/host.ts';
import { printReports } from '../print/print-reports.ts';
import { printSimulation } from '../print/print-simulation.ts';

export const simulate: Command = {
  meaning:
    'Plays a run with scripted results, failures, delays and answers, and with examples where the script has none. Prints\nthe events, the result, and the branches that were never taken. Time is simulated: a retry after an hour is immediate.',
  arguments: { usage: 'FILE|WORKFLOW', min: 1, max: 1 },
  options: [
    workflowOption,
    ...dataFolderOptions,
    ...parameterOptions,
    {
      name: '--script',
      value: 'FILE',
      meaning: 'results of calls and answers to questions; or a test file',
    },
    { name: '--case', value: 'NAME', meaning: 'the case, if the script is a test file' },
    { name: '--seed', value: 'N', meaning: 'seed of random choices' },
    apiOption,
    servicesOption,
    { name: '--draw', meaning: 'also draws the final state' },
    jsonOption,
  ],
  examples: [
    'simulate workflows.yaml --workflow book_flight --param origin=NYC --param destination=CDG',
    'simulate workflows.yaml --script workflows.test.yaml --case "waits when full" --draw',
  ],
  run: runSimulate,
};

async function runSimulate(args: CommandArguments, host: Host): Promise<number> {
  const { chosen } = args;
  const loader = createLoader(host);
  const seed = numberOption(args, '--seed', 0, Number.MAX_SAFE_INTEGER);
  if (seed.kind === 'misunderstood') loader.reportProblem(seed.message);
  if (chosen.has('--case') && !chosen.has('--script'))
    loader.reportProblem('--case needs --script with the test file.');
  const params = await readParameters(args, loader);
  if (params.kind === 'misunderstood') reportProblems(loader, params.problems);
  const { file, workflow } = await findSource(args, host, loader);
  const script = await loader.option(args, '--script');
  const named = script === null ? null : referencedFiles(script).api;
  // The API of a test file also applies to a single case.
  const api =
    (await loader.option(args, '--api')) ??
    (script === null || named === null ? null : await loader.read(join(dirname(script.path), named)));
  const services = await loader.option(args, '--services');
  if (loader.failed || file === null || params.kind === 'misunderstood' || seed.kind === 'misunderstood')
    return 2;
  const result = simulateWorkflow({
    file,
    api,
    services,
    script,
    workflow,
    params: params.given,
    case: optionValue(args, '--case'),
    seed: seed.number,
  });
  const asJson = chosen.has('--json');
  switch (result.kind) {
    case 'refused':
      reportProblems(loader, result.problems);
      return 2;
    case 'invalid':
      if (asJson) host.out(`${JSON.stringify({ files: result.reports }, null, 2)}\n`);
      else
        printReports(
          host,
          result.reports,
          [file, api, services, script].flatMap((each) => each ?? []),
          host.err,
        );
      return 1;
    case 'simulated': {
      const { workflow, simulation, standIns } = result;
      if (asJson) host.out(`${JSON.stringify({ workflow, ...simulation, standIns }, null, 2)}\n`);
      else printSimulation(host, file.path, result, chosen.has('--draw'));
      return simulation.status === 'completed' ? 0 : 1;
    }
  }
}

function reportProblems(loader: Loader, problems: readonly string[]): void {
  for (const problem of problems) loader.reportProblem(problem);
}
