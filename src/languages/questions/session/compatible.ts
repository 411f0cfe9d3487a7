/** Whether a session can continue with a changed definition: what was answered, and the way there, are the same [Q4.5]. */
import { Refusal } from '../../refusal.ts';
import { type Flow, type FlowState, isSensitive } from '../flow.ts';
import { problemOfValue } from '../validate-answer.ts';
import type { FlowMachine } from './flow-machine.ts';
import { type Held, type KeptAnswer, type Way, withoutSteps } from './held.ts';
import { type Played, play, playStep, type Session, StepMismatch, tagOf } from './play.ts';

const prints = new WeakMap<FlowState, string>();

/** What an answer means: texts for people and positions do not count. */
function printOf(flow: Flow, state: FlowState): string {
  const known = prints.get(state);
  if (known !== undefined) return known;
  const { id, type, rules, secrets, automatic, choicesFrom } = state.question;
  const { message: _, ...checked } = rules;
  const print = tagOf([
    [id, type, checked, secrets, automatic, choicesFrom],
    state.nested === null ? null : [flow.levels[state.nested.level]?.id, state.nested.condition],
    state.operations.map(({ line: _line, column: _column, ...operation }) => operation),
  ]);
  prints.set(state, print);
  return print;
}

/** What a changed definition is compared with. */
export function wayOf(
  { flow, states }: FlowMachine,
  { progress, need }: Omit<Played, 'events' | 'state'>,
): Way {
  const answered = progress.history.map(({ question }) => {
    const state = states.get(question);
    return state === undefined ? '' : printOf(flow, state);
  });
  const open = 'asked' in need ? printOf(flow, need.asked) : null;
  return { answered: answered.length, tag: tagOf(answered), open };
}

/** The session in a changed definition, as far as it was answered; null if it does not fit. */
export function playInChanged(flow: FlowMachine, held: Held, by: string): Session | null {
  const session = playAnswered(flow, { ...held, kept: keptIn(flow, held) }, by);
  if (session === null) return null;
  const { progress, need } = session.played;
  const history = progress.history.slice(0, held.way.answered);
  return wayOf(flow, { progress: { ...progress, history }, need }).tag === held.way.tag ? session : null;
}

/** An answer that was a text is not proposed, or sealed again, if its question is sensitive now [Q12.1]. */
const keptIn = ({ states }: FlowMachine, { kept }: Held): Held['kept'] =>
  Object.fromEntries(
    Object.entries(kept).map(([id, answers]) => {
      const question = states.get(id)?.question;
      const isKept = ({ value }: KeptAnswer): boolean =>
        question === undefined || !isSensitive(question) || problemOfValue(question, value, null) === null;
      return [id, answers.filter(isKept)];
    }),
  );

/** Up to the last answer: the choices of the open question may come from another call now, or there are none. */
function playAnswered(flow: FlowMachine, held: Held, by: string): Session | null {
  const { steps, way } = held;
  try {
    let played = play(flow, { ...held, steps: [] }, by);
    let at = 0;
    for (; played.progress.history.length < way.answered; at++) {
      const step = steps[at];
      if (step === undefined) return null;
      played = playStep(flow, played, step, by);
    }
    return { held: withoutSteps(held, at), played };
  } catch (error) {
    if (error instanceof StepMismatch || error instanceof Refusal) return null;
    throw error;
  }
}
