/** `signalbox guide`: leads a person through a guide, step after step. */
import { dirname, resolve } from 'node:path';
import type { Command, Given } from '../command.ts';
import { findRun } from '../find-run.ts';
import { explainUnknown } from '../find-workflow.ts';
import { openPlan } from '../guide/guide-plan.ts';
import { noGuide } from '../guide/no-guide.ts';
import { type Beginning, startGuide } from '../guide/start-guide.ts';
import { greet, walkGuide } from '../guide/walk-guide.ts';
import type { Host } from '../host.ts';
import { createLoader, type Loader } from '../loader.ts';
import { readNamedFile } from '../named-file.ts';
import { jsonOption, optionValue, sessionOptions } from '../options.ts';
import { parseObject, readNamed } from '../read-parameters.ts';
import { readLoosely } from '../read-verdict.ts';
import { withSession } from '../session.ts';

export const guide: Command = {
  meaning:
    'Leads you through a guide, by its name or from a file: shows each step and how far you are, takes what you write, and\nchecks it before it goes on. It is a durable run: leave whenever you like, and go on with --run.\nExit codes: 0 completed, 1 failed, 2 misunderstood, 3 cancelled, 4 not at its end.',
  arguments: { usage: '[NAME|FILE]', least: 0, most: 1 },
  options: [
    {
      name: '--context',
      value: 'NAME=VALUE',
      repeats: true,
      meaning: 'a variable of the context, as JSON or text; as often as needed',
    },
    { name: '--context-file', value: 'FILE', meaning: 'variables of the context, as one JSON object' },
    { name: '--run', value: 'RUN', meaning: 'goes on with this run: an id, the beginning of one, or last' },
    jsonOption,
    ...sessionOptions,
  ],
  examples: ['guide fix-bug --context severity=high', 'guide --run last'],
  run: runGuide,
};

async function runGuide(given: Given, host: Host): Promise<number> {
  const loader = createLoader(host);
  const [word] = given.arguments;
  const named = optionValue(given, '--run');
  if ((word === undefined) === (named === null)) {
    loader.trouble('Name a guide, or a run of one with --run: one of both.');
    return 2;
  }
  if (named !== null && (given.chosen.has('--context') || given.chosen.has('--context-file')))
    loader.trouble('The context is given when a guide begins: a run has its own. Set more of it with :set.');
  const context = await readContext(given, loader);
  const file = word === undefined ? null : await readNamedFile(host, loader, word);
  if (loader.failed || context === undefined) return 2;
  return withSession(
    given,
    host,
    async (session) => {
      const run =
        named === null
          ? await startGuide(session, host, { word: word ?? '', file, context }).catch((error: unknown) => {
              throw explainUnknown(error, session, given.chosen.has('--workflows'));
            })
          : await findRun(session, named);
      const plan = await openPlan(session, run);
      if (plan === null) throw noGuide(run, `show ${run}${session.again}`);
      const walk = { run, plan, asJson: given.chosen.has('--json') };
      if (!walk.asJson) greet(host, walk);
      return walkGuide(session, host, walk);
    },
    file === null ? {} : { alsoReads: dirname(resolve(host.folder, file.path)) },
  );
}

/** Undefined where something in it was not understood, and told. */
async function readContext(given: Given, loader: Loader): Promise<Beginning['context'] | undefined> {
  const { texts, problems } = readNamed(given.values.get('--context') ?? [], 'variable');
  for (const problem of problems) loader.trouble(problem);
  const file = await loader.option(given, '--context-file');
  const values = parseObject(file?.text ?? null);
  if (values === undefined)
    loader.trouble('The file of --context-file holds a JSON object: variables by name.');
  const typed = Object.entries(texts).map(([name, text]) => [name, readLoosely(text)] as const);
  return loader.failed ? undefined : { ...values, ...Object.fromEntries(typed) };
}
