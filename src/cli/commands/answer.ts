/** `signalbox answer`: answers what a run asks. */
import { cleanText } from '../../drawing/index.ts';
import type { Json } from '../../expression/index.ts';
import type { ItemView } from '../../operations/index.ts';
import { describeWho, OperationError } from '../../operations/offline.ts';
import { adviseItem } from '../advise-run.ts';
import { cleanLines } from '../clean-lines.ts';
import type { Command, Given } from '../command.ts';
import { findItem } from '../find-item.ts';
import type { Host } from '../host.ts';
import { askItem } from '../live/ask-item.ts';
import { goAlong, moveOptions } from '../move-run.ts';
import { optionValue } from '../options.ts';
import { printStand } from '../print-outcome.ts';
import { readNamed } from '../read-parameters.ts';
import { problemOf, readVerdict, verdicts } from '../read-verdict.ts';
import { type Reply, replyOf } from '../reply-of.ts';
import { type Session, withSession } from '../session.ts';

export const answer: Command = {
  meaning:
    'Answers a work item: with values by name, with one value in JSON, or at the terminal where nothing is given. ITEM is\nan id from “signalbox items”, the beginning of one, or a run that asks one thing. Values are read as the workflow says.\nA call in doubt is answered with retry, failed message=TEXT, or succeeded output=JSON; an approval, by a person at a\nterminal, with approved=true.',
  arguments: { usage: 'ITEM [NAME=VALUE…]', least: 1 },
  options: [{ name: '--value', value: 'JSON', meaning: 'the whole answer, as JSON' }, ...moveOptions],
  examples: [
    'answer last',
    'answer last yes=true',
    'answer last retry',
    `answer last succeeded output='{"id": 7}'`,
  ],
  run: runAnswer,
};

async function runAnswer(given: Given, host: Host): Promise<number> {
  const [word = '', ...words] = given.arguments;
  const written = optionValue(given, '--value');
  const value = written === null ? null : readJson(written);
  if (value === undefined)
    return misunderstood(host, ['The value of --value is JSON, such as {"yes": true}.']);
  if (words.length > 0 && written !== null) {
    return misunderstood(host, ['Give values by name, or --value, not both.']);
  }
  return withSession(given, host, async (session) => {
    const item = await findItem(session, word);
    const { seq } = await session.call('runs.get', { run: item.run });
    if (words.length > 0 || written !== null) {
      const reply = written === null ? readWords(item, words) : checkValue(item, value);
      if (Array.isArray(reply)) return misunderstood(host, [...reply, ...adviseItem(session, item)]);
      await giveReply(session, item, reply);
    } else if (!(await askPerson(host, session, item))) return 4;
    const view = await goAlong(session, host, given, { run: item.run, seen: seq });
    await printStand(session, host, view, given.chosen.has('--json'));
    return 0;
  });
}

/** Undefined where it is no JSON. */
function readJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** @returns what does not fit where something does not */
function readWords(item: ItemView, words: readonly string[]): Reply | string[] {
  // A verdict is a word of its own.
  const named = item.reason === 'doubt' ? words.map(asVerdict) : words;
  const { texts, problems } = readNamed(named, 'value');
  if (problems.length > 0) return [...problems];
  if (item.reason !== 'doubt') return replyOf(item.expects, texts);
  const read = readVerdict(texts);
  return read.kind === 'verdict' ? { output: read.output } : [read.message];
}

const asVerdict = (word: string): string => (verdicts.includes(word) ? `verdict=${word}` : word);

function checkValue(item: ItemView, output: Json): Reply | string[] {
  const problem = item.reason === 'doubt' ? problemOf(output) : undefined;
  return problem === undefined ? { output } : [problem];
}

async function giveReply(session: Session, item: ItemView, reply: Reply): Promise<void> {
  try {
    await session.call('items.complete', { item: item.item, ...reply });
  } catch (error) {
    throw error instanceof OperationError ? explainPerson(error, session, item) : error;
  }
}

/** What comes from a pipe or a script is not taken for a person's word. */
function explainPerson(
  error: OperationError,
  { again }: Session,
  { item, reason }: ItemView,
): OperationError {
  if (error.details.code !== 'person_required') return error;
  const does = reason === 'approval' ? 'Approve' : 'Answer';
  return new OperationError({
    ...error.details,
    suggestedAction: `${does} it at a terminal, where a person types: signalbox answer ${item}${again}`,
  });
}

async function askPerson(host: Host, session: Session, item: ItemView): Promise<boolean> {
  if (host.terminal.asks && !item.mayAnswer) {
    host.err(`It is for ${cleanText(describeWho(item.who))}.\n`);
    return false;
  }
  if (host.terminal.asks) {
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
