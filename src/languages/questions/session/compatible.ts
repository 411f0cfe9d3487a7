/** Whether a session can continue with a changed definition: what was answered, and the way there, are the same [Q4.5]. */
import type { Flow, FlowState } from '../flow.ts';
import type { FlowMachine } from './flow-machine.ts';
import type { Held } from './held.ts';
import { type Played, play, StepMismatch, tagOf } from './play.ts';

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

/** Of every answered question, and of the open one. */
export function printsOf({ flow, states }: FlowMachine, { progress, need }: Played): Held['prints'] {
  const asked = 'asked' in need ? [need.asked.question.id] : [];
  const ids = new Set([...progress.history.map(({ question }) => question), ...asked]);
  return Object.fromEntries(
    [...ids].flatMap((id) => {
      const state = states.get(id);
      return state === undefined ? [] : [[id, printOf(flow, state)]];
    }),
  );
}

/**
 * The session in a changed definition; null if it does not fit.
 * @param withOpen the open question must be the same, too: it is about to be answered
 */
export function playInChanged(flow: FlowMachine, held: Held, by: string, withOpen: boolean): Played | null {
  const played = playOrNull(flow, held, by);
  if (played === null) return null;
  const now = printsOf(flow, played);
  const ids = Object.keys(now);
  const open = 'asked' in played.need ? played.need.asked.question.id : null;
  const isSame = (id: string): boolean => held.prints[id] === now[id];
  const isAnswered = (id: string): boolean => played.progress.history.some(({ question }) => question === id);
  const compared = ids.filter((id) => withOpen || id !== open || isAnswered(id));
  return compared.every(isSame) ? played : null;
}

function playOrNull(flow: FlowMachine, held: Held, by: string): Played | null {
  try {
    return play(flow, held, by);
  } catch (error) {
    if (error instanceof StepMismatch) return null;
    throw error;
  }
}
