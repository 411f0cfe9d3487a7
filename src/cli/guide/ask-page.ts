/** Asks a step, or whether it is done as it should be, until the answer is taken or whoever is asked wants something else. */
import type { Json } from '../../expression/index.ts';
import type { ErrorDetails, ItemView } from '../../operations/index.ts';
import { OperationError } from '../../operations/offline.ts';
import { oneLine } from '../clean-lines.ts';
import { countOf } from '../count-of.ts';
import type { Host } from '../host.ts';
import type { LineReader } from '../line-reader.ts';
import { describeError } from '../print-error.ts';
import type { Session } from '../session.ts';
import { createStyles } from '../styles.ts';
import { yesOrNo } from '../yes-or-no.ts';
import { askVariable, readAnswer } from './ask-variable.ts';
import { drawPage } from './draw-page.ts';
import type { GuidePlan } from './guide-plan.ts';
import { readPage } from './read-page.ts';
import { readForNeed, shortageIn } from './shortage-in.ts';
import { readWalkWord, type WalkWord } from './walk-words.ts';
import { writeOutput } from './write-output.ts';

export type AskedPage =
  /** It was answered, or somebody else was faster. */
  | { readonly kind: 'answered' | 'gone' }
  /** What was typed in place of an answer. */
  | Extract<WalkWord, { readonly kind: 'back' | 'other' | 'quit' }>;

/** What a page is asked with. */
interface Asking {
  readonly host: Host;
  readonly session: Session;
  readonly item: ItemView;
  readonly plan: GuidePlan;
  /** Titles of what else is open. */
  readonly beside: readonly string[];
  /** Aborted when the item is no longer there, or whoever types leaves. */
  readonly signal: AbortSignal;
  /** One for the whole page: what is pasted counts, whatever is asked in between. */
  readonly reader: LineReader;
}

type Reply = { readonly [name: string]: Json };

export async function askPage(given: Omit<Asking, 'reader'>): Promise<AskedPage> {
  const { terminal } = given.host;
  const asking: Asking = { ...given, reader: terminal.openReader(given.signal) };
  try {
    show(asking);
    return await (asking.item.guide?.kind === 'confirmation' ? askConfirmation(asking) : askStep(asking));
  } finally {
    const left = asking.reader.close();
    if (left > 0)
      terminal.write(
        `  ${countOf(left, 'line')} came in one go with the last one, and ${left === 1 ? 'is' : 'are'} left out.\n`,
      );
  }
}

async function askStep(asking: Asking): Promise<AskedPage> {
  const settings = new Map<string, Json>();
  const unset = await askUnset(asking, settings);
  if (unset !== null) return unset;
  let refused = '';
  for (;;) {
    const { host, reader } = asking;
    const written = await writeOutput(host, reader, settings, refused);
    if (written.kind === 'broken') return broken(asking);
    if (written.kind === 'skip') {
      const skipped = await skip(asking);
      if (skipped === 'again') continue;
      return skipped;
    }
    if (written.kind !== 'output') return written;
    const reply = () => ({
      ...(written.text.trim() === '' ? {} : { output: written.text }),
      ...(settings.size === 0 ? {} : { context: Object.fromEntries(settings) }),
    });
    const sent = await send(asking, reply, settings);
    if (sent !== 'again') return sent;
    refused = written.text;
  }
}

/** What the texts of the step speak of and nobody has set. @returns what was typed in place of it; null where it goes on */
async function askUnset(asking: Asking, settings: Map<string, Json>): Promise<AskedPage | null> {
  for (const name of asking.item.guide?.unset ?? []) {
    const value = await askAside(asking, () =>
      askVariable(asking.reader, name, 'the step speaks of it; Enter leaves it unset'),
    );
    if (typeof value !== 'string') return value;
    if (value !== '') settings.set(name, value);
  }
  return null;
}

