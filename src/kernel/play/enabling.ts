/** Decides which tasks can fire, and takes their tokens [K3]. */
import type { LinkedTask } from '../link/linked.ts';
import type { Failure } from '../model/failure.ts';
import type { Frame } from '../model/state.ts';
import type { Draft } from './draft.ts';
import { choose } from './random.ts';
import { withoutNumber } from './sorted.ts';

/** Frames in which tasks fire. */
export const isPlaying = (frame: Frame): boolean => frame.phase === 'active' || frame.phase === 'settling';

export const markedInputs = (frame: Frame, task: LinkedTask): readonly number[] =>
  task.inputs.filter((place) => frame.tokens.includes(place));

/** For tasks without an OR-join. An active task waits [K3.5]. */
export const isEnabled = (frame: Frame, task: LinkedTask): boolean => {
  if (frame.busy.includes(task.index)) return false;
  const { inputs } = task;
  if (task.join === 'and') {
    for (let i = 0; i < inputs.length; i++) if (!frame.tokens.includes(inputs[i]!)) return false;
    return true;
  }
  for (let i = 0; i < inputs.length; i++) if (frame.tokens.includes(inputs[i]!)) return true;
  return false;
};

/** Thrown if an OR-join decision exceeds its limit; fails the frame [K3.6]. */
export class UndecidedError extends Error {
  readonly frame: number;
  readonly failure: Failure;

  constructor(frame: number, task: LinkedTask, bound: number) {
    super(task.id);
    this.frame = frame;
    const message = `Whether “${task.id}” must wait at its OR-join could not be decided within ${bound} markings.`;
    this.failure = { code: 'or-join-bound', message, retryable: false };
  }
}

/** For any task, including OR-joins. */
export const canFire = (draft: Draft, frame: Frame, task: LinkedTask): boolean => {
  if (task.join !== 'or') return isEnabled(frame, task);
  if (frame.busy.includes(task.index) || !task.inputs.some((place) => frame.tokens.includes(place)))
    return false;
  const decision = draft.net(frame).orJoin.decide(task.index, frame.tokens, frame.busy);
  if (decision === 'undecided') throw new UndecidedError(frame.id, task, draft.program.limits.orJoin);
  return decision === 'enabled';
};

/** Takes the tokens that the join requires. If an XOR-join could take one of several, the seed decides [K3.1]. */
export const takeTokens = (draft: Draft, frameId: number, task: LinkedTask): void => {
  const frame = draft.editFrame(frameId);
  let places = task.inputs;
  if (task.join !== 'and') {
    places = markedInputs(frame, task);
    if (task.join === 'xor' && places.length > 1) {
      const names = draft.net(frame).places;
      const among = places.map((place) => names[place]!);
      const taken = choose(draft, places);
      draft.notes.push({ kind: 'chosen', frame: frameId, task: task.id, taken: names[taken]!, among });
      places = [taken];
    }
  }
  let { tokens } = frame;
  for (let i = 0; i < places.length; i++) tokens = withoutNumber(tokens, places[i]!);
  frame.tokens = tokens;
  draft.agenda.touch(frameId);
};
