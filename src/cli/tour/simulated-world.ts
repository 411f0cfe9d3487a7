/**
 * Simulates the systems and people around the trip, by script and in simulated time: receives the kernel's effects and
 * answers with events.
 */
import type { Effect, Failure, Json, RunEvent, RunState } from '../../kernel/index.ts';

export interface Answer {
  /** Delay in milliseconds. */
  readonly after: number;
  readonly output?: Json;
  readonly failure?: Failure;
}

/** Answers per operation, in sequence; the last one repeats. Offers are named `person`. */
export type Script = { readonly [operation: string]: readonly [Answer, ...Answer[]] };

interface PlannedEvent {
  readonly instance: number;
  readonly event: RunEvent;
}

const person = 'ann';
const defaultAnswer: Answer = { after: 300, output: null };

export class SimulatedWorld {
  readonly #script: Script;
  readonly #answerCounts = new Map<string, number>();
  #plannedEvents: PlannedEvent[] = [];

  constructor(script: Script) {
    this.#script = script;
  }

  handleEffects(effects: readonly Effect[], now: number): void {
    for (const effect of effects) this.#handleEffect(effect, now);
  }

  /** The next events, ordered by time. */
  next(): RunEvent | undefined {
    const first = this.#plannedEvents.reduce<PlannedEvent | undefined>(
      (earliest, each) => (earliest === undefined || each.event.at < earliest.event.at ? each : earliest),
      undefined,
    );
    this.#plannedEvents = this.#plannedEvents.filter((each) => each !== first);
    return first?.event;
  }

  /** After a crash: timers are lost with the process, and are set again from the state. */
  resetTimers({ instances }: RunState): void {
    this.#plannedEvents = this.#plannedEvents.filter(({ event }) => event.kind !== 'timerFired');
    for (const { id, phase, due } of instances) {
      if (due === null) continue;
      this.#planTimer(id, phase === 'backoff' ? 'retry' : 'wait', due);
    }
  }

  #handleEffect(effect: Effect, now: number): void {
    switch (effect.kind) {
      case 'call': {
        const { instance, attempt, operation } = effect;
        const { after, output = null, failure } = this.#answer(operation);
        const of = { at: now + after, instance, attempt };
        const event: RunEvent =
          failure === undefined
            ? { ...of, kind: 'callSucceeded', output: { value: output } }
            : { ...of, kind: 'callFailed', failure };
        this.#plannedEvents.push({ instance, event });
        break;
      }
      case 'offer': {
        const { instance } = effect;
        const { after, output = null } = this.#answer('person');
        const held: RunEvent = { kind: 'itemHeld', at: now + after, instance, by: person };
        const answer: RunEvent = {
          ...held,
          kind: 'itemCompleted',
          at: held.at + 60_000,
          output: { value: output },
        };
        this.#plannedEvents.push({ instance, event: held }, { instance, event: answer });
        break;
      }
      case 'setTimer':
        this.#planTimer(effect.instance, effect.timer, effect.at);
        break;
      case 'finish':
        this.#plannedEvents = [];
        break;
      default:
        this.#plannedEvents = this.#plannedEvents.filter(({ instance }) => instance !== effect.instance);
    }
  }

  #planTimer(instance: number, timer: 'wait' | 'retry' | 'timeout', at: number): void {
    this.#plannedEvents.push({ instance, event: { kind: 'timerFired', at, instance, timer } });
  }

  #answer(operation: string): Answer {
    const answers = this.#script[operation] ?? [defaultAnswer];
    const count = this.#answerCounts.get(operation) ?? 0;
    this.#answerCounts.set(operation, count + 1);
    return answers[Math.min(count, answers.length - 1)] ?? defaultAnswer;
  }
}
