/** The routing facts of every state of a net [K16.1, K16.2], by the plain search. For tests alone. */
import type { Net } from '../../src/kernel/model/program.ts';
import { type PlainPlay, type PlainState, type PlainStep, playPlainly, TooMuch } from './plain-soundness.ts';

export interface PlainSurvey {
  /** One line each: `deadlock`, `leftover`, `certain deadlock`, `no-completion`, `dead-task a` … */
  readonly facts: ReadonlySet<string>;
  readonly begun: ReadonlySet<string>;
  readonly completes: boolean;
  /** False if there are too many states: then the facts are incomplete. */
  readonly isWhole: boolean;
}

export interface PlainSurveyOptions {
  /** Limit of states of the search. */
  readonly maxStates: number;
  readonly completes?: (net: string) => boolean;
  /** Called for every step; variables are distinguished only with a watcher. */
  readonly watch?: (state: PlainState, step: PlainStep) => void;
}

/** Limit of tokens: beyond it a net counts as unbounded. */
const maxTokens = 8;

export function surveyPlainly(net: Net, { maxStates, completes, watch }: PlainSurveyOptions): PlainSurvey {
  const play = playPlainly(net, completes);
  const stateKey = (state: PlainState) => JSON.stringify(watch === undefined ? { ...state, set: [] } : state);
  const states = new Map<string, PlainState>([[stateKey(play.start), play.start]]);
  const ends = new Set<string>();
  const begun = new Set<string>();
  let isWhole = true;
  try {
    for (const state of states.values()) {
      if (states.size > maxStates || state.tokens.length > maxTokens) throw new TooMuch();
      ends.add(endOf(play, state));
      for (const step of play.steps(state)) {
        if (step.begins) begun.add(step.task.id);
        watch?.(state, step);
        const key = stateKey(step.next);
        if (!states.has(key)) states.set(key, step.next);
      }
    }
  } catch (error) {
    if (!(error instanceof TooMuch)) throw error;
    isWhole = false;
  }
  const isComplete = ends.has('complete') || ends.has('leftover');
  const certain = isWhole ? endsWithoutDecision(play) : new Set<string>();
  const bad = ['deadlock', 'leftover'].filter((end) => ends.has(end));
  const facts = new Set([
    ...bad,
    ...bad.filter((end) => certain.has(end) && !certain.has('complete')).map((end) => `certain ${end}`),
    ...(isComplete ? [] : ['no-completion']),
    ...net.tasks.filter(({ id }) => !begun.has(id)).map(({ id }) => `dead-task ${id}`),
  ]);
  return { facts, begun, completes: isComplete, isWhole };
}

/** `deadlock`, `leftover`, `complete` (with nothing left), `failed`; `none` if it continues. */
export function endOf(play: PlainPlay, state: PlainState): string {
  const end = play.end(state);
  if (end === 'stuck') return 'deadlock';
  return end === 'complete' && state.tokens.length + state.busy.length > 1 ? 'leftover' : end;
}

function endsWithoutDecision(play: PlainPlay): ReadonlySet<string> {
  const ends = new Set<string>();
  const states = new Map<string, PlainState>([[JSON.stringify(play.start), play.start]]);
  for (const state of states.values()) {
    ends.add(endOf(play, state));
    for (const { decided, next } of play.steps(state)) if (!decided) states.set(JSON.stringify(next), next);
  }
  return ends;
}
