/**
 * One step of a session for a client: its state is opened, brought forward, and sealed again. Nothing is stored until
 * the last question is answered; then the operations become a run whose id is that of the session.
 */
import type { Json } from '../../../kernel/index.ts';
import type { AdoptedRun, OperationHost, RunInShort } from '../../language-api.ts';
import { joinPhrases, phrase } from '../../phrase.ts';
import { Refusal } from '../../refusal.ts';
import { operationsOf } from '../flow.ts';
import { callFailed, sessionRefused } from '../refusals.ts';
import { playInChanged, wayOf } from './compatible.ts';
import { type FoundFlow, findFlow } from './find-flow.ts';
import type { FlowName, Held } from './held.ts';
import { changesOf, type Notification } from './notifications.ts';
import { type Played, play, type Session, StepMismatch } from './play.ts';
import { type LoadedSession, proceed } from './proceed.ts';
import { lastExpiryOf, type SealedSession, sealSession, sealsOf, unsealSession } from './sealed-session.ts';
import type { SessionAnswer } from './session-fields.ts';
import { performedIn, showSession } from './show-session.ts';

export interface SealedState {
  readonly session_id: string;
  readonly state_blob: string;
}

/** @param kept answers that are known in advance */
export async function beginSession(
  operation: string,
  host: OperationHost,
  name: FlowName,
  kept: (found: FoundFlow) => Held['kept'],
): Promise<LoadedSession> {
  const found = await findFlow(operation, host, name);
  const id = sealsOf(host, '').createId();
  const held: Omit<Held, 'way'> = {
    flow: name,
    revision: found.revision,
    sequence: 0,
    begun: host.now(),
    bindings: await host.bind(found.flow.program),
    steps: [],
    kept: kept(found),
    fetched: {},
  };
  const played = play(found.flow, held, host.caller.subject);
  return { id, found, session: { held: { ...held, way: wayOf(found.flow, played) }, played } };
}

/**
 * Throws if the state cannot be used.
 * @param withOpen the open question is about to be answered, so it must be the one that the client saw
 */
export async function loadSession(
  operation: string,
  host: OperationHost,
  { session_id: id, state_blob: blob }: SealedState,
  withOpen: boolean,
): Promise<LoadedSession> {
  const held = unsealSession(host, id, blob);
  const found = await findFlow(operation, host, held.flow);
  const by = host.caller.subject;
  if (held.revision === found.revision) {
    return { id, found, session: { held, played: playUnchanged(id, found, held, by) } };
  }
  const changed = { ...held, revision: found.revision, bindings: await host.bind(found.flow.program) };
  const session = playInChanged(found.flow, changed, by);
  if (session === null) throw outdated(id, held, found);
  if (!withOpen) return { id, found, session };
  const shown = await proceed(host, { id, found, session }, false);
  if (shown.held.way.open !== held.way.open) throw outdated(id, held, found);
  return { id, found, session: shown };
}

function playUnchanged(id: string, found: FoundFlow, held: Held, by: string): Played {
  try {
    return play(found.flow, held, by);
  } catch (error) {
    // Another version of this program understands the same document in another way.
    throw error instanceof StepMismatch ? outdated(id, held, found) : error;
  }
}

function outdated(id: string, { revision }: Held, found: FoundFlow): Refusal {
  const [session, current] = [revision, found.revision].map((text) => text.slice(0, 12));
  const versions = { expectedVersion: revision, actualVersion: found.revision };
  const message = `Workflow DSL version mismatch: session uses ${session}, current is ${current}`;
  return new Refusal(sessionRefused(id, 'outdated', message, versions));
}

/**
 * @param before as the client knows it; null if it knows nothing
 * @param complete the operations are performed when all questions are answered
 */
export async function continueSession(
  host: OperationHost,
  { id, found, session: begun }: LoadedSession,
  before: Session | null,
  complete = true,
): Promise<SessionAnswer> {
  const session = await proceed(host, { id, found, session: begun }, true);
  const sealed = sealSession(host, id, session.held);
  const run = complete ? await performOperations(host, { id, found, session }) : null;
  return answerOf({ id, found, session }, sealed, run, (shown) => changesOf(shown, before, session));
}

/** In milliseconds. */
const maxWait = 15_000;

/** Starts them when the last question is answered. Null if the flow has none, or if a question is open. Throws. */
async function performOperations(host: OperationHost, opened: LoadedSession): Promise<RunInShort | null> {
  const { id, found, session } = opened;
  if (session.played.need.kind !== 'nothing') return null;
  if (!hasOperations(found)) {
    // Nothing is stored, unless it was cancelled.
    const run = await findRun(host, id);
    if (run !== null) throw conflict(run, id);
    return null;
  }
  const { steps } = session.held;
  const adopted = await host.adopt({ ...heldRun(host, opened, steps), identity: answersOf(session) });
  if (adopted.kind !== 'run') throw conflict(await host.awaitRun(id, 0), id);
  const run = await host.awaitRun(id, maxWait);
  return run.kind === 'run' ? refuseEnded(found, run) : null;
}

const answersOf = ({ held: { steps } }: Session): Json =>
  steps.flatMap((step) => (step.kind === 'answer' ? [[step.question, step.value]] : []));

