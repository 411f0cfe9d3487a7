import { expect, test } from 'vitest';
import { calledOperations, fails, graph, play, read, returns } from './play-graph.ts';

const both = (policy: string, more = ''): string =>
  graph(`
both:
  type: parallel
  branches:
    left: { call: book_left, output: l }
    right: { call: book_right, output: r }
  ${policy}
after: { call: after, depends_on: [both], args: { l: "\${default(l.id, null)}", r: "\${default(r.id, null)}" } }
${more}`);

test('[G3] branches run in parallel, and the next node waits for all of them', () => {
  const run = play(both(''), {
    calls: { book_left: returns({ id: 1 }, 300), book_right: returns({ id: 2 }, 200) },
  });
  expect(calledOperations(run)).toEqual(['book_left', 'book_right', 'after']);
  expect(run.spent).toBe(300);
  expect(run.calls[2]?.input).toEqual({ l: 1, r: 2 });
});

test('[G3] abort stops the other branches at once and fails with the first failure; existing outputs are kept', () => {
  const run = play(both('on_partial_failure: abort'), {
    calls: { book_left: returns({ id: 1 }, 10), book_right: fails('full', 50) },
  });
  expect([run.status, run.failure?.code]).toEqual(['failed', 'full']);
  expect(run.variables).toMatchObject({ l: { id: 1 } });
  expect(calledOperations(run)).toEqual(['book_left', 'book_right']);
});

test('[G3] rollback_all without a node of that name is abort', () => {
  const run = play(both('on_partial_failure: rollback_all'), { calls: { book_right: fails() } });
  expect(run.status).toBe('failed');
});

test('[G3] continue proceeds with the branches that succeeded', () => {
  const run = play(both('on_partial_failure: continue'), {
    calls: { book_left: fails('full'), book_right: returns({ id: 2 }) },
  });
  expect(run.status).toBe('completed');
  expect(run.calls.at(-1)?.input).toEqual({ l: null, r: 2 });
});

test('[G3] continue fails if every branch failed', () => {
  const run = play(both('on_partial_failure: continue'), {
    calls: { book_left: fails(), book_right: fails() },
  });
  expect([run.status, run.failure?.code]).toEqual(['failed', 'all-failed']);
  expect(run.failure?.message).toContain('both');
});

const rollback = `
undo_both:
  type: compensate
  steps:
    - { call: cancel_left, args: { id: $l.id }, ignore_error: true }
    - { call: cancel_right, args: { id: $r.id }, ignore_error: true }`;

test('[G3] a compensate node lets running branches end, runs its steps, and the run fails with the first failure', () => {
  const run = play(both('on_partial_failure: undo_both', rollback), {
    calls: { book_left: returns({ id: 'L' }, 500), book_right: fails('full', 10) },
  });
  expect(calledOperations(run)).toEqual(['book_left', 'book_right', 'cancel_left']);
  expect(run.calls[2]?.input).toEqual({ id: 'L' });
  expect([run.status, run.failure?.code]).toEqual(['failed', 'full']);
});

test('[G3][G7] a failed step is ignored with ignore_error, and ends the compensation without it', () => {
  const late = rollback.replaceAll('$r.id', '$l.id');
  const options = {
    calls: { book_left: returns({ id: 'L' }), book_right: fails('full', 10), cancel_left: fails('gone') },
  };
  const ignored = play(both('on_partial_failure: undo_both', late), options);
  expect(calledOperations(ignored)).toEqual(['book_left', 'book_right', 'cancel_left', 'cancel_right']);
  expect(ignored.failure?.code).toBe('full');
  const strict = play(
    both('on_partial_failure: undo_both', late.replaceAll(', ignore_error: true', '')),
    options,
  );
  expect(calledOperations(strict)).toEqual(['book_left', 'book_right', 'cancel_left']);
  expect(strict.failure?.code).toBe('gone');
});

test('[G3] branches may be a list, contain any node except a branch, and have conditions', () => {
  const text = graph(`
all:
  type: parallel
  branches:
    - { name: one, call: one }
    - { call: two, if: 1 == 2 }
    - { type: foreach, items: [1, 2], as: n, step: { call: three, args: { n: $n } } }
after: { call: after, depends_on: [all], args: { one: $one, three: $all_3 } }`);
  const run = play(text, { calls: { one: returns('x'), three: [returns('a'), returns('b')] } });
  expect(calledOperations(run)).toEqual(['one', 'three', 'three', 'after']);
  expect(run.calls.at(-1)?.input).toEqual({ one: 'x', three: ['a', 'b'] });
});

test('[G3] the output of a parallel is an object of the outputs of its branches', () => {
  const run = play(both('output: together').replace(/args: .*/, 'args: { all: $together } }'), {
    calls: { book_left: returns(1), book_right: returns(2) },
  });
  expect(run.calls.at(-1)?.input).toEqual({ all: { l: 1, r: 2 } });
});

test('[G3][G7] a branch with undo is undone when the other fails, also under abort', () => {
  const text = graph(`
both:
  type: parallel
  branches:
    left: { call: book, output: l, undo: { call: cancel, args: { id: $l.id } } }
    right: { call: pay }
after: { call: after, depends_on: [both] }`);
  const run = play(text, { calls: { book: returns({ id: 7 }), pay: fails('broke', 20) } });
  expect(calledOperations(run)).toEqual(['book', 'pay', 'cancel']);
  expect(run.calls[2]).toMatchObject({ undoes: true, input: { id: 7 } });
  expect(run.failure?.code).toBe('broke');
});

test('[G3] undo and a compensate node together are a warning', () => {
  const text = both('on_partial_failure: undo_both', rollback).replace(
    'call: book_left, output: l',
    'call: book_left, output: l, undo: { call: cancel_left }',
  );
  expect(read(text).warnings.map(({ rule }) => rule)).toEqual(['undo-and-compensate']);
});
