/** Cases that a careless reduction of interleavings would lose. */
import { expect, test } from 'vitest';
import { call, flow, oneNet, pass, read, task } from '../../testing/net-builder.ts';
import { checkSoundness, type Program } from '../index.ts';

const brief = (given: Program): string[] =>
  checkSoundness(given).findings.map(({ rule, severity, task: at, place }) =>
    [rule, severity, at ?? '', place ?? ''].join(' ').trim(),
  );
const offer = { work: { kind: 'offer', item: null } } as const;
const x = { variables: [{ name: 'x', parameter: 'required' }] } as const;

test('[K16.5][K16.6] a branch that ends without a token may be cancelled before its end', () => {
  const given = oneNet([
    task('s', 'i', ['p', 'q']),
    task('gone', 'q', null),
    task('a', 'p', 'r'),
    task('b', 'r', 'o'),
  ]);
  expect(brief(given)).toEqual(['leftover warning gone']);
});

test('[K16.5][K16.6] a token that waits while a task is active may be consumed by another task', () => {
  const given = oneNet([
    task('s', 'i', ['p', 'q']),
    task('plain', 'c', null),
    task('other', 'c', null, offer),
    task('a', 'p', 'c'),
    task('b', 'q', 'c'),
  ]);
  expect(brief(given)).toEqual([]);
});

test('[K16.5][K16.6] a parallel loop of calls or of pass-through tasks does not postpone a branch forever', () => {
  for (const work of [call('c'), pass]) {
    const given = oneNet(
      [
        task('s', 'i', ['p', 'q']),
        task('round', 'p', 'r'),
        task('back', 'r', 'p', { work }),
        task('a', 'q', [], { split: 'xor', flows: [flow('t', read('x')), flow('o')] }),
        task('b', 't', 'o'),
      ],
      x,
    );
    expect(brief(given)).toEqual(['leftover warning round']);
  }
});

test('[K16.5][K16.6] work that fails at once ends all other work, so that is not postponed until after it', () => {
  const given = oneNet(
    [
      task('s', 'i', ['p', 'q']),
      task('a', 'p', 'f'),
      task('no', 'f', null, { work: { kind: 'fail', failure: read('x') } }),
      task('b', 'q', 't'),
      task('c', 't', 'u'),
      task('j', ['u', 'f2'], 'o'),
      task('never', 'f2', 'f2'),
    ],
    x,
  );
  expect(brief(given)).toEqual(['no-completion error', 'dead-task error j', 'dead-task error never']);
});

test('[K16.5][K16.6] cancelling before, during and after active work are three cases', () => {
  const given = (tasks: readonly string[]) =>
    oneNet([
      task('s', 'i', ['p', 'q']),
      task('a', 'p', 'r'),
      task('b', 'r', 't'),
      task('c', 'q', 'u', { cancels: { places: ['r', 't'], tasks } }),
      task('j', ['t', 'u'], 'o'),
    ]);
  expect(brief(given([]))).toEqual(['deadlock warning j t']);
  expect(brief(given(['a', 'b']))).toEqual([
    'no-completion error',
    'dead-task error j',
    'deadlock error j t',
  ]);
});

test('[K16.2][K16.6] an irrelevant decision does not turn an error into a warning', () => {
  const given = oneNet(
    [
      task('s', 'i', ['p', 'q']),
      task('a', 'p', [], { split: 'xor', flows: [flow('p1', read('x')), flow('p2')] }),
      task('b', 'q', 'r'),
      task('c', 'r', 'o'),
      task('d', ['p1', 'p2'], 'o'),
    ],
    x,
  );
  expect(brief(given).filter((each) => each.startsWith('leftover'))).toEqual(['leftover error a']);
});