/** Throws if all questions are answered, and the run is that of other answers: a fork has ended the session. */
export async function requireSameAnswers(
  host: OperationHost,
  { id, session }: LoadedSession,
  run: RunInShort,
): Promise<void> {
  if (session.played.need.kind !== 'nothing') return;
  if (!(await host.isAdopted({ id, identity: answersOf(session) }))) throw conflict(run, id);
}

/** The run that has ended the session, perhaps in another fork. Null if there is none. Throws if it was cancelled. */
export async function findRun(host: OperationHost, id: string): Promise<RunInShort | null> {
  const run = await host.awaitRun(id, 0);
  if (run.kind !== 'run') return null;
  if (run.status === 'cancelled') throw cancelled(id);
  return run;
}

const hasOperations = ({ flow }: FoundFlow): boolean => operationsOf(flow.flow).length > 0;

/** Without what a client says of the time, which decides nothing. */
function heldRun(host: OperationHost, { id, found, session: { held } }: LoadedSession, steps: Held['steps']) {
  const { events } = play(found.flow, { ...held, steps: steps.map(withoutTimestamp) }, host.caller.subject);
  return { id, workflow: found.workflow, events, takenUntil: lastExpiryOf(held) };
}

/** Claims the id of the session for a cancelled run, whose operations were never started. */
export async function cancelRun(host: OperationHost, opened: LoadedSession): Promise<AdoptedRun> {
  const { id, found, session } = opened;
  const { held, played } = session;
  if (played.need.kind === 'nothing' && !hasOperations(found)) return host.awaitRun(id, 0);
  // The last answer would start them.
  const run = heldRun(host, opened, played.need.kind === 'answer' ? held.steps : held.steps.slice(0, -1));
  const at = Math.max(host.now(), played.state.at);
  const cancel = { kind: 'cancelRequested', at, by: host.caller.subject } as const;
  const adopted = await host.adopt({ ...run, events: [...run.events, cancel], identity: 'cancelled' });
  return host.awaitRun(id, adopted.kind === 'run' ? maxWait : 0);
}

function withoutTimestamp(step: Held['steps'][number]): Held['steps'][number] {
  if (step.kind === 'choices') return step;
  const { timestamp: _, ...rest } = step;
  return rest;
}

/** Throws if it failed or was cancelled. */
function refuseEnded({ flow }: FoundFlow, run: RunInShort): RunInShort {
  const { id, status, failure, failedTask, undone } = run;
  if (status === 'cancelled') throw cancelled(id);
  if (status !== 'failed') return run;
  const left = performedIn(run).filter((operation) => !undone.includes(operation));
  const others = [
    ...(undone.length === 0 ? [] : [`Undone: ${undone.join(', ')}.`]),
    ...(left.length === 0 ? [] : [`Not undone: ${left.join(', ')}.`]),
  ];
  const why = failure ?? { code: 'failed', message: '' };
  const cause = why.message.replace(/(?<![.!?])$/, '.');
  const message = `The operation “${failedTask}” failed: ${cause} ${others.join(' ') || 'Nothing had to be undone.'}`;
  const about = { session: id, failedOperation: failedTask, undone: undone.join(', ') };
  const report = callFailed(flow.flow, failedTask, message, why, about);
  const correction = report.suggestedAction ?? 'Read “cause” of the error, and correct it.';
  const next = phrase`The session has ended: begin again with ${{ operation: 'questions.start' }} and the same answers.`;
  throw new Refusal({ ...report, suggestedAction: joinPhrases([correction, next]) });
}

const cancelled = (id: string): Refusal =>
  new Refusal(sessionRefused(id, 'cancelled', 'The session was cancelled.'));

/** The id of the session is that of another run. */
function conflict(run: AdoptedRun, id: string): Refusal {
  if (run.kind === 'run') return refuseRun(run, 'conflict', ' with other answers');
  return new Refusal(sessionRefused(id, 'completed', 'The session has ended, and its run was removed.'));
}

/** The session has ended. */
export const alreadyStarted = (run: RunInShort): Refusal => refuseRun(run, 'completed', '');

function refuseRun(run: RunInShort, reason: 'conflict' | 'completed', how: string): Refusal {
  const { id, status, failedTask } = run;
  if (status === 'cancelled') return cancelled(id);
  const failed = `The session has failed${how}: its operation “${failedTask}” failed.`;
  const done = `The operations of the session were ${status === 'completed' ? 'performed' : 'started'}${how}.`;
  return new Refusal(sessionRefused(id, reason, status === 'failed' ? failed : done));
}

export function answerOf(
  { id, found, session }: LoadedSession,
  { blob, expiresAt }: SealedSession,
  run: RunInShort | null,
  notify: (shown: Omit<SessionAnswer, 'notifications'>) => readonly Notification[],
): SessionAnswer {
  const { question, completed, ...shown } = showSession(found.flow, session, run);
  const answer = {
    session_id: id,
    workflow_id: found.flow.flow.id,
    question,
    completed,
    state_blob: blob,
    expires_at: new Date(expiresAt).toISOString(),
    ...shown,
  };
  return { ...answer, notifications: notify(answer) };
}
