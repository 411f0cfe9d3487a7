/** The effects that a run has requested and not withdrawn, compared with what its state waits for [K15.1]. */
import type { Effect } from '../../src/kernel/model/effect.ts';
import type { RunEvent } from '../../src/kernel/model/event.ts';
import type { Instance, RunState } from '../../src/kernel/model/state.ts';

export interface EffectLedger {
  /** Records one accepted event and its effects; returns inconsistencies. */
  record(event: RunEvent, effects: readonly Effect[]): readonly string[];
  /** Differences between the ledger and the state. */
  compare(state: RunState): readonly string[];
}

export function createEffectLedger(): EffectLedger {
  const calls = new Set<string>();
  const items = new Set<string>();
  const timers = new Set<string>();

  const take = (set: Set<string>, key: string, what: string): string[] =>
    set.delete(key) ? [] : [`${what} of nothing: ${key}`];

  const recordEffect = (effect: Effect): string[] => {
    switch (effect.kind) {
      case 'call': {
        const key = String(effect.instance);
        const twice = calls.has(key) ? [`a call while one is out: ${key}`] : [];
        calls.add(key);
        return twice;
      }
      case 'abortCall':
        return take(calls, String(effect.instance), 'abort');
      case 'offer':
        items.add(String(effect.instance));
        return [];
      case 'withdraw':
        return take(items, String(effect.instance), 'withdrawal');
      case 'setTimer':
        timers.add(`${effect.instance} ${effect.timer}`);
        return Number.isSafeInteger(effect.at) ? [] : [`a timer at ${effect.at}`];
      case 'clearTimer':
        return take(timers, `${effect.instance} ${effect.timer}`, 'clearing');
      case 'finish':
        return [];
    }
  };

  return {
    record(event, effects) {
      if (event.kind === 'callSucceeded' || event.kind === 'callFailed' || event.kind === 'callInDoubt') {
        calls.delete(String(event.instance));
      }
      if (event.kind === 'timerFired') timers.delete(`${event.instance} ${event.timer}`);
      const wrong = effects.flatMap(recordEffect);
      // The author of the event knows that the item has ended: no effect reports it.
      if (/^item(Completed|Failed|Forced|Skipped)$/.test(event.kind) && 'instance' in event) {
        if (!effects.some((effect) => effect.kind === 'offer' && effect.instance === event.instance)) {
          items.delete(String(event.instance));
        }
      }
      return wrong;
    },
    compare(state) {
      const running = state.status === 'running' ? state.instances : [];
      return [
        ...difference(
          'call',
          calls,
          running.filter(isCalled).map(({ id }) => String(id)),
        ),
        ...difference(
          'item',
          items,
          running.filter(isItem).map(({ id }) => String(id)),
        ),
        ...difference('timer', timers, running.flatMap(timersOf)),
      ];
    },
  };
}

/** An aborted call that drains was requested and withdrawn; its answer is still expected. */
const isCalled = ({ phase, draining }: Instance): boolean => phase === 'calling' && !draining;

const isItem = ({ phase }: Instance): boolean =>
  phase === 'open' || phase === 'offered' || phase === 'held' || phase === 'doubt';

const timersOf = ({ id, phase, due, deadline }: Instance): string[] => [
  ...(deadline === null ? [] : [`${id} timeout`]),
  ...(due === null ? [] : [`${id} ${phase === 'backoff' ? 'retry' : 'wait'}`]),
];

function difference(what: string, booked: ReadonlySet<string>, waited: readonly string[]): string[] {
  return [
    ...waited.filter((key) => !booked.has(key)).map((key) => `${what} ${key} is awaited but not requested`),
    ...[...booked]
      .filter((key) => !waited.includes(key))
      .map((key) => `${what} ${key} is requested but not awaited`),
  ];
}
