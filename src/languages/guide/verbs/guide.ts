/** `signalbox guide`: leads a person through a guide, step by step. */
import { resolve } from 'node:path';
import type { Command, CommandArguments } from '../../../cli/arguments/command.ts';
import { createLoader, type Loader } from '../../../cli/arguments/loader.ts';
import { readNamedFile } from '../../../cli/arguments/named-file.ts';
import { jsonOption, optionValue, sessionOptions } from '../../../cli/arguments/options.ts';
import { parseObject, readNamedValues } from '../../../cli/arguments/read-parameters.ts';
import { readLoosely } from '../../../cli/arguments/read-verdict.ts';
import type { Host } from '../../../cli/host/host.ts';
import { findRun } from '../../../cli/session/find-run.ts';
import { explainUnknown } from '../../../cli/session/find-workflow.ts';
import { withSession } from '../../../cli/session/session.ts';
import { readPlan } from './guide-plan.ts';
import { noGuide } from './no-guide.ts';
import { printIntroduction, runGuideSession } from './run-guide-session.ts';
import { type GuideStart, startGuide } from './start-guide.ts';

export const guide: Command = {
  meaning:
    'Leads you through a guide, by its name or from a file: shows each step and the progress, reads your answer, and\nvalidates it before the next step. It is a durable run: leave at any time, and continue with --run.\nExit codes: 0 completed, 1 failed, 2 usage error, 3 cancelled, 4 not ended.',
  arguments: { usage: '[WORKFLOW|FILE]', min: 0, max: 1 },
  options: [
    {
      name: '--context',
      value: 'NAME=VALUE',
      repeats: true,
      meaning: 'a variable of the context, as JSON or text; repeatable',
    },
    { name: '--context-file', value: 'FILE', meaning: 'variables of the context, as one JSON object' },
    { name: '--run', value: 'RUN', meaning: 'continues this run: an id, the beginning of an id, or last' },
    jsonOption,
    ...sessionOptions,
  ],
  examples: ['guide fix-bug --context severity=high', 'guide --run last'],
  run: runGuide,
};

async function runGuide(args: CommandArguments, host: Host): Promise<number> {
  const loader = createLoader(host);
  const [word] = args.arguments;
  const named = optionValue(args, '--run');
  if ((word === undefined) === (named === null)) {
    loader.reportProblem('Name a guide, or a run of a guide with --run, not both.');
    return 2;
  }
  if (named !== null && (args.chosen.has('--context') || args.chosen.has('--context-file')))
    loader.reportProblem(
      '--context applies only to a new guide; a run has its own context. Set variables of a run with :set.',
    );
  const context = await readContext(args, loader);
  const file = word === undefined ? null : await readNamedFile(host, loader, word);
  if (loader.failed || context === undefined) return 2;
  return withSession(
    args,
    host,
    async (session) => {
      const run =
        named === null
          ? await startGuide(session, host, { word: word ?? '', file, context }).catch((error: unknown) => {
              throw explainUnknown(error, session, args.chosen.has('--workflows'));
            })
          : await findRun(session, named);
      const plan = await readPlan(session, run);
      if (plan === null) throw noGuide(run, `show ${run}${session.sessionFlags}`);
      const guideSession = { run, plan, asJson: args.chosen.has('--json') };
      if (!guideSession.asJson) printIntroduction(host, guideSession);
      return runGuideSession(session, host, guideSession);
    },
    file === null ? {} : { extraFile: resolve(host.folder, file.path) },
  );
}

/** `undefined` if something was invalid and has been reported. */
async function readContext(
  args: CommandArguments,
  loader: Loader,
): Promise<GuideStart['context'] | undefined> {
  const { texts, problems } = readNamedValues(args.values.get('--context') ?? [], 'variable');
  for (const problem of problems) loader.reportProblem(problem);
  const file = await loader.option(args, '--context-file');
  const values = parseObject(file?.text ?? null);
  if (values === undefined)
    loader.reportProblem('The file of --context-file must hold a JSON object: variables by name.');
  const typed = Object.entries(texts).map(([name, text]) => [name, readLoosely(text)] as const);
  return loader.failed ? undefined : { ...values, ...Object.fromEntries(typed) };
}
