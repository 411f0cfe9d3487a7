/** Tests OR-joins as Wynn, Edmond, van der Aalst and ter Hofstede define them: by what can still arrive, in the reset net. */
import { describe, expect, test } from 'vitest';
import { TheoryCase, type TheoryNet, warningsOf } from './theory-case.ts';

describe('what an OR-join waits for', () => {
  const nested: TheoryNet = {
    begin: ['A'],
    tasks: {
      A: { to: ['B', 'C', 'D'], split: 'or' },
      B: { to: ['I'] },
      C: { to: ['I'] },
      D: { to: ['J'] },
      I: { to: ['J'], join: 'or' },
      J: { to: ['o'], join: 'or' },
    },
  };

  test('[Y3.1] nested OR-joins: the outer one waits for the inner one, and not for what was not chosen', () => {
    expect(new TheoryCase(nested).work('A>BD', 'D').caseStatus).toEqual(['B']);
    expect(new TheoryCase(nested).work('A>BD', 'D', 'B').caseStatus).toEqual(['I']);
    expect(new TheoryCase(nested).work('A>BD', 'D', 'B', 'I').caseStatus).toEqual(['J']);
    expect(new TheoryCase(nested).work('A>BC', 'B').caseStatus).toEqual(['C']);
    expect(new TheoryCase(nested).work('A>D', 'D').caseStatus).toEqual(['J']);
    expect(warningsOf(nested)).toEqual([]);
  });

  /** The inner join I takes both tokens at once and so can serve only one of x and y; D needs both. */
  const twice: TheoryNet = {
    begin: ['A'],
    conditions: { x: ['D'], y: ['D'] },
    tasks: {
      A: { to: ['B', 'C', 'S'] },
      B: { to: ['I'] },
      C: { to: ['I'] },
      I: { to: ['x', 'y'], join: 'or', split: 'xor' },
      D: { to: ['J'], join: 'and' },
      S: { to: ['J'] },
      J: { to: ['o'], join: 'or' },
    },
  };

  test('[Y3.1] other OR-joins count as XOR-joins: one that could run twice as such is awaited, although it will not', () => {
    const waiting = new TheoryCase(twice).work('A', 'B', 'C', 'S');
    expect(waiting.caseStatus).toEqual(['I']);
    expect(waiting.work('I>x').caseStatus).toEqual(['J']);
    expect(waiting.work('J').caseStatus).toBe('completed');
    expect(waiting.left).toEqual(['x']);
  });

  test('[Y3.1] data is ignored: a path that predicates rule out is awaited as long as it is open', () => {
    const net: TheoryNet = {
      begin: ['A'],
      tasks: {
        A: { to: ['B', 'C'] },
        B: { to: ['J'] },
        C: { to: ['J', 'K'], split: 'xor' },
        J: { to: ['K'], join: 'or' },
        K: { to: ['o'], join: 'or' },
      },
    };
    const waiting = new TheoryCase(net).work('A', 'B');
    expect(waiting.caseStatus).toEqual(['C']);
    expect(waiting.work('C>K').caseStatus).toEqual(['J']);
    expect(waiting.work('J').caseStatus).toEqual(['K']);
  });
});

test.each(['and', 'xor', 'or'] as const)(
  '[Y3.1] [Y3.2] with one incoming flow all joins are equal: an empty task with an %s-join can be chosen',
  (join) => {
    const net: TheoryNet = {
      begin: ['A'],
      conditions: { p: ['B', 'C'] },
      tasks: {
        A: { to: ['p'] },
        B: { to: ['D'], does: null },
        C: { to: ['F'], does: null, join },
        D: { to: ['o'] },
        F: { to: ['o'] },
      },
    };
    const seeds = Array.from({ length: 20 }, (_, seed) => seed);
    const ends = seeds.map((seed) => String(new TheoryCase(net, {}, seed).work('A').caseStatus));
    expect(new Set(ends)).toEqual(new Set(['D', 'F']));
    expect(warningsOf(net)).toEqual([]);
  },
);

