import { expect, test } from 'vitest';
import { createRandom } from '../../testing/index.ts';
import { createAgenda } from './agenda.ts';

const seed = 20_260_817;
const happening = (instance: number) => ({ kind: 'itemResumed', instance }) as const;

test('[M2] what is due first comes first; at the same time, what was asked for first', () => {
  const agenda = createAgenda();
  agenda.add('a', 20, happening(1));
  agenda.add('b', 10, happening(2));
  agenda.add('c', 20, happening(3));
  agenda.add('d', 10, happening(4));
  expect(drain(agenda)).toEqual([2, 4, 1, 3]);
});

test('[M2] what was removed or replaced does not come; replaced, it is asked for anew', () => {
  const agenda = createAgenda();
  agenda.add('a', 5, happening(1));
  agenda.add('b', 5, happening(2));
  agenda.add('c', 5, happening(3));
  agenda.remove('b');
  agenda.add('a', 5, happening(4));
  expect(drain(agenda)).toEqual([3, 4]);
});

test('[M2] nothing comes after the end of time, and no part of a millisecond is lost', () => {
  const agenda = createAgenda();
  agenda.add('never', Number.POSITIVE_INFINITY, happening(1));
  agenda.add('none', Number.NaN, happening(2));
  agenda.add('late', 8.64e15 + 2, happening(3));
  agenda.add('part', 7.2, happening(4));
  expect(agenda.next()).toMatchObject({ at: 8, happening: happening(4) });
  expect(agenda.next()).toBeUndefined();
});

test(`[M2] the order is that of a stable sort, whatever comes and goes, seed ${seed}`, () => {
  const random = createRandom(seed);
  const agenda = createAgenda();
  let expected: { key: string; at: number; id: number }[] = [];
  for (let id = 0; id < 2000; id++) {
    const key = String(random.int(60));
    expected = expected.filter((each) => each.key !== key);
    agenda.remove(key);
    if (random.chance(0.7)) {
      const at = random.int(15);
      agenda.add(key, at, happening(id));
      expected.push({ key, at, id });
    }
    if (!random.chance(0.2)) continue;
    const first = expected.toSorted((a, b) => a.at - b.at)[0];
    expect(agenda.next()?.happening).toEqual(first === undefined ? undefined : happening(first.id));
    expected = expected.filter((each) => each !== first);
  }
});

function drain(agenda: ReturnType<typeof createAgenda>): number[] {
  const order: number[] = [];
  for (let due = agenda.next(); due !== undefined; due = agenda.next()) {
    if (due.happening.kind === 'itemResumed') order.push(due.happening.instance);
  }
  return order;
}
