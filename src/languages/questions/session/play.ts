/**
 * Plays the steps of a session on the kernel, up to the point where something is needed: an answer, the choices of a
 * question, or nothing more. Pure: the same steps give the same state [Q2.1].
 */
import type { CallEffect, Effect, Json, Rejection, RunEvent, RunState } from '../../../kernel/index.ts';
import { Refusal } from '../../refusal.ts';
import { choicesTask } from '../compile-flow.ts';
import { resultWithChoices } from '../evaluator.ts';
import { type FlowState, operationsOf } from '../flow.ts';
import { beginning, type Progress } from '../progress.ts';
import { callFailed, choicesFailed } from '../refusals.ts';
import { type FlowMachine, progressOf } from './flow-machine.ts';
import type { Held, HeldStep } from './held.ts';

export interface Played {
  readonly state: RunState;
  /** From the start, as a run stores them. */
  readonly events: readonly RunEvent[];
  readonly progress: Progress;
  readonly need: Need;
}

export interface Session {
  readonly held: Held;
  readonly played: Played;
}

export type Need =
  | { readonly kind: 'answer'; readonly instance: number; readonly asked: FlowState }
  | { readonly kind: 'choices'; readonly asked: FlowState; readonly call: CallEffect; readonly tag: string }
  /** All questions are answered: what remains are the operations. */
  | { readonly kind: 'nothing' }
  /** A limit was reached: of the passes of a loop, or of what the answers contain together. */
  | { readonly kind: 'failed'; readonly reason: 'limit' | 'too_large'; readonly message: string };

/** A step is not what the flow needs: the definition is another one. */
export class StepMismatch extends Error {}

interface Open {
  readonly state: RunState;
  readonly effects: readonly Effect[];
}

/** Throws StepMismatch, or Refusal as a step does. @param by the caller, who is named as the one who answers */
export function play(
  flow: FlowMachine,
  { begun, steps, bindings }: Pick<Held, 'begun' | 'steps' | 'bindings'>,
  by: string,
): Played {
  const started: RunEvent = { kind: 'started', at: begun, seed: 0, by, bindings };
  const first = advance(flow, { state: flow.machine.initial, events: [], progress: beginning }, started);
  return steps.reduce((played, step) => playStep(flow, played, step, by), first);
}

/** Throws StepMismatch; Refusal if the arguments of the call that follows cannot be computed. */
export function playStep(flow: FlowMachine, played: Played, step: HeldStep, by: string): Played {
  const need = 'asked' in played.need && played.need.asked.question.id === step.question ? played.need : null;
  // Clocks of servers may differ.
  const at = Math.max(step.at, played.state.at);
  if (step.kind === 'answer' && need?.kind === 'answer') {
    const { value, timestamp } = step;
    const output = { value: { value, ...(timestamp === undefined ? {} : { timestamp }) } };
    return advance(flow, played, { kind: 'itemCompleted', at, by, instance: need.instance, output });
  }
  if (step.kind === 'choices' && need?.kind === 'choices') {
    const { instance, attempt } = need.call;
    const { choicesFrom } = need.asked.question;
    if (step.choices === null || choicesFrom === null)
      return advance(flow, played, { kind: 'callFailed', at, instance, attempt, failure: noChoices });
    const output = { value: resultWithChoices(choicesFrom, step.choices) };
    return advance(flow, played, { kind: 'callSucceeded', at, instance, attempt, output });
  }
  throw new StepMismatch(`“${step.question}” is not asked here.`);
}

const noChoices = { code: 'choices-unavailable', message: 'The choices are unknown.', retryable: false };

function advance(flow: FlowMachine, before: Omit<Played, 'need'>, event: RunEvent): Played {
  const step = flow.machine.advance(before.state, event);
  if (step.kind === 'rejection') return { ...before, need: limitOf(flow, step) };
  return {
    state: step.state,
    events: [...before.events, event],
    progress: progressOf(flow, step.state),
    need: needOf(flow, step),
  };
}

/** An expression has no value: an argument of a call, the answer to a changed question, or all answers together. */
function limitOf(flow: FlowMachine, { task = '', message }: Rejection): Need {
  const failure = { code: 'expression', message };
  const asked = [...flow.states.keys()].find((id) => choicesTask(id) === task);
  if (asked !== undefined) throw new Refusal(choicesFailed(flow.flow, asked, failure));
  if (operationsOf(flow.flow).some(({ id }) => id === task)) {
    const said = `The operation “${task}” cannot be performed: ${message} Nothing was performed.`;
    throw new Refusal(callFailed(flow.flow, task, said, failure));
  }
  if (task === '' || flow.states.has(task)) throw new StepMismatch(message);
  return { kind: 'failed', reason: 'too_large', message: 'The state of the session is too large.' };
}

/** One thing at a time is open. */
function needOf({ states }: FlowMachine, { state, effects }: Open): Need {
  if (state.status === 'failed')
    return { kind: 'failed', reason: 'limit', message: state.failure?.message ?? '' };
  for (const effect of effects) {
    if (effect.kind === 'offer') {
      const asked = states.get(effect.task);
      if (asked !== undefined) return { kind: 'answer', instance: effect.instance, asked };
    }
    if (effect.kind === 'call') {
      const asked = [...states.values()].find(({ question }) => choicesTask(question.id) === effect.task);
      if (asked !== undefined)
        return { kind: 'choices', asked, call: effect, tag: choicesTag(asked, effect) };
    }
  }
  return { kind: 'nothing' };
}

/** With a changed definition, the same arguments may be those of another call, or another part of its result is read. */
const choicesTag = ({ question: { choicesFrom, rules } }: FlowState, call: CallEffect): string =>
  tagOf([choicesFrom, rules.choices, inputOf(call)]);

/** The calls of flows are small. */
export const inputOf = ({ input }: CallEffect): Json => ('value' in input ? input.value : null);

/** Distinguishes arguments of calls and parts of definitions (FNV-1a, two passes). What has it is sealed. */
export function tagOf(data: unknown): string {
  const text = JSON.stringify(data);
  return [0x811c9dc5, 0x01234567]
    .map((begin) => {
      let hash = begin;
      for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
      return (hash >>> 0).toString(36);
    })
    .join('');
}