describe('OR-joins that wait for each other', () => {
  const circle: TheoryNet = {
    begin: ['A'],
    tasks: {
      A: { to: ['J', 'K'] },
      J: { to: ['K', 'E'], join: 'or', split: 'xor' },
      K: { to: ['J', 'E'], join: 'or', split: 'xor' },
      E: { to: ['o'] },
    },
  };

  test('[Y3.1] [Y3.8] [Y2.3] a vicious circle: each could still be enabled by the other, so both wait for ever', () => {
    expect(new TheoryCase(circle).work('A').caseStatus).toBe('deadlocked');
    expect(warningsOf(circle)).toEqual(['dead-task', 'deadlock', 'no-completion']);
  });

  test('[Y3.1] the same circle with a token at only one of them completes', () => {
    const net: TheoryNet = { ...circle, tasks: { ...circle.tasks, A: { to: ['J', 'K'], split: 'xor' } } };
    const going = new TheoryCase(net).work('A>J');
    expect(going.caseStatus).toEqual(['J']);
    expect(going.work('J>K').caseStatus).toEqual(['K']);
    expect(going.work('K>J', 'J>E').caseStatus).toEqual(['E']);
    expect(going.work('E').caseStatus).toBe('completed');
    expect(warningsOf(net)).toEqual([]);
  });

  /** Nested blocks, each sound; but in a loop. */
  const looped = (back: readonly string[]): TheoryNet => ({
    begin: ['A'],
    tasks: {
      A: { to: ['B', 'C'], split: 'or' },
      B: { to: ['D', 'F'], split: 'or' },
      C: { to: ['J'] },
      D: { to: ['I'] },
      F: { to: ['I'] },
      I: { to: ['J'], join: 'or' },
      J: { to: ['L'], join: 'or' },
      L: { to: [...back, 'o'], split: 'xor' },
    },
  });

  test('[Y3.1] [Y2.3] nested OR-joins in a loop are such a circle in YAWL: the outer one could bring a further token round', () => {
    const stuck = new TheoryCase(looped(['A'])).work('A>BC', 'B>D', 'C', 'D');
    expect(stuck.caseStatus).toBe('deadlocked');
    expect(warningsOf(looped(['A']))).toEqual(['deadlock']);
    expect(new TheoryCase(looped([])).work('A>BC', 'B>D', 'C', 'D').caseStatus).toEqual(['I']);
    expect(warningsOf(looped([]))).toEqual([]);
  });

  test('[Y3.1] one OR-join in a loop does not wait for its own next round', () => {
    const net: TheoryNet = {
      begin: ['A'],
      tasks: {
        A: { to: ['B', 'C'], split: 'or' },
        B: { to: ['J'] },
        C: { to: ['J'] },
        J: { to: ['A', 'o'], join: 'or', split: 'xor' },
      },
    };
    const going = new TheoryCase(net).work('A>B', 'B');
    expect(going.caseStatus).toEqual(['J']);
    expect(going.work('J>A', 'A>BC', 'C').caseStatus).toEqual(['B']);
    expect(going.work('B', 'J').caseStatus).toBe('completed');
    expect(warningsOf(net)).toEqual([]);
  });
});

describe('nets without bounds', () => {
  /** L makes any number of tokens in q; D needs x and y, of which there is only ever one. */
  const growing: TheoryNet = {
    begin: ['A'],
    conditions: { q: ['J'], x: ['D'], y: ['D'] },
    tasks: {
      A: { to: ['L', 'S'] },
      L: { to: ['L', 'q'] },
      S: { to: ['x', 'y'], split: 'xor' },
      D: { to: ['J'], join: 'and' },
      J: { to: ['o'], join: 'or' },
    },
  };

  test('[Y3.1] [Y2.3] the search ends although markings are unbounded: what cannot arrive is not awaited', () => {
    const going = new TheoryCase(growing).work('A', 'S>x');
    expect(going.caseStatus).toEqual(['L']);
    expect(going.work('L', 'L', 'L').marked).toEqual(['c{L_L}', 'q', 'q', 'q', 'x']);
    expect(going.caseStatus).toEqual(['J', 'L']);
    expect(warningsOf(growing)).toContain('unbounded');
  });

  test('[Y3.1] what can leave such a net is awaited', () => {
    const both: TheoryNet = { ...growing, tasks: { ...growing.tasks, S: { to: ['x', 'y'] } } };
    expect(new TheoryCase(both).work('A', 'L', 'L').caseStatus).toEqual(['L', 'S']);
    expect(new TheoryCase(both).work('A', 'L', 'S').caseStatus).toEqual(['D', 'L']);
    expect(new TheoryCase(both).work('A', 'L', 'S', 'D').caseStatus).toEqual(['J', 'L']);
  });
});
