import { expect, test } from 'vitest';
import { randomSketch } from '../../test/drawing/random-sketch.ts';
import {
  bookFlight,
  bookTrip,
  failure,
  findCheapest,
  next,
  node,
} from '../../test/drawing/travel-sketches.ts';
import { createRandom } from '../testing/stand-ins/seeded-random.ts';
import { displayWidth } from './clean-text.ts';
import { drawLine } from './draw-line.ts';
import type { Sketch, SketchLink, SketchNode } from './sketch.ts';

const sketch = (nodes: readonly SketchNode[], links: readonly SketchLink[]): Sketch => ({
  title: 't',
  nodes,
  links,
  begins: [],
  remarks: [],
});
const calls = (...ids: readonly string[]) => ids.map((id) => node(id, 'call'));

test('[D4] one line shows sequences, parallel branches, choices, and failures at the end', () => {
  expect(drawLine(findCheapest)).toBe('search_loop → find_cheapest');
  expect(drawLine(bookFlight)).toBe(
    'search → check → decide ? reserve | waitlist | fail_no_seats; ✗ reserve → fail_booking',
  );
  const unlinked = { ...bookTrip, links: bookTrip.links.filter(({ kind }) => kind === 'next') };
  expect(drawLine(unlinked)).toBe('(book_flight_branch ∥ book_hotel_branch) → confirm; rollback_all');
  expect(drawLine(bookTrip)).toBe(
    '(book_flight_branch ∥ book_hotel_branch) → confirm; ✗ book_flight_branch, book_hotel_branch → rollback_all',
  );
});

test('[D4] branches that meet are in brackets before the next node; loops are shown at their start', () => {
  const meeting = sketch(
    [node('ask', 'branch'), ...calls('a', 'b', 'c', 'last')],
    [
      next('ask', 'a'),
      next('ask', 'b'),
      next('ask', 'last'),
      next('a', 'c'),
      next('c', 'last'),
      next('b', 'last'),
    ],
  );
  expect(drawLine(meeting)).toBe('ask ? (a → c | b | –) → last');
  const split = sketch(
    [node('begin', 'pass', { split: 'and' }), ...calls('a', 'b', 'last')],
    [next('begin', 'a'), next('begin', 'b'), next('a', 'last'), next('b', 'last')],
  );
  expect(drawLine(split)).toBe('begin → (a ∥ b) → last');
  const loop = sketch(calls('search', 'check', 'book'), [
    next('search', 'check'),
    next('check', 'search'),
    next('check', 'book'),
    failure('book', 'search'),
  ]);
  expect(drawLine(loop)).toBe('search → check ↺ search → book; ✗ book → search');
});

test('[D4] a node that is reached twice is expanded once and then only named', () => {
  const crossed = sketch(calls('a', 'b', 'x', 'y'), [next('a', 'x'), next('b', 'x'), next('b', 'y')]);
  expect(drawLine(crossed)).toBe('(a → x ∥ b ? (x | y))');
});

test('[D4] names that could be taken for signs are quoted, and control characters never reach the terminal', () => {
  const odd = sketch(
    [node('1', 'call', { name: 'a → b' }), node('2', 'call', { name: '\u001b[31mred' })],
    [next('1', '2')],
  );
  expect(drawLine(odd)).toBe('“a → b” → “\ufffd[31mred”');
});

test('[D4] every node is named, and a line that is too long is cut, seeds 1 to 200', () => {
  for (let seed = 1; seed <= 200; seed++) {
    const random = randomSketch(createRandom(seed));
    const line = drawLine(random, 10_000);
    for (const { name } of random.nodes) expect(line).toContain(name);
    const short = drawLine(random, 20);
    expect(displayWidth(short)).toBeLessThanOrEqual(20);
    if (displayWidth(line) > 20) expect(short).toMatch(/…$/);
  }
});

test('[D4] very long and very deep sketches are cut', () => {
  const names = Array.from({ length: 5_000 }, (_, index) => `t${index}`);
  const chain = names.slice(1).map((id, index) => next(`t${index}`, id));
  expect(drawLine(sketch(calls(...names), chain))).toMatch(/^t0 → t1 .*…$/);
  const nested = names
    .slice(2)
    .flatMap((id, index) => [next(`t${index}`, id), next(`t${index}`, `t${index + 1}`)]);
  expect(drawLine(sketch(calls(...names), nested), 100)).toMatch(/^t0 \? .*…$/);
});
