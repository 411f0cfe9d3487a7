/** Describes an event of a run: the input, and what the kernel requests. */
import { cleanText } from '../../drawing/index.ts';
import type { Effect, Payload, RunEvent } from '../../kernel/index.ts';
import { type PlayedEvent, startTime } from './trip-run.ts';

export interface EventDescription {
  readonly number: number;
  readonly time: string;
  readonly eventText: string;
  readonly effectText: string;
}

/** Describes the events of one run in sequence, and remembers the names of instances. */
export function createEventDescriber(): (played: PlayedEvent) => EventDescription {
  const names = new Map<number, string>();
  return ({ number, event, step }) => {
    const eventText = describeEvent(event, names);
    for (const effect of step.effects) remember(effect, names);
    const effects = step.effects
      .map((effect) => describeEffect(effect, names, event.at))
      .filter((text) => text !== '');
    return {
      number,
      time: formatElapsed(event.at - startTime),
      eventText,
      effectText: effects.join(' · ') || 'wait',
    };
  };
}

function remember(effect: Effect, names: Map<number, string>): void {
  if (effect.kind === 'offer') names.set(effect.instance, effect.task);
  if (effect.kind !== 'call') return;
  names.set(effect.instance, effect.undoes === 0 ? effect.task : `undo of ${effect.task}`);
}

function describeEvent(event: RunEvent, names: ReadonlyMap<number, string>): string {
  const name = 'instance' in event ? cleanText(names.get(event.instance ?? 0) ?? '?') : '';
  switch (event.kind) {
    case 'started':
      return `a trip to ${describePayload(event.input?.['city'])} is requested`;
    case 'callSucceeded':
      return `${name}: ${describePayload(event.output)}`;
    case 'callFailed':
      return `${name} fails: ${cleanText(event.failure.message)}`;
    case 'itemHeld':
      return `${event.by ?? 'a person'} claims “${name}”`;
    case 'itemCompleted':
      return `${event.by ?? 'a person'} answers: ${describePayload(event.output)}`;
    case 'timerFired':
      return `the wait for ${name} is over`;
    default:
      return event.kind;
  }
}

function describeEffect(effect: Effect, names: ReadonlyMap<number, string>, now: number): string {
  switch (effect.kind) {
    case 'call': {
      const again = effect.attempt > 1 ? ` (attempt ${effect.attempt})` : '';
      return `${effect.undoes === 0 ? 'call' : 'undo'} ${effect.task}${again}`;
    }
    case 'offer':
      return effect.holder === '' ? `ask a person: ${effect.task}` : '';
    case 'setTimer':
      return `try ${names.get(effect.instance) ?? '?'} again in ${(effect.at - now) / 1000} s`;
    case 'finish':
      return `the run has ${effect.status}`;
    case 'abortCall':
      return `stop ${names.get(effect.instance) ?? '?'}`;
    default:
      return '';
  }
}

function describePayload(payload: Payload | undefined): string {
  if (payload === undefined || !('value' in payload)) return '?';
  const { value } = payload;
  if (value === null) return 'done';
  return cleanText(typeof value === 'string' ? value : JSON.stringify(value));
}

function formatElapsed(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const hours = Math.floor(seconds / 3600);
  return `${hours} h ${Math.floor((seconds % 3600) / 60)} min`;
}
