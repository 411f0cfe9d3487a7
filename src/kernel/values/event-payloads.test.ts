import { expect, test } from 'vitest';
import type { Payload, RunEvent } from '../index.ts';
import { mapPayloads, payloadsOf } from './event-payloads.ts';

const blob = (hash: string): Payload => ({ blob: { hash, size: 1 } });
const named = { a: blob('1'), b: blob('2') };

const events: readonly RunEvent[] = [
  { kind: 'started', at: 0, seed: 1, input: named },
  { kind: 'callSucceeded', at: 0, instance: 1, attempt: 1, output: blob('1') },
  { kind: 'itemCompleted', at: 0, instance: 1, output: blob('1') },
  { kind: 'itemForced', at: 0, instance: 1, output: blob('1') },
  { kind: 'itemSkipped', at: 0, instance: 1 },
  { kind: 'instanceAdded', at: 0, instance: 1, item: blob('1') },
  { kind: 'signalled', at: 0, name: 'x', payload: blob('1') },
  { kind: 'dataUpdated', at: 0, set: named },
  { kind: 'reopened', at: 0, set: named },
  { kind: 'suspended', at: 0 },
];

test.each(events)('[K12.3] every value of $kind is found, and can be replaced', (event) => {
  const hashes = (of: RunEvent) => JSON.stringify(of).match(/"hash":"\w+"/g) ?? [];
  expect(payloadsOf(event)).toHaveLength(hashes(event).length);
  const changed = mapPayloads(event, () => ({ value: 7 }));
  expect(hashes(changed)).toEqual([]);
  expect(payloadsOf(changed)).toEqual(payloadsOf(event).map(() => ({ value: 7 })));
  expect({ ...changed, kind: event.kind, at: 0 }).toMatchObject({ kind: changed.kind, at: changed.at });
});
