/**
 * Brings a session forward as far as it needs no answer: fetches choices, and uses the answers that are kept as long as
 * they are valid. So a changed answer changes what depends on it, and nothing else [Q3.4].
 */
import type { CallEffect, Failure, Json } from '../../../kernel/index.ts';
import type { OperationHost } from '../../language-api.ts';
import { Refusal } from '../../refusal.ts';
import { readChoices } from '../evaluator.ts';
import type { Question } from '../flow.ts';
import { problemAt } from '../progress.ts';
import { choicesFailed, sessionRefused } from '../refusals.ts';
import { wayOf } from './compatible.ts';
import type { FoundFlow } from './find-flow.ts';
import { fetchedBefore, type HeldStep, proposalOf, withoutProposal } from './held.ts';
import { inputOf, playStep, type Session } from './play.ts';
import { maxSteps, tooManySteps } from './sealed-session.ts';

export interface LoadedSession {
  readonly id: string;
  readonly found: FoundFlow;
  readonly session: Session;
}

/** @param usesKept kept answers are used as long as they are valid; otherwise they are only proposed */
export async function proceed(
  host: OperationHost,
  opened: LoadedSession,
  usesKept: boolean,
): Promise<Session> {
  const { id, found, session } = opened;
  let { held, played } = session;
  const add = (step: HeldStep): void => {
    // Before more is fetched or computed for a state that cannot be sealed.
    if (held.steps.length >= maxSteps) throw tooManySteps(id);
    held = { ...held, steps: [...held.steps, step] };
    played = playStep(found.flow, played, step, host.caller.subject);
  };
  for (;;) {
    const { need, progress } = played;
    if (need.kind === 'choices') {
      const { question } = need.asked;
      const known = fetchedBefore(held, question.id, need.tag);
      const choices =
        known === undefined ? await fetchChoices(host, opened, question, need.call) : known.choices;
      add({ kind: 'choices', question: question.id, choices, tag: need.tag, at: host.now() });
    } else if (need.kind === 'answer' && usesKept) {
      const { question } = need.asked;
      const proposal = proposalOf(held, question.id);
      if (proposal === undefined || problemAt(progress, question, proposal.value, host.now()) !== null) break;
      const { value, timestamp } = proposal;
      held = { ...held, kept: withoutProposal(held.kept, question.id) };
      add(answerStep(question, value, host.now(), timestamp));
    } else break;
  }
  if (played.need.kind === 'failed')
    throw new Refusal(sessionRefused(id, played.need.reason, played.need.message));
  return { held: { ...held, way: wayOf(found.flow, played) }, played };
}

/** Null if the call failed and the document has choices of its own. Throws if it has none. */
async function fetchChoices(
  host: OperationHost,
  { id: run, found: { flow, workflow } }: LoadedSession,
  question: Question,
  call: CallEffect,
): Promise<readonly string[] | null> {
  const { connector = '', operation, task } = call;
  const outcome = await host.call({
    ...{ connector, operation, input: inputOf(call) },
    ...{ run, workflow: workflow.name, task },
  });
  const read = outcome.kind === 'failed' ? outcome.failure : choicesIn(question, outcome.output);
  if (!('message' in read)) return read;
  if (question.rules.choices !== null) return null;
  throw new Refusal(choicesFailed(flow.flow, question.id, read));
}

function choicesIn({ choicesFrom }: Question, result: Json): readonly string[] | Failure {
  if (choicesFrom === null) return [];
  try {
    return readChoices(choicesFrom, result);
  } catch (error) {
    return { code: 'no-choices', message: error instanceof Error ? error.message : '' };
  }
}

export const answerStep = (
  { id: question }: Pick<Question, 'id'>,
  value: Json,
  at: number,
  timestamp: number | undefined,
): HeldStep => ({ kind: 'answer', question, value, at, ...(timestamp === undefined ? {} : { timestamp }) });
