import { expect, test } from 'vitest';
import { coverBackward } from './backward-search.ts';
import { coverAny } from './cover-any.ts';
import type { CoverQuestion } from './cover-question.ts';
import { coverForward } from './forward-search.ts';

/** Two tokens on a path of many places, and a goal that needs three tokens at its end. */
function drawQuestion(length: number): CoverQuestion {
  const goal = length + 3;
  const transitions = [];
  for (let place = 0; place < length; place += 1)
    transitions.push({ take: [place], empties: [], give: [place + 1] });
  for (let side = 0; side < 3; side += 1) {
    // A detour loses the tokens that passed through it before.
    transitions.push({ take: [length - 1], empties: [length + side], give: [length + side] });
  }
  transitions.push({ take: [length, length + 1, length + 2], empties: [], give: [goal] });
  const start = new Int32Array(goal + 1);
  start[0] = 2;
  return { net: { places: goal + 1, transitions }, start, target: [goal] };
}

test('[K3.6] a search that exceeds its budget reports it, and stores no more than the budget', () => {
  const question = drawQuestion(12);
  for (const cover of [coverForward, coverBackward]) {
    const { coverable, looked } = cover(question, 1_000_000);
    expect(coverable).toBe(false);
    expect(cover(question, looked)).toEqual({ coverable: false, looked });
    expect(cover(question, looked - 1)).toEqual({ coverable: 'open', looked: looked - 1 });
  }
});

test('[K3.6] the limit applies to all questions of a decision together', () => {
  const question = drawQuestion(4);
  const { looked } = coverForward(question, 50);
  expect(looked).toBeLessThan(50);
  expect(coverAny([question], looked).coverable).toBe(false);
  expect(coverAny([question, question], looked).coverable).toBe('open');
  expect(coverAny([question, question], 2 * looked).coverable).toBe(false);
  const still = { ...question, start: new Int32Array(question.net.places) };
  expect(coverAny([still], 1).coverable).toBe(false);
  expect(coverAny([still], 0).coverable).toBe('open');
});

test('[K3.6] if the first rounds are too short, the last one decides within the limit', () => {
  const question = drawQuestion(40);
  expect(coverForward(question, 500).coverable).toBe('open');
  expect(coverBackward(question, 500).coverable).toBe('open');
  expect(coverAny([question], 100_000)).toEqual({ coverable: false, by: 'backward' });
  expect(coverAny([question], 2_000)).toEqual({ coverable: 'open', by: 'backward' });
});
