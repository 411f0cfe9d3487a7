import { expect, test } from 'vitest';
import { calledOperations, graph, play, read, returns } from './play-graph.ts';

const branch = (last: string): string =>
  graph(
    `
decide:
  type: branch
  on:
    - when: $n > 10
      goto: many
    - when: $n > 5
      goto: some
${last}
many: { call: many }
some: { call: some }
few: { call: few }`,
    'params: { n: { type: int, required: true } }',
  );

const spellings = {
  'a sibling goto': '    - default:\n      goto: few',
  'its value': '    - default: few',
  'a map': '    - default: { goto: few }',
};

test.each(Object.entries(spellings))('[G2] the default may be written with %s', (_, spelling) => {
  const text = branch(spelling);
  expect(calledOperations(play(text, { params: { n: 11 } }))).toEqual(['many']);
  expect(calledOperations(play(text, { params: { n: 6 } }))).toEqual(['some']);
  expect(calledOperations(play(text, { params: { n: 5 } }))).toEqual(['few']);
});

test('[G2] the default is evaluated last, at any position', () => {
  const text = graph(
    `
decide: { type: branch, on: [{ default: few }, { when: $n > 5, goto: some }] }
some: { call: some }
few: { call: few }`,
    'params: { n: int }',
  );
  expect(calledOperations(play(text, { params: { n: 6 } }))).toEqual(['some']);
});

test('[G2] without a true condition and without a default the run fails, and a warning reports it', () => {
  const text = graph(
    `
decide: { type: branch, on: [{ when: $n > 5, goto: some }] }
some: { call: some }`,
    'params: { n: int }',
  );
  expect(read(text).warnings.map(({ rule }) => rule)).toEqual(['branch-without-default']);
  expect(play(text, { params: { n: 1 } }).failure?.code).toBe('no-flow');
});

test('[G2] conditions use the general truth values: empty texts and lists are false', () => {
  const text = graph(
    `
look: { call: look, output: found }
decide: { type: branch, depends_on: [look], on: [{ when: $found.items, goto: some }, { default: none }] }
some: { call: some }
none: { call: none }`,
  );
  expect(calledOperations(play(text, { calls: { look: returns({ items: [] }) } }))).toEqual(['look', 'none']);
  expect(calledOperations(play(text, { calls: { look: returns({ items: [0] }) } }))).toEqual([
    'look',
    'some',
  ]);
});

test('[G2] goto: end ends the path, unless a node is named end', () => {
  const ends = graph(
    'decide: { type: branch, on: [{ when: true, goto: end }, { default: other }] }\nother: { call: other }',
  );
  expect(calledOperations(play(ends.replace('when: true', 'when: 1 == 1')))).toEqual([]);
  const node = graph(
    'decide: { type: branch, on: [{ when: 1 == 1, goto: end }, { default: other }] }\nother: { call: other }\nend: { call: finish }',
  );
  expect(calledOperations(play(node))).toEqual(['finish']);
});

test('[G2] a node that depends on a branch runs after any decision', () => {
  const text = graph(`
decide: { type: branch, on: [{ when: 1 == 2, goto: never }, { default: end }] }
never: { call: never }
after: { call: after, depends_on: [decide] }`);
  expect(calledOperations(play(text))).toEqual(['after']);
});

test('[G2] goto back is a loop that repeats while the condition is true', () => {
  const text = graph(`
step: { call: step, output: state }
more:
  type: branch
  depends_on: [step]
  on: [{ when: $state.left > 0, goto: step }, { default: done }]
done: { call: done, args: { left: $state.left } }`);
  const run = play(text, { calls: { step: [2, 1, 0].map((left) => returns({ left })) } });
  expect(calledOperations(run)).toEqual(['step', 'step', 'step', 'done']);
  expect(run.calls.at(-1)?.input).toEqual({ left: 0 });
});
