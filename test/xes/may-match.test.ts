/** The filter before a case is loaded: it loses no event, and saves most loads. */
import { expect, test } from 'vitest';
import { eventKindsOfLog } from '../../src/operations/events/event-kinds.ts';
import { mayMatch } from '../../src/operations/events/may-match.ts';
import { logRandomCase } from './random-cases.ts';

const seed = 20_261_116;
const entries = Array.from({ length: 250 }, (_, at) => logRandomCase(seed + at)).flat();

test(`[F5.1] every event of a random case is predicted from the entry alone, seed ${seed}`, () => {
  let reported = 0;
  for (const { entry, told: events } of entries) {
    for (const { kind, task, by } of events) {
      const wanted = { kinds: [kind], ...(task === '' ? {} : { task }), ...(by === '' ? {} : { by }) };
      expect([mayMatch(entry, wanted), entry, wanted]).toEqual([true, entry, wanted]);
      reported += by === '' ? 0 : 1;
    }
  }
  expect(reported).toBeGreaterThan(2_000);
});

test(`[F5.1] most entries without a matching event are recognised from the entry alone, seed ${seed}`, () => {
  let silent = 0;
  let spared = 0;
  for (const { entry, told } of entries) {
    for (const kind of eventKindsOfLog) {
      if (told.some((event) => event.kind === kind)) continue;
      silent += 1;
      if (!mayMatch(entry, { kinds: [kind] })) spared += 1;
    }
    if (!['resumed', 'reopened'].includes(entry.event.kind)) {
      expect(mayMatch(entry, { by: 'nobody' })).toBe(false);
    }
  }
  expect(spared / silent).toBeGreaterThan(0.7);
});
