/**
 * Asks the user at the terminal to do a step or to confirm one, until the answer is accepted or the user enters a
 * command.
 */

import { yesOrNo } from '../../../cli/arguments/yes-or-no.ts';
import type { Host } from '../../../cli/host/host.ts';
import type { LineReader } from '../../../cli/host/line-reader.ts';
import { oneLine } from '../../../cli/print/clean-lines.ts';
import { pluralize } from '../../../cli/print/pluralize.ts';
import { describeError, renderForCli } from '../../../cli/print/print-error.ts';
import { createStyles } from '../../../cli/print/styles.ts';
import type { Session } from '../../../cli/session/session.ts';
import type { Json } from '../../../expression/index.ts';
import type { ItemView, RenderedError } from '../../../operations/index.ts';
import { OperationError } from '../../../operations/offline.ts';
import { askVariable, readAnswer } from './ask-variable.ts';
import { drawPage } from './draw-page.ts';
import { findMissingVariable, parseVariable } from './find-missing-variable.ts';
import { type GuideCommand, parseGuideCommand } from './guide-commands.ts';
import type { GuidePlan } from './guide-plan.ts';
import { stepOf } from './guide-views.ts';
import { readPage } from './read-page.ts';
import { writeOutput } from './write-output.ts';

export type PageOutcome =
  /** The item was answered, here or by another user. */
  | { readonly kind: 'answered' | 'gone' }
  /** The command that was typed in place of an answer. */
  | Extract<GuideCommand, { readonly kind: 'back' | 'other' | 'quit' }>;

/** The dependencies of asking a page. */
interface PageContext {
  readonly host: Host;
  readonly session: Session;
  readonly item: ItemView;
  readonly plan: GuidePlan;
  /** Titles of the other open items. */
  readonly beside: readonly string[];
  /** Aborted when the item is closed, or the user leaves. */
  readonly signal: AbortSignal;
  /** One reader for the whole page, so that pasted lines are kept across questions. */
  readonly reader: LineReader;
}

type StepReply = { readonly [name: string]: Json };

export async function askPage(request: Omit<PageContext, 'reader'>): Promise<PageOutcome> {
  const { terminal } = request.host;
  const context: PageContext = { ...request, reader: terminal.openReader(request.signal) };
  try {
    show(context);
    return await (stepOf(context.item)?.kind === 'confirmation'
      ? askConfirmation(context)
      : askStep(context));
  } finally {
    const left = context.reader.close();
    if (left > 0)
      terminal.write(
        `  ${pluralize(left, 'line')} ${left === 1 ? 'was' : 'were'} pasted after the last one and ${left === 1 ? 'is' : 'are'} ignored.\n`,
      );
  }
}

async function askStep(context: PageContext): Promise<PageOutcome> {
  const settings = new Map<string, Json>();
  const unset = await askUnset(context, settings);
  if (unset !== null) return unset;
  let refused = '';
  for (;;) {
    const { host, reader } = context;
    const written = await writeOutput(host, reader, settings, refused);
    if (written.kind === 'broken') return abandoned(context);
    if (written.kind === 'skip') {
      const skipped = await skip(context);
      if (skipped === 'again') continue;
      return skipped;
    }
    if (written.kind !== 'output') return written;
    const reply = () => ({
      ...(written.text.trim() === '' ? {} : { output: written.text }),
      ...(settings.size === 0 ? {} : { context: Object.fromEntries(settings) }),
    });
    const sent = await send(context, reply, settings);
    if (sent !== 'again') return sent;
    refused = written.text;
  }
}

/**
 * Asks for the unset variables that the texts of the step use. @returns the command that was typed; null to continue
 */
async function askUnset(context: PageContext, settings: Map<string, Json>): Promise<PageOutcome | null> {
  for (const name of stepOf(context.item)?.unset ?? []) {
    const value = await askUntilAnswered(context, () =>
      askVariable(context.reader, name, 'the step uses it; Enter leaves it unset'),
    );
    if (typeof value !== 'string') return value;
    if (value !== '') settings.set(name, value);
  }
  return null;
}

