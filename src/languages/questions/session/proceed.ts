/**
 * Brings a session forward as far as it needs no answer: fetches choices, and uses the answers that are kept as long as
 * they are valid. So a changed answer changes what depends on it, and nothing else [Q3.4].
 */
import type { CallEffect, Json } from '../../../kernel/index.ts';
import type { FlowState, Question } from '../flow.ts';
import { type Progress, problemOf } from '../progress.ts';
import type { FlowMachine } from './flow-machine.ts';
import { type Held, type HeldStep, proposalOf, withoutProposal } from './held.ts';
import { type Played, playStep } from './play.ts';

export interface Session {
  readonly held: Held;
  readonly played: Played;
}

export interface SessionServices {
  /** Milliseconds since 1970. */
  now(): number;
  readonly by: string;
  /** Kept answers are used as long as they are valid; otherwise they are only proposed. */
  readonly usesKept: boolean;
  /** Null if the call failed and the document has choices of its own. Throws if it has none. */
  fetchChoices(asked: FlowState, call: CallEffect): Promise<readonly string[] | null>;
}

/** Throws what `fetchChoices` throws. */
export async function proceed(
  flow: FlowMachine,
  begun: Session,
  { now, by, usesKept, fetchChoices }: SessionServices,
): Promise<Session> {
  let { held, played } = begun;
  const add = (step: HeldStep): void => {
    held = { ...held, steps: [...held.steps, step] };
    played = playStep(flow, played, step, by);
  };
  for (;;) {
    const { need, progress } = played;
    if (need.kind === 'choices') {
      const { id: question } = need.asked.question;
      const known = Object.hasOwn(held.fetched, question) ? held.fetched[question] : undefined;
      const choices = known?.tag === need.tag ? known.choices : await fetchChoices(need.asked, need.call);
      add({ kind: 'choices', question, choices, tag: need.tag, at: now() });
    } else if (need.kind === 'answer' && usesKept) {
      const { question } = need.asked;
      const proposal = proposalOf(held, question.id);
      if (proposal === undefined || problemAt(progress, question, proposal.value, now()) !== null) break;
      const { value, timestamp } = proposal;
      held = { ...held, kept: withoutProposal(held.kept, question.id) };
      add(answerStep(question, value, now(), timestamp));
    } else break;
  }
  return { held, played };
}

const maxEffort = 1_000_000;

export const problemAt = (progress: Progress, question: Question, value: Json, at: number) =>
  problemOf(progress, question, value, { at, effort: { left: maxEffort } });

export const answerStep = (
  { id: question }: Pick<Question, 'id'>,
  value: Json,
  at: number,
  timestamp: number | undefined,
): HeldStep => ({ kind: 'answer', question, value, at, ...(timestamp === undefined ? {} : { timestamp }) });
