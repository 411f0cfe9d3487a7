/** `signalbox answer`: answers what a run asks. */
import { cleanText } from '../../drawing/index.ts';
import type { Json } from '../../expression/index.ts';
import type { ItemView } from '../../operations/index.ts';
import { adviseItem } from '../advise-run.ts';
import type { Command, Given } from '../command.ts';
import { findItem } from '../find-item.ts';
import type { Host } from '../host.ts';
import { askItem } from '../live/ask-item.ts';
import { goAlong, moveOptions } from '../move-run.ts';
import { optionValue } from '../options.ts';
import { printStand } from '../print-outcome.ts';
import { readNamed } from '../read-parameters.ts';
import { replyOf } from '../reply-of.ts';
import { type Session, withSession } from '../session.ts';

export const answer: Command = {
  meaning:
    'Answers a work item: with values by name, with one value in JSON, or at the terminal where nothing is given. ITEM is\nan id from “signalbox items”, the beginning of one, or a run that asks one thing. Values are read as the workflow says.',
  arguments: { usage: 'ITEM [NAME=VALUE…]', least: 1 },
  options: [{ name: '--value', value: 'JSON', meaning: 'the whole answer, as JSON' }, ...moveOptions],
  examples: ['answer last', 'answer last yes=true', `answer last --value '{"verdict": "retry"}'`],
  run: runAnswer,
};

async function runAnswer(given: Given, host: Host): Promise<number> {
  const [word = '', ...words] = given.arguments;
  const { texts, problems } = readNamed(words, 'value');
  const value = readValue(optionValue(given, '--value'));
  const all = [
    ...problems,
    ...(value === undefined ? ['The value of --value is JSON, such as {"yes": true}.'] : []),
    ...(words.length > 0 && given.chosen.has('--value')
      ? ['Give values by name, or --value, not both.']
      : []),
  ];
  if (all.length > 0) {
    host.err(all.map((problem) => `${cleanText(problem)}\n`).join(''));
    return 2;
  }
  return withSession(given, host, async (session) => {
    const item = await findItem(session, word);
    const { seq } = await session.call('runs.get', { run: item.run });
    if (given.chosen.has('--value'))
      await session.call('items.complete', { item: item.item, output: value ?? null });
    else if (words.length > 0)
      await session.call('items.complete', { item: item.item, ...replyOf(item.expects, texts) });
    else if (!(await askPerson(host, session, item))) return 4;
    const view = await goAlong(session, host, given, { run: item.run, seen: seq });
    await printStand(session, host, view, given.chosen.has('--json'));
    return 0;
  });
}

/** Undefined where it is no JSON. */
function readValue(text: string | null): Json | undefined {
  if (text === null) return null;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

async function askPerson(host: Host, session: Session, item: ItemView): Promise<boolean> {
  if (host.terminal.asks) {
    return (await askItem(host, session, item, new AbortController().signal)) === 'answered';
  }
  const lines = adviseItem(session, item).map((line) => `  ${line}\n`);
  host.err(`? ${cleanText(item.message === '' ? item.task : item.message)}\n${lines.join('')}`);
  return false;
}
