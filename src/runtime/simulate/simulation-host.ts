/**
 * Performs the effects of a simulated run in simulated time: every call, item, signal and timer becomes a pending
 * event, or none if there is no answer.
 */
import type {
  CallEffect,
  Effect,
  Instance,
  OfferEffect,
  Program,
  Rejection,
  RunEvent,
  RunState,
  Step,
} from '../../kernel/index.ts';
import { createEventQueue, type UntimedEvent } from './event-queue.ts';
import { plainValue } from './plain-value.ts';
import type { ScriptedAnswer, ScriptedOutcome } from './script.ts';
import type { ScriptedAnswers } from './scripted-answers.ts';
import type { AskedItem, PerformedCall } from './simulation.ts';

export interface SimulationHost {
  /** Performs the effects of a step. */
  perform(step: Step): void;
  /** The next event; `undefined` if none is pending. */
  next(state: RunState): RunEvent | undefined;
  /** Schedules an alternative to a refused event, if there is one. */
  replace(event: RunEvent, rejection: Rejection): void;
  /** The offer of an instance, if it has one. */
  offerOf(instance: number): OfferEffect | undefined;
  readonly calls: readonly PerformedCall[];
  readonly asked: readonly AskedItem[];
}

interface Pending {
  readonly attempt: number;
  readonly outcome: ScriptedOutcome;
  readonly at: number;
}

export function createSimulationHost(program: Program, scriptedAnswers: ScriptedAnswers): SimulationHost {
  const queue = createEventQueue();
  const calls: PerformedCall[] = [];
  const asked: AskedItem[] = [];
  const pending = new Map<number, Pending>();
  const aborted = new Set<number>();
  const offers = new Map<number, OfferEffect>();
  const listeners = listeningTasks(program);

  const add = (key: string, now: number, at: number, untimedEvent: UntimedEvent): void =>
    queue.add(key, Math.max(now, at), untimedEvent);

  const call = (effect: CallEffect, now: number): void => {
    const { instance, attempt, net, task, connector, operation } = effect;
    const { outcome, source } = scriptedAnswers.call(effect);
    const input = plainValue(effect.input);
    const undoes = effect.undoes !== 0;
    calls.push({ at: now, net, task, connector, operation, attempt, undoes, input, outcome, source });
    const call: Pending = {
      attempt,
      outcome,
      at: outcome.kind === 'hangs' ? now : now + (outcome.after ?? 0),
    };
    pending.set(instance, call);
    if (outcome.kind !== 'hangs') add(`call ${instance}`, now, call.at, outcomeOf(instance, call));
  };

  /**
   * An aborted call has no outcome, unless the run cannot end without it because it could be undone: then the
   * scripted outcome occurs at its time, and a hanging call is in doubt.
   */
  const rescheduleDraining = (state: RunState): void => {
    for (const id of aborted) {
      const call = pending.get(id);
      const instance = findInstance(state, id);
      if (call === undefined || instance === undefined || instance.attempt !== call.attempt) {
        aborted.delete(id);
      } else if (instance.draining) {
        aborted.delete(id);
        add(`call ${id}`, state.at, call.at, outcomeOf(id, call));
      }
    }
  };

  const answer = ({ instance, reason, holder }: OfferEffect, given: ScriptedAnswer, now: number): void => {
    if (given.kind === 'never' || (given.kind === 'fails' && reason === 'doubt')) return;
    // An item that is already held is answered by its holder, even if the script names another user.
    const by = given.by === undefined || holder !== '' ? {} : { by: given.by };
    const untimedEvent: UntimedEvent =
      given.kind === 'fails'
        ? { kind: 'itemFailed', instance, failure: given.failure, ...by }
        : { kind: 'itemCompleted', instance, output: { value: given.value }, ...by };
    add(`item ${instance}`, now, now + (given.after ?? 0), untimedEvent);
  };

  const ask = (effect: OfferEffect, now: number): void => {
    const { instance, net, task, reason, item, index } = effect;
    asked.push({ at: now, net, task, reason, item, input: plainValue(effect.input), index });
    offers.set(instance, effect);
    // An item without its tokens represents a whole list: it is held first, and then each member asks.
    if (reason === 'work' && effect.ordinal === 0 && isGroup(program, net, task)) {
      const by = scriptedAnswers.answerer(net, task);
      if (by !== null) add(`item ${instance}`, now, now, { kind: 'itemHeld', instance, by });
      return;
    }
    answer(effect, scriptedAnswers.answer(net, task, reason === 'work'), now);
  };

  const listen = (id: number, state: RunState): void => {
    const instance = findInstance(state, id);
    if (instance?.phase !== 'waiting' || instance.signal === '') return;
    const { net, task } = taskOfInstance(program, state, instance);
    const given = scriptedAnswers.answer(net, task, true);
    if (given.kind !== 'answers') return;
    const untimedEvent = { instance: id, name: instance.signal, payload: { value: given.value } };
    add(`signal ${id}`, state.at, state.at + (given.after ?? 0), { kind: 'signalled', ...untimedEvent });
  };

  const performOne = (effect: Effect, now: number): void => {
    switch (effect.kind) {
      case 'call':
        call(effect, now);
        break;
      case 'abortCall':
        queue.remove(`call ${effect.instance}`);
        aborted.add(effect.instance);
        break;
      case 'offer':
        ask(effect, now);
        break;
      case 'withdraw':
        queue.remove(`item ${effect.instance}`);
        break;
      case 'setTimer': {
        const { instance, timer, at } = effect;
        add(`${timer} ${instance}`, now, at, { kind: 'timerFired', instance, timer });
        break;
      }
      case 'clearTimer':
        queue.remove(`${effect.timer} ${effect.instance}`);
    }
  };

  return {
    calls,
    asked,
    offerOf: (instance) => offers.get(instance),
    perform({ state, effects, notes }) {
      for (const effect of effects) performOne(effect, state.at);
      for (const note of notes) {
        if (note.kind === 'started' && listeners.has(note.task)) listen(note.instance, state);
      }
      rescheduleDraining(state);
    },
    next(state) {
      for (let due = queue.next(); due !== undefined; due = queue.next()) {
        const { untimedEvent } = due;
        // No effect reports that a signal is no longer awaited.
        const isUnheard =
          untimedEvent.kind === 'signalled' &&
          findInstance(state, untimedEvent.instance ?? 0)?.signal !== untimedEvent.name;
        if (!isUnheard) return { ...untimedEvent, at: due.at };
      }
      return undefined;
    },
    replace(event, { code, message }) {
      if (event.kind === 'callSucceeded') {
        const { instance, attempt, at } = event;
        const failure = { code, message, retryable: false };
        add(`call ${instance}`, at, at, { kind: 'callFailed', instance, attempt, failure });
      } else if (event.kind === 'itemCompleted' || event.kind === 'itemFailed') {
        const offer = offers.get(event.instance);
        if (offer !== undefined) answer(offer, scriptedAnswers.correction(offer.task), event.at);
      }
    },
  };
}

