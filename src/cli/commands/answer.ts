/** `signalbox answer`: answers a work item. */
import { cleanText } from '../../drawing/index.ts';
import type { Json } from '../../expression/index.ts';
import type { ItemView } from '../../operations/index.ts';
import { describeWho, OperationError } from '../../operations/offline.ts';
import type { Command, CommandArguments } from '../arguments/command.ts';
import { optionValue } from '../arguments/options.ts';
import { readNamedValues } from '../arguments/read-parameters.ts';
import { findVerdictProblem, readVerdict, verdicts } from '../arguments/read-verdict.ts';
import type { Host } from '../host/host.ts';
import { awaitRun, runActionOptions } from '../live/act-on-run.ts';
import { adviseItem } from '../live/advise-run.ts';
import { askItem } from '../live/ask-item.ts';
import { printStatus } from '../live/print-outcome.ts';
import { type Reply, replyOf } from '../live/reply-of.ts';
import { cleanLines } from '../print/clean-lines.ts';
import { findItem } from '../session/find-item.ts';
import { type Session, withSession } from '../session/session.ts';

export const answer: Command = {
  meaning:
    'Answers a work item: with values by name, with one JSON value, or at the terminal if no value is passed. ITEM is an id\nfrom “signalbox items”, the beginning of an id, or a run with one open work item. The workflow defines the types of the\nvalues. A call whose outcome is unknown is answered with retry, failed message=TEXT, or succeeded output=JSON; an\napproval, by a person at a terminal, with approved=true.',
  arguments: { usage: 'ITEM [NAME=VALUE…]', min: 1 },
  options: [{ name: '--value', value: 'JSON', meaning: 'the whole answer, as JSON' }, ...runActionOptions],
  examples: [
    'answer last',
    'answer last yes=true',
    'answer last retry',
    `answer last succeeded output='{"id": 7}'`,
  ],
  run: runAnswer,
};

async function runAnswer(args: CommandArguments, host: Host): Promise<number> {
  const [word = '', ...words] = args.arguments;
  const written = optionValue(args, '--value');
  const value = written === null ? null : readJson(written);
  if (value === undefined) return misunderstood(host, ['--value must be JSON, such as {"yes": true}.']);
  if (words.length > 0 && written !== null) {
    return misunderstood(host, ['Pass values by name or --value, not both.']);
  }
  return withSession(args, host, async (session) => {
    const item = await findItem(session, word);
    const { seq } = await session.call('runs.get', { run: item.run });
    if (words.length > 0 || written !== null) {
      const reply = written === null ? readWords(item, words) : checkValue(item, value);
      if (Array.isArray(reply)) return misunderstood(host, [...reply, ...adviseItem(session, item)]);
      await giveReply(session, item, reply);
    } else if (!(await askPerson(host, session, item))) return 4;
    const view = await awaitRun(session, host, args, { run: item.run, seen: seq });
    await printStatus(session, host, view, args.chosen.has('--json'));
    return 0;
  });
}

/** `undefined` if it is not JSON. */
function readJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** @returns the problems if the values do not fit */
function readWords(item: ItemView, words: readonly string[]): Reply | string[] {
  // A verdict is a single word.
  const named = item.reason === 'doubt' ? words.map(asVerdict) : words;
  const { texts, problems } = readNamedValues(named, 'value');
  if (problems.length > 0) return [...problems];
  if (item.reason !== 'doubt') return replyOf(item.expects, texts);
  const read = readVerdict(texts);
  return read.kind === 'verdict' ? { output: read.output } : [read.message];
}

const asVerdict = (word: string): string => (verdicts.includes(word) ? `verdict=${word}` : word);

function checkValue(item: ItemView, output: Json): Reply | string[] {
  const problem = item.reason === 'doubt' ? findVerdictProblem(output) : undefined;
  return problem === undefined ? { output } : [problem];
}

async function giveReply(session: Session, item: ItemView, reply: Reply): Promise<void> {
  try {
    await session.call('items.complete', { item: item.item, ...reply });
  } catch (error) {
    throw error instanceof OperationError ? explainPerson(error, session, item) : error;
  }
}

/** Input from a pipe or a script does not count as a person's answer. */
function explainPerson(
  error: OperationError,
  { sessionFlags }: Session,
  { item, reason }: ItemView,
): OperationError {
  if (error.details.code !== 'person_required') return error;
  const does = reason === 'approval' ? 'Approve' : 'Answer';
  return new OperationError({
    ...error.details,
    suggestedAction: `${does} it at a terminal: signalbox answer ${item}${sessionFlags}`,
  });
}

async function askPerson(host: Host, session: Session, item: ItemView): Promise<boolean> {
  if (host.terminal.isInteractive && !item.mayAnswer) {
    host.err(`It is for ${cleanText(describeWho(item.who))}.\n`);
    return false;
  }
  if (host.terminal.isInteractive) {
    return (await askItem(host, session, item, new AbortController().signal)) === 'answered';
  }
  const question = cleanLines(item.message === '' ? item.task : item.message).join('\n  ');
  const lines = adviseItem(session, item).map((line) => `  ${line}\n`);
  host.err(`? ${question}\n${lines.join('')}`);
  return false;
}

function misunderstood(host: Host, lines: readonly string[]): number {
  const [first = '', ...others] = lines.flatMap(cleanLines);
  host.err([first, ...others.map((line) => `  ${line}`), ''].join('\n'));
  return 2;
}
