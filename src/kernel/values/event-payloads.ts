/** The values that an event carries: the only code that knows their location in each event. */
import type { Named, RunEvent } from '../model/event.ts';
import type { Payload } from '../model/payload.ts';

export function payloadsOf(event: RunEvent): readonly Payload[] {
  switch (event.kind) {
    case 'callSucceeded':
    case 'itemCompleted':
      return [event.output];
    case 'itemForced':
    case 'itemSkipped':
      return event.output === undefined ? [] : [event.output];
    case 'instanceAdded':
      return [event.item];
    case 'signalled':
      return [event.payload];
    case 'started':
      return Object.values(event.input ?? {});
    case 'dataUpdated':
    case 'reopened':
      return Object.values(event.set ?? {});
    default:
      return [];
  }
}

/** The same event with replaced values. */
export function mapPayloads(event: RunEvent, change: (payload: Payload) => Payload): RunEvent {
  const all = (named: Named): Named =>
    Object.fromEntries(Object.entries(named).map(([name, payload]) => [name, change(payload)]));
  switch (event.kind) {
    case 'callSucceeded':
    case 'itemCompleted':
      return { ...event, output: change(event.output) };
    case 'itemForced':
    case 'itemSkipped':
      return event.output === undefined ? event : { ...event, output: change(event.output) };
    case 'instanceAdded':
      return { ...event, item: change(event.item) };
    case 'signalled':
      return { ...event, payload: change(event.payload) };
    case 'started':
      return event.input === undefined ? event : { ...event, input: all(event.input) };
    case 'dataUpdated':
      return { ...event, set: all(event.set) };
    case 'reopened':
      return event.set === undefined ? event : { ...event, set: all(event.set) };
    default:
      return event;
  }
}
