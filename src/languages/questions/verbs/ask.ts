/** `signalbox ask`: leads a person through a question flow, or answers it from a file. */
import { join } from 'node:path';
import type { Command, CommandArguments } from '../../../cli/arguments/command.ts';
import { createLoader } from '../../../cli/arguments/loader.ts';
import { jsonOption, listOption, optionValue, sessionOptions } from '../../../cli/arguments/options.ts';
import type { Host } from '../../../cli/host/host.ts';
import { explainUnknown } from '../../../cli/session/find-workflow.ts';
import { type Session, withSession } from '../../../cli/session/session.ts';
import { createFileSessionStore, SessionStoreError } from '../../../client/index.ts';
import { cleanText } from '../../../drawing/index.ts';
import { answerUnattended } from './answer-unattended.ts';
import type { AskContext, AskedFlow } from './ask-context.ts';
import { chooseSession } from './choose-session.ts';
import { openPrompter } from './prompter.ts';
import { type AnswersFile, readAnswersFile } from './read-answers-file.ts';
import { runDialogue } from './run-dialogue.ts';

export const ask: Command = {
  meaning:
    'Leads you through a question flow, by its name or generated from adapters: shows each question, validates the answer,\nand reviews all answers before the operations are performed. Answers are kept in the folder sessions of the data\nfolder, so that an interrupted session continues. A secret that you type is saved on the server; only its name is an\nanswer. Exit codes: 0 completed, 1 failed, 2 usage error, 3 cancelled, 4 not ended.',
  arguments: { usage: '[WORKFLOW]', min: 0, max: 1 },
  options: [
    { name: '--adapters', value: 'A,B', meaning: 'in place of a name: adapters whose questions are asked' },
    {
      name: '--answers',
      value: 'FILE',
      meaning: 'answers by question, as YAML or JSON; nothing is asked; - reads standard input',
    },
    {
      name: '--resume',
      value: 'SESSION',
      meaning: 'continues this session: an id, the beginning of an id, or last',
    },
    { name: '--new', meaning: 'begins a new session, even if one is unfinished' },
    jsonOption,
    ...sessionOptions,
  ],
  examples: ['ask hetzner-setup', 'ask --adapters hetzner,talos', 'ask --resume last'],
  run: runAsk,
};

async function runAsk(args: CommandArguments, host: Host): Promise<number> {
  const loader = createLoader(host);
  const [word] = args.arguments;
  const adapters = listOption(args, '--adapters');
  const resumed = optionValue(args, '--resume');
  const named = [word !== undefined, args.chosen.has('--adapters'), resumed !== null].filter(Boolean).length;
  if (named !== 1)
    loader.reportProblem('Name a flow, or adapters with --adapters, or a session with --resume.');
  else if (resumed === null && word === undefined && adapters.length === 0)
    loader.reportProblem('--adapters needs a name, such as hetzner.');
  if (resumed !== null && (args.chosen.has('--new') || args.chosen.has('--answers')))
    loader.reportProblem('--new and --answers begin a new session. They cannot be combined with --resume.');
  const isUnattended = args.chosen.has('--answers');
  if (!loader.failed && !isUnattended && !host.terminal.isInteractive)
    loader.reportProblem('ask needs a terminal. Without one, pass a file with the answers: --answers FILE.');
  const source = loader.failed ? null : await loader.option(args, '--answers');
  const answers = source === null ? null : readAnswersFile(source, loader.reportProblem);
  if (loader.failed) return 2;
  const flow: AskedFlow = word === undefined ? { adapters } : { workflow: word };
  return withSession(args, host, (session) =>
    askWith(session, host, args, { flow, resumed, answers }).catch((error: unknown) => {
      const explained = explainUnknown(error, session, args.chosen.has('--workflows'));
      if (!(explained instanceof SessionStoreError)) throw explained;
      host.err(`${cleanText(explained.message)}\n`);
      return 1;
    }),
  );
}

interface AskRequest {
  readonly flow: AskedFlow;
  readonly resumed: string | null;
  readonly answers: AnswersFile | null;
}

async function askWith(
  session: Session,
  host: Host,
  args: CommandArguments,
  { flow, resumed, answers }: AskRequest,
): Promise<number> {
  const leaving = new AbortController();
  const unsubscribe = host.terminal.onInterrupt(() => leaving.abort());
  const prompter = openPrompter(host.terminal, leaving.signal);
  const store = createFileSessionStore(join(session.settings.data, 'sessions'));
  const asJson = args.chosen.has('--json');
  const context: AskContext = { host, session, store, prompter, asJson, signal: leaving.signal };
  try {
    if (answers !== null) return await answerUnattended(context, flow, answers);
    const chosen = await chooseSession(context, flow, { resumed, isNew: args.chosen.has('--new') });
    return typeof chosen === 'number' ? chosen : await runDialogue(context, chosen);
  } finally {
    prompter.close();
    unsubscribe();
  }
}