/** The names of the task of an instance; of an undo, the task that is undone. */
export function taskOfInstance(
  program: Program,
  state: RunState,
  { frame, task, undoes }: Instance,
): { readonly net: string; readonly task: string } {
  const index = undoes?.net ?? state.frames.find(({ id }) => id === frame)?.net;
  const net = index === undefined ? undefined : program.nets[index];
  return { net: net?.id ?? '', task: net?.tasks[task]?.id ?? '' };
}

/** Names of the tasks that wait for a signal. */
function listeningTasks(program: Program): ReadonlySet<string> {
  const tasks = program.nets.flatMap((net) => net.tasks);
  return new Set(
    tasks.filter(({ work }) => work.kind === 'wait' && work.signal !== undefined).map(({ id }) => id),
  );
}

function isGroup(program: Program, net: string, task: string): boolean {
  const tasks = program.nets.find(({ id }) => id === net)?.tasks;
  return tasks?.find(({ id }) => id === task)?.each !== undefined;
}

function findInstance(state: RunState, id: number): Instance | undefined {
  return state.instances.find((instance) => instance.id === id);
}

/** The event of an outcome; a hanging call is in doubt if its end must be known. */
function outcomeOf(instance: number, { attempt, outcome }: Pending): UntimedEvent {
  switch (outcome.kind) {
    case 'returns':
      return { kind: 'callSucceeded', instance, attempt, output: { value: outcome.value } };
    case 'fails':
      return { kind: 'callFailed', instance, attempt, failure: outcome.failure };
    case 'doubt':
    case 'hangs':
      return { kind: 'callInDoubt', instance, attempt };
  }
}
