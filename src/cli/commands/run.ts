/** `signalbox run`: starts a durable run and follows it at the terminal. */
import { resolve } from 'node:path';
import type { Command, CommandArguments } from '../arguments/command.ts';
import { createLoader } from '../arguments/loader.ts';
import { readNamedFile } from '../arguments/named-file.ts';
import {
  jsonOption,
  optionValue,
  parameterOptions,
  sessionOptions,
  workflowOption,
} from '../arguments/options.ts';
import { readParameters } from '../arguments/read-parameters.ts';
import type { Host } from '../host/host.ts';
import { watchRun } from '../live/watch-run.ts';
import { explainUnknown, findWorkflow } from '../session/find-workflow.ts';
import { withSession } from '../session/session.ts';

export const run: Command = {
  meaning:
    'Starts a workflow, by its name or from a file, and follows it: shows its tasks, and asks its questions at the terminal.\nThe run is durable: if this process ends, it continues when a Signalbox runs on the data folder.\nExit codes: 0 completed, 1 failed, 2 usage error, 3 cancelled, 4 waits for people.',
  arguments: { usage: 'WORKFLOW|FILE', min: 1, max: 1 },
  options: [
    ...parameterOptions,
    workflowOption,
    { name: '--key', value: 'TEXT', meaning: 'idempotency key: equal keys start one run' },
    { name: '--no-wait', meaning: 'starts it and returns' },
    jsonOption,
    ...sessionOptions,
  ],
  examples: [
    'run order_lunch --param dish=soup',
    'run examples/hello/hello.yaml --param name=Ada --json | jq .output',
  ],
  run: runRun,
};

async function runRun(args: CommandArguments, host: Host): Promise<number> {
  const loader = createLoader(host);
  const params = await readParameters(args, loader);
  if (params.kind === 'misunderstood') {
    for (const problem of params.problems) loader.reportProblem(problem);
    return 2;
  }
  const [word = ''] = args.arguments;
  const file = await readNamedFile(host, loader, word);
  if (loader.failed) return 2;
  return withSession(
    args,
    host,
    async (session) => {
      const workflow =
        file === null ? word : await findWorkflow(session, file, optionValue(args, '--workflow'));
      const key = optionValue(args, '--key');
      const input = { workflow, params: params.given.values, texts: params.given.texts };
      const started = await session
        .call('runs.start', key === null ? input : { ...input, idempotencyKey: key })
        .catch((error: unknown) => {
          throw explainUnknown(error, session, args.chosen.has('--workflows'));
        });
      return watchRun(session, host, args, { run: started.run, seen: 0 });
    },
    file === null ? {} : { extraFile: resolve(host.folder, file.path) },
  );
}
