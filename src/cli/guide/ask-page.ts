/** Asks a step, or whether it is done as it should be, until the answer is taken or whoever is asked wants something else. */
import type { Json } from '../../expression/index.ts';
import type { ErrorDetails, ItemView } from '../../operations/index.ts';
import { OperationError } from '../../operations/offline.ts';
import { oneLine } from '../clean-lines.ts';
import type { Host } from '../host.ts';
import { createLoader } from '../loader.ts';
import { describeError } from '../print-error.ts';
import type { Session } from '../session.ts';
import { createStyles } from '../styles.ts';
import { yesOrNo } from '../yes-or-no.ts';
import { askVariable } from './ask-variable.ts';
import { drawPage } from './draw-page.ts';
import type { GuidePlan } from './guide-plan.ts';
import { readPage } from './read-page.ts';
import { readForNeed, shortageIn } from './shortage-in.ts';
import { readWalkWord, type WalkWord, walkHelp } from './walk-words.ts';

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
}

type Reply = { readonly [name: string]: Json };

export async function askPage(asking: Asking): Promise<AskedPage> {
  return asking.item.guide?.kind === 'confirmation' ? askConfirmation(asking) : askStep(asking);
}

async function askStep(asking: Asking): Promise<AskedPage> {
  const { item } = asking;
  const settings = new Map<string, Json>();
  for (const name of item.guide?.unset ?? []) {
    const value = await askVariable(
      asking.host,
      name,
      'the step speaks of it; Enter leaves it unset',
      asking.signal,
    );
    if (value === undefined) return broken(asking);
    if (value !== '') settings.set(name, value);
  }
  show(asking, settings);
  for (;;) {
    const written = await writeOutput(asking, settings);
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
  }
}

type Output = { readonly kind: 'output'; readonly text: string } | { readonly kind: 'skip' };

/** Lines up to the end; words among them are heeded as they come. */
async function writeOutput(asking: Asking, settings: Map<string, Json>): Promise<Output | AskedPage> {
  const { host, signal } = asking;
  const { terminal } = host;
  const say = (...lines: readonly string[]) => terminal.write(lines.map((line) => `  ${line}\n`).join(''));
  const lines: string[] = [];
  say(quiet(host, 'Write the output; a line with only a dot ends it, and :help says what else there is.'));
  for (;;) {
    const typed = await terminal.askLines('  │ ', (line) => readWalkWord(line) !== undefined, signal);
    if (typed === undefined) return broken(asking);
    const word = readWalkWord(typed.at(-1) ?? '');
    lines.push(...(word === undefined ? typed : typed.slice(0, -1)));
    // The end of the input: of an output where there is one, else of all of it.
    if (word === undefined) {
      return lines.length === 0 ? { kind: 'quit' } : { kind: 'output', text: lines.join('\n') };
    }
    switch (word.kind) {
      case 'end':
        return { kind: 'output', text: lines.join('\n') };
      case 'set':
        settings.set(word.name, word.value);
        say(oneLine(`${word.name} is set together with the output.`));
        break;
      case 'file': {
        const file = await createLoader(host).read(word.path);
        if (file !== null) return { kind: 'output', text: file.text };
        break;
      }
      case 'help':
        say(...walkHelp);
        break;
      default:
        return word;
    }
  }
}

/** A person answers for what was done: a no leads back to it, with a remark. */
async function askConfirmation(asking: Asking): Promise<AskedPage> {
  const { host, signal } = asking;
  show(asking, new Map());
  for (;;) {
    const typed = await host.terminal.ask('  Is it done as it should be (yes or no)? ', signal);
    if (typed === undefined) return broken(asking);
    const word = readWalkWord(typed);
    if (word?.kind === 'back' || word?.kind === 'other' || word?.kind === 'quit') return word;
    const confirmed = yesOrNo(typed);
    if (confirmed === undefined) continue;
    const remark = confirmed ? '' : await host.terminal.ask('  What is to be done differently? ', signal);
    if (remark === undefined) return broken(asking);
    const reply = { confirmed, ...(remark.trim() === '' ? {} : { remark: remark.trim() }) };
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
    const value = await askVariable(asking.host, shortage.variable, shortage.expected, asking.signal);
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

function show({ host, item, plan, beside }: Asking, settings: ReadonlyMap<string, Json>): void {
  const { terminal } = host;
  const page = readPage(item, settings);
  if (page === null) return;
  const sheet = { columns: terminal.size().columns, styles: createStyles(terminal.colour) };
  const others =
    beside.length === 0
      ? ''
      : `  Open side by side: ${beside.map(oneLine).join(', ')} (:other takes the next)\n`;
  terminal.write(`\n${drawPage(page, plan, sheet).join('\n')}\n${others}`);
}

const quiet = ({ terminal }: Host, text: string): string => createStyles(terminal.colour).quiet(text);

/** Either the item is gone, or nobody wants to answer. */
const broken = ({ signal }: Asking): AskedPage => ({ kind: signal.aborted ? 'gone' : 'quit' });