/** Asks until the item is answered, or a command that leaves the page is typed. */
async function askUntilAnswered(
  context: PageContext,
  ask: () => Promise<string | undefined>,
): Promise<PageOutcome | string> {
  for (;;) {
    const text = await ask();
    if (text === undefined) return abandoned(context);
    const command = parseGuideCommand(text);
    if (command === undefined) return text;
    switch (command.kind) {
      case 'end':
        return text;
      case 'back':
      case 'other':
      case 'quit':
        return command;
      default: {
        const message = command.kind === 'mismatch' ? command.message : 'Use :back, :other or :quit here.';
        context.host.terminal.write(`  ${oneLine(message)}\n`);
      }
    }
  }
}

/** A person confirms a step: a no returns to it, with a remark. */
async function askConfirmation(context: PageContext): Promise<PageOutcome> {
  const { reader } = context;
  for (;;) {
    const typed = await askUntilAnswered(context, () =>
      readAnswer(reader, '  Is it done correctly (yes or no)? '),
    );
    if (typeof typed !== 'string') return typed;
    const confirmed = yesOrNo(typed);
    if (confirmed === undefined) continue;
    const remark = confirmed ? '' : await readAnswer(reader, '  What should be changed? ');
    if (remark === undefined) return abandoned(context);
    const reply = { confirmed, ...(remark === '' ? {} : { remark }) };
    const sent = await send(context, () => reply, new Map());
    if (sent !== 'again') return sent;
  }
}

/** Asks for a variable that a loop lacks. */
async function send(
  context: PageContext,
  reply: () => StepReply,
  settings: Map<string, Json>,
): Promise<PageOutcome | 'again'> {
  for (;;) {
    const refusal = await answer(context, reply());
    if (refusal === undefined) return { kind: 'answered' };
    const missing = findMissingVariable(refusal);
    if (missing === undefined) return reportRefusal(context, refusal);
    context.host.terminal.write(`  ${oneLine(missing.message)}\n`);
    const value = await askVariable(context.reader, missing.variable, missing.expected);
    if (value === undefined) return abandoned(context);
    if (value === '') return 'again';
    settings.set(missing.variable, parseVariable(value, missing.expected));
  }
}

const answer = ({ session, item }: PageContext, output: StepReply) =>
  attempt(session.call('items.complete', { item: item.item, output }));

async function skip(context: PageContext): Promise<PageOutcome | 'again'> {
  const { session, item } = context;
  const refusal = await attempt(session.call('items.skip', { item: item.item }));
  return refusal === undefined ? { kind: 'answered' } : reportRefusal(context, refusal);
}

/** @returns the reason if the answer was refused for its content, or because another user answered first */
async function attempt(call: Promise<unknown>): Promise<RenderedError | undefined> {
  try {
    await call;
    return undefined;
  } catch (error) {
    if (!(error instanceof OperationError) || error.details.category === 'unavailable') throw error;
    return renderForCli(error.details);
  }
}

/** Shows all issues and suggestions of an invalid answer; then the step is asked again. */
function reportRefusal({ host }: PageContext, refusal: RenderedError): PageOutcome | 'again' {
  const { terminal } = host;
  if (refusal.category !== 'validation') {
    terminal.write(describeError(refusal, terminal.colour));
    return { kind: 'gone' };
  }
  const styles = createStyles(terminal.colour);
  const { violations = [], message, suggestedAction } = refusal;
  const issues = violations.length === 0 ? [message] : violations.map((each) => each.message);
  terminal.write(
    [
      ...issues.map((issue) => `  ${styles.bad('✗')} ${oneLine(issue)}\n`),
      `  → ${oneLine(suggestedAction)}\n\n`,
    ].join(''),
  );
  return 'again';
}

function show({ host, item, plan, beside }: PageContext): void {
  const { terminal } = host;
  const page = readPage(item);
  if (page === null) return;
  const layout = { columns: terminal.size().columns, styles: createStyles(terminal.colour) };
  const others =
    beside.length === 0 ? '' : `  Also open: ${beside.map(oneLine).join(', ')} (:other shows the next)\n`;
  terminal.write(`\n${drawPage(page, plan, layout).join('\n')}\n${others}`);
}

/** The item is closed, or the user does not want to answer. */
const abandoned = ({ signal }: PageContext): PageOutcome => ({ kind: signal.aborted ? 'gone' : 'quit' });