/** Asks until it is answered, or something is typed in place of an answer that leads away. */
async function askAside(asking: Asking, ask: () => Promise<string | undefined>): Promise<AskedPage | string> {
  for (;;) {
    const text = await ask();
    if (text === undefined) return broken(asking);
    const word = readWalkWord(text);
    if (word === undefined) return text;
    switch (word.kind) {
      case 'end':
        return text;
      case 'back':
      case 'other':
      case 'quit':
        return word;
      default: {
        const message = word.kind === 'misfit' ? word.message : 'Here there are :back, :other and :quit.';
        asking.host.terminal.write(`  ${oneLine(message)}\n`);
      }
    }
  }
}

/** A person answers for what was done: a no leads back to it, with a remark. */
async function askConfirmation(asking: Asking): Promise<AskedPage> {
  const { reader } = asking;
  for (;;) {
    const typed = await askAside(asking, () =>
      readAnswer(reader, '  Is it done as it should be (yes or no)? '),
    );
    if (typeof typed !== 'string') return typed;
    const confirmed = yesOrNo(typed);
    if (confirmed === undefined) continue;
    const remark = confirmed ? '' : await readAnswer(reader, '  What is to be done differently? ');
    if (remark === undefined) return broken(asking);
    const reply = { confirmed, ...(remark === '' ? {} : { remark }) };
    const sent = await send(asking, () => reply, new Map());
    if (sent !== 'again') return sent;
  }
}

/** What a loop lacks is asked for there and then. */
async function send(
  asking: Asking,
  reply: () => Reply,
  settings: Map<string, Json>,
): Promise<AskedPage | 'again'> {
  for (;;) {
    const refusal = await answer(asking, reply());
    if (refusal === undefined) return { kind: 'answered' };
    const shortage = shortageIn(refusal);
    if (shortage === undefined) return tell(asking, refusal);
    asking.host.terminal.write(`  ${oneLine(shortage.message)}\n`);
    const value = await askVariable(asking.reader, shortage.variable, shortage.expected);
    if (value === undefined) return broken(asking);
    if (value === '') return 'again';
    settings.set(shortage.variable, readForNeed(value, shortage.expected));
  }
}

const answer = ({ session, item }: Asking, output: Reply) =>
  attempt(session.call('items.complete', { item: item.item, output }));

async function skip(asking: Asking): Promise<AskedPage | 'again'> {
  const { session, item } = asking;
  const refusal = await attempt(session.call('items.skip', { item: item.item }));
  return refusal === undefined ? { kind: 'answered' } : tell(asking, refusal);
}

/** @returns why not, where it was refused for what it says or because somebody else was faster */
async function attempt(call: Promise<unknown>): Promise<ErrorDetails | undefined> {
  try {
    await call;
    return undefined;
  } catch (error) {
    if (!(error instanceof OperationError) || error.details.category === 'unavailable') throw error;
    return error.details;
  }
}

/** Of what does not fit, all issues and what would mend them; then it is asked again. */
function tell({ host }: Asking, refusal: ErrorDetails): AskedPage | 'again' {
  const { terminal } = host;
  if (refusal.category !== 'validation') {
    terminal.write(describeError(refusal, terminal.colour));
    return { kind: 'gone' };
  }
  const styles = createStyles(terminal.colour);
  const { violations = [], message, suggestedAction } = refusal;
  const issues = violations.length === 0 ? [message] : violations.map((each) => each.message);
  const advice = suggestedAction === undefined ? [] : [`  → ${oneLine(suggestedAction)}\n`];
  terminal.write(
    [...issues.map((issue) => `  ${styles.bad('✗')} ${oneLine(issue)}\n`), ...advice, '\n'].join(''),
  );
  return 'again';
}

function show({ host, item, plan, beside }: Asking): void {
  const { terminal } = host;
  const page = readPage(item);
  if (page === null) return;
  const sheet = { columns: terminal.size().columns, styles: createStyles(terminal.colour) };
  const others =
    beside.length === 0
      ? ''
      : `  Open side by side: ${beside.map(oneLine).join(', ')} (:other takes the next)\n`;
  terminal.write(`\n${drawPage(page, plan, sheet).join('\n')}\n${others}`);
}

/** Either the item is gone, or nobody wants to answer. */
const broken = ({ signal }: Asking): AskedPage => ({ kind: signal.aborted ? 'gone' : 'quit' });
