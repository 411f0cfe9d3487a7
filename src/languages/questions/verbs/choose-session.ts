/** Decides which session is asked: one that is stored and unfinished, or a new one. */
import { yesOrNo } from '../../../cli/arguments/yes-or-no.ts';
import { agoText } from '../../../cli/print/run-texts.ts';
import { SessionStoreError } from '../../../client/index.ts';
import { cleanText } from '../../../drawing/index.ts';
import {
  type AskContext,
  type AskedFlow,
  callWithProgress,
  explainRefusal,
  reasonOfRefusal,
  startInput,
} from './ask-context.ts';
import { type HeldSession, holdSession } from './held-session.ts';
import { sayAfter, sayNotice, sayProblem } from './say.ts';

interface StoredSession {
  readonly id: string;
  readonly flow: AskedFlow;
  readonly blob: string;
  readonly savedAt: string;
  readonly expiresAt: string;
}

interface Wishes {
  readonly resumed: string | null;
  readonly isNew: boolean;
}

/** @returns an exit code if there is nothing to ask. Throws OperationError and SessionStoreError. */
export async function chooseSession(
  context: AskContext,
  flow: AskedFlow,
  { resumed, isNew }: Wishes,
): Promise<HeldSession | number> {
  if (resumed !== null) return resumeNamed(context, resumed);
  const unfinished = isNew ? [] : (await listSessions(context)).filter((each) => isSameFlow(each.flow, flow));
  const chosen = unfinished.length === 0 ? null : await offer(context, unfinished);
  if (chosen === undefined) return context.signal.aborted ? 130 : 4;
  if (chosen !== null) return restore(context, chosen);
  const begun = await callWithProgress(context, 'start', startInput(flow));
  return holdSession(context, flow, begun, false);
}

async function resumeNamed(context: AskContext, named: string): Promise<HeldSession | number> {
  const all = await listSessions(context);
  const found = named === 'last' ? all.slice(0, 1) : all.filter(({ id }) => id.startsWith(named));
  const chosen = found.find(({ id }) => id === named) ?? found[0];
  if (chosen !== undefined && (found.length === 1 || chosen.id === named)) return restore(context, chosen);
  const listed = all.map(({ id, flow }) => `  ${cleanText(`${id}  ${nameOf(flow)}`)}\n`).join('');
  const problem = found.length > 1 ? 'belongs to several sessions' : 'is no unfinished session';
  context.host.err(
    `“${cleanText(named)}” ${problem}. ${all.length === 0 ? 'No session is stored.' : 'These are stored:'}\n${listed}`,
  );
  return 2;
}

/** The last saved one first. Those that have expired are removed. */
async function listSessions(context: AskContext): Promise<readonly StoredSession[]> {
  const { store } = context;
  const found: StoredSession[] = [];
  for (const id of await store.list()) {
    try {
      const stored = toStored(id, (await store.load(id)) ?? {});
      if (stored === null) continue;
      // A date that cannot be read is not past: the server decides.
      if (Date.parse(stored.expiresAt) <= Date.now()) {
        await store.delete(id);
        sayNotice(
          context,
          `The session ${id} of “${cleanText(nameOf(stored.flow))}” has expired, and is removed.`,
        );
      } else found.push(stored);
    } catch (error) {
      if (!(error instanceof SessionStoreError)) throw error;
      // The others can be continued.
      sayNotice(context, cleanText(error.message));
    }
  }
  return found.sort((one, other) => (one.savedAt < other.savedAt ? 1 : -1));
}

/** Null if another program stored it in another form. */
function toStored(id: string, state: { readonly [name: string]: unknown }): StoredSession | null {
  const {
    workflow_id: workflow,
    state_blob: blob,
    saved_at: savedAt,
    expires_at: expiresAt,
    adapters,
  } = state;
  if (typeof workflow !== 'string' || typeof blob !== 'string') return null;
  if (typeof savedAt !== 'string' || typeof expiresAt !== 'string') return null;
  const flow = Array.isArray(adapters) ? { adapters: adapters.map(String) } : { workflow };
  return { id, flow, blob, savedAt, expiresAt };
}

const nameOf = (flow: AskedFlow): string => ('adapters' in flow ? flow.adapters.join(', ') : flow.workflow);

const isSameFlow = (one: AskedFlow, other: AskedFlow): boolean =>
  'adapters' in one === 'adapters' in other && nameOf(one) === nameOf(other);

/** Null: a new one. `undefined` if the user leaves. */
async function offer(
  context: AskContext,
  sessions: readonly StoredSession[],
): Promise<StoredSession | null | undefined> {
  const [first, ...others] = sessions;
  if (first === undefined) return null;
  const only = others.length === 0 ? first : undefined;
  const about = ({ id, savedAt }: StoredSession) => `${id}, saved ${agoText(savedAt)}`;
  if (only !== undefined) sayNotice(context, `An unfinished session exists: ${about(only)}`);
  else {
    sayNotice(context, 'Unfinished sessions exist:');
    for (const [at, each] of sessions.entries()) sayAfter(context, `  ${at + 1}) `, about(each));
  }
  const prompt =
    only === undefined
      ? 'Continue which one (its number, or no to begin anew)'
      : 'Continue it (yes, or no to begin anew)';
  for (;;) {
    const typed = await context.prompter.ask(`  ${prompt}? `);
    if (typed === undefined || typed.trim() === ':quit') return undefined;
    const yes = yesOrNo(typed);
    if (yes === false) return null;
    const isNumber = only === undefined && /^\s*\d{1,4}\s*$/.test(typed);
    const chosen = yes === true ? only : sessions[isNumber ? Number(typed) - 1 : -1];
    if (chosen !== undefined) return chosen;
    sayProblem(context, only === undefined ? 'Type a number of the list, or no.' : 'Type yes or no.');
  }
}

async function restore(context: AskContext, { id, flow, blob }: StoredSession): Promise<HeldSession> {
  const { session, store } = context;
  try {
    const shown = await callWithProgress(context, 'restore', { session_id: id, state_blob: blob });
    return holdSession(context, flow, shown, true);
  } catch (error) {
    // Others may be restored later, with the key or the definition that they need.
    if (['expired', 'completed', 'cancelled', 'conflict'].includes(reasonOfRefusal(error) ?? ''))
      await store.delete(id);
    throw explainRefusal(error, session, flow);
  }
}
