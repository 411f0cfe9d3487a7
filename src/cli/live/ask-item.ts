/** Asks the user at the terminal to answer a work item, field by field, and asks again for invalid fields. */
import { cleanText } from '../../drawing/index.ts';
import type { ExpectedField, ItemView, RenderedError } from '../../operations/index.ts';
import { OperationError, takesNothing } from '../../operations/offline.ts';
import { readLoosely } from '../arguments/read-verdict.ts';
import { yesOrNo } from '../arguments/yes-or-no.ts';
import type { Host } from '../host/host.ts';
import { cleanLines } from '../print/clean-lines.ts';
import { describeError, renderForCli } from '../print/print-error.ts';
import { createStyles } from '../print/styles.ts';
import type { Session } from '../session/session.ts';
import { describeField } from './advise-run.ts';
import { type Reply, replyOf } from './reply-of.ts';

/** `gone`: answered elsewhere, or expired. `declined`: the user does not want to answer now. */
export type AskOutcome = 'answered' | 'gone' | 'declined';

/** The typed texts, by the name of the field. */
type TypedFields = Map<string, string>;

/** @param signal aborted when the item is closed */
export async function askItem(
  host: Host,
  session: Session,
  view: ItemView,
  signal: AbortSignal,
): Promise<AskOutcome> {
  const { terminal } = host;
  const styles = createStyles(terminal.colour);
  const title = view.message === '' ? `“${view.task}” asks` : view.message;
  terminal.write(`${styles.strong(`? ${cleanLines(title).join('\n  ')}`)}\n`);
  const typed: TypedFields = new Map();
  for (;;) {
    const reply = await askReply(host, view, typed, signal);
    if (signal.aborted) return 'gone';
    if (reply === undefined) return 'declined';
    const refusal = await answerItem(session, view.item, reply);
    if (refusal === undefined) return 'answered';
    if (refusal.category !== 'validation') {
      terminal.write(describeError(refusal, terminal.colour));
      return refusal.code === 'work_item_held' ? 'declined' : 'gone';
    }
    for (const reason of reasonsOf(refusal)) terminal.write(`  ${styles.bad('✗')} ${cleanText(reason)}\n`);
    clearMismatches(typed, refusal);
  }
}

/** @returns the reason if the answer was refused for its content, or because another user answered first */
async function answerItem(session: Session, item: string, reply: Reply): Promise<RenderedError | undefined> {
  try {
    await session.call('items.complete', { item, ...reply });
    return undefined;
  } catch (error) {
    if (!(error instanceof OperationError) || error.details.category === 'unavailable') throw error;
    return renderForCli(error.details);
  }
}

const reasonsOf = ({ message, violations = [] }: RenderedError): readonly string[] =>
  violations.length === 0 ? [message] : violations.map((violation) => violation.message);

/** Clears the invalid fields, so that only they are asked again; clears all if the invalid ones are unknown. */
function clearMismatches(typed: TypedFields, { violations = [] }: RenderedError): void {
  const wrong = violations.flatMap(({ path }) => path.split('.')[1] ?? []).filter((name) => typed.has(name));
  for (const name of wrong.length === 0 ? [...typed.keys()] : wrong) typed.delete(name);
}

async function askReply(
  host: Host,
  view: ItemView,
  typed: TypedFields,
  signal: AbortSignal,
): Promise<Reply | undefined> {
  const ask = (prompt: string) => host.terminal.ask(`  ${prompt}: `, signal);
  if (view.reason === 'approval') return askApproval(ask);
  if (view.reason === 'doubt') return askVerdict(ask);
  if (view.expects.length > 0) return askFields(ask, view.expects, typed);
  if (takesNothing(view)) {
    return (await ask('press Enter when it is done')) === undefined ? undefined : { output: {} };
  }
  const text = await ask('answer, as JSON or text');
  return text === undefined ? undefined : { output: readLoosely(text) };
}

type Ask = (prompt: string) => Promise<string | undefined>;

async function askFields(
  ask: Ask,
  fields: readonly ExpectedField[],
  typed: TypedFields,
): Promise<Reply | undefined> {
  for (const field of fields) {
    const text = typed.get(field.name) ?? (await ask(describeField(field)));
    if (text === undefined) return undefined;
    typed.set(field.name, text);
  }
  // An empty line leaves the field out.
  return replyOf(fields, Object.fromEntries([...typed].filter(([, text]) => text.trim() !== '')));
}

async function askApproval(ask: Ask): Promise<Reply | undefined> {
  for (;;) {
    const text = await ask('approve (yes or no)');
    const approved = text === undefined ? false : yesOrNo(text);
    if (approved === false) return undefined;
    if (approved) return { output: { approved } };
  }
}

async function askVerdict(ask: Ask): Promise<Reply | undefined> {
  for (;;) {
    const verdict = (await ask('verdict (succeeded, failed or retry)'))?.trim().toLowerCase();
    switch (verdict) {
      case undefined:
        return undefined;
      case 'retry':
        return { output: { verdict } };
      case 'failed': {
        const message = await ask('why');
        return message === undefined ? undefined : { output: { verdict, message } };
      }
      case 'succeeded': {
        const text = await ask('its result, as JSON or text; null if it has none');
        if (text === undefined) return undefined;
        // An empty line is no answer: later steps may need the result of the call.
        if (text.trim() !== '') return { output: { verdict, output: readLoosely(text) } };
      }
    }
  }
}
