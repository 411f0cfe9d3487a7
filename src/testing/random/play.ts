/** Plays the same events on the kernel and on the reference, and compares after every one. */
import type { RunEvent } from '../../kernel/model/event.ts';
import type { Program } from '../../kernel/model/program.ts';
import type { Rejection } from '../../kernel/model/rejection.ts';
import type { RunState } from '../../kernel/model/state.ts';
import type { Step } from '../../kernel/model/step.ts';
import type { Random } from '../seeded-random.ts';
import { canonical, canonicalBag, describeDifference } from './difference.ts';
import { type Feature, recordFeatures } from './exercised.ts';

/** The kernel in question. */
export interface Subject {
  readonly initial: RunState;
  advance(state: RunState, event: RunEvent): Step | Rejection;
  replay(events: readonly RunEvent[]): RunState;
}

/** What it is compared with. */
export interface Oracle<World> {
  readonly initial: World;
  advance(world: World, event: RunEvent): OracleStep<World> | Rejection;
  observe(world: World): unknown;
}

export interface OracleStep<World> {
  readonly kind: 'step';
  readonly world: World;
  readonly effects: readonly unknown[];
  readonly notes: readonly unknown[];
}

/** Both, for one program. */
export interface Pair<World> {
  readonly program: Program;
  readonly subject: Subject;
  readonly oracle: Oracle<World>;
  /** What the oracle's `observe` would show of this state. */
  readonly observe: (state: RunState) => unknown;
}

export interface Play {
  readonly events: readonly RunEvent[];
  /** Null where both agreed to the end. */
  readonly mismatch: string | null;
  readonly used: ReadonlySet<Feature>;
  readonly rejections: readonly string[];
  readonly state: RunState;
}

/** `next` gives the events one by one; null ends the play, and so does the first mismatch. */
export function playRun<World>(
  pair: Pair<World>,
  next: (state: RunState) => RunEvent | null,
  random: Random,
  longest = 80,
): Play {
  const { program, subject, oracle } = pair;
  const events: RunEvent[] = [];
  const accepted: RunEvent[] = [];
  const rejections: string[] = [];
  const used = new Set<Feature>();
  let state = freeze(subject.initial);
  let world = oracle.initial;
  const played = (mismatch: string | null): Play => ({ events, mismatch, used, rejections, state });
  const middle = random.int(longest);

  while (events.length < longest) {
    const event = next(state);
    if (event === null) break;
    freeze(event);
    events.push(event);
    try {
      const left = subject.advance(state, event);
      const right = oracle.advance(world, event);
      const mismatch = compareAnswers(left, right) ?? compareRepeat(subject, state, event, left);
      if (mismatch !== null) return played(mismatch);
      if (left.kind === 'rejection' || right.kind === 'rejection') {
        if (left.kind === 'rejection') rejections.push(left.code);
        continue;
      }
      accepted.push(event);
      recordFeatures(used, program, state, left);
      state = freeze(left.state);
      world = right.world;
      const seen = comparePlaces('state', pair.observe(state), oracle.observe(world));
      if (seen !== null) return played(seen);
      // What was stored and read again goes on like what was kept in memory.
      if (random.chance(0.5)) state = freeze(JSON.parse(JSON.stringify(state)) as RunState);
      if (events.length === middle) {
        const replayed = compareReplay(subject, accepted, state);
        if (replayed !== null) return played(replayed);
      }
    } catch (error) {
      return played(`thrown: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    }
  }
  return played(compareReplay(subject, accepted, state));
}

function compareAnswers<World>(left: Step | Rejection, right: OracleStep<World> | Rejection): string | null {
  if (left.kind === 'rejection' || right.kind === 'rejection') {
    const [said, expected] = [left, right].map((answer) =>
      answer.kind === 'rejection' ? `${answer.kind} ${answer.code}` : answer.kind,
    );
    if (said === expected) return null;
    const why = [left, right].map((answer) => (answer.kind === 'rejection' ? `: ${answer.message}` : ''));
    return `answer: kernel ${said}${why[0]}; reference ${expected}${why[1]}`;
  }
  for (const part of ['effects', 'notes'] as const) {
    const [mine, theirs] = [canonicalBag(left[part]), canonicalBag(right[part])];
    if (mine !== theirs) {
      return `${part}:\n${missing('only kernel', left[part], right[part])}\n${missing('only reference', right[part], left[part])}`;
    }
  }
  return null;
}

/** What the first list has more of than the second. */
function missing(label: string, list: readonly unknown[], others: readonly unknown[]): string {
  const left = others.map(canonical);
  const more = list.map(canonical).filter((text) => {
    const index = left.indexOf(text);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
  return more.map((text) => `  ${label}: ${text}`).join('\n');
}

/** The same event on the same state once more: the same bytes, and the state was not touched (it is frozen). */
function compareRepeat(
  subject: Subject,
  state: RunState,
  event: RunEvent,
  first: Step | Rejection,
): string | null {
  const [one, two] = [JSON.stringify(first), JSON.stringify(subject.advance(state, event))];
  return one === two ? null : `a second advance differs:\n${describeDifference(one, two)}`;
}

function comparePlaces(label: string, left: unknown, right: unknown): string | null {
  const [mine, theirs] = [canonical(left), canonical(right)];
  return mine === theirs ? null : `${label}:\n${describeDifference(mine, theirs)}`;
}

function compareReplay(subject: Subject, accepted: readonly RunEvent[], state: RunState): string | null {
  if (accepted.length === 0) return null;
  const [live, replayed] = [JSON.stringify(state), JSON.stringify(subject.replay(accepted))];
  return live === replayed
    ? null
    : `replay differs (kernel: live, reference: replayed):\n${describeDifference(live, replayed)}`;
}

/** All the way down; what is frozen already is frozen below too. */
function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) freeze(part);
  }
  return value;
}
