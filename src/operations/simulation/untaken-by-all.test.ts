import { expect, test } from 'vitest';
import type { Program } from '../../kernel/index.ts';
import type { AuthoredTask } from '../../languages/index.ts';
import type { Untaken } from '../../runtime/index.ts';
import { describeUntaken } from './describe-untaken.ts';
import { untakenByAll } from './untaken-by-all.ts';

const program = (...nets: readonly string[]): Program => ({
  semantics: 1,
  root: nets[0] ?? '',
  nets: nets.map((id) => ({
    id,
    input: 'i',
    output: 'o',
    places: [],
    tasks: [],
    variables: [],
    onFailure: 'abort',
  })),
});

const task = (name: string, net = 'w'): Untaken => ({ kind: 'task', net, task: name });
const flow = (from: string, to: string, net = 'w'): Untaken => ({
  kind: 'flow',
  net,
  task: from,
  to,
  leadsTo: [to],
});

test('[M5] a task is untaken only if no run has executed it', () => {
  const runs = [
    { program: program('w'), untaken: [task('a'), task('b')] },
    { program: program('w'), untaken: [task('b')] },
  ];
  expect(untakenByAll(runs)).toEqual([task('b')]);
});

test('[M5] a run that never reached a task says nothing about its outgoing flows', () => {
  const untaken = [flow('decide', 'left')];
  const came = { program: program('w'), untaken };
  const away = { program: program('w'), untaken: [task('decide')] };
  expect(untakenByAll([came, away])).toEqual(untaken);
  expect(untakenByAll([came, { program: program('w'), untaken: [flow('decide', 'right')] }])).toEqual([]);
});

test('[M5] runs of another workflow do not count', () => {
  const other = { program: program('v'), untaken: [] };
  expect(untakenByAll([{ program: program('w'), untaken: [task('a')] }, other])).toEqual([task('a')]);
  expect(untakenByAll([])).toEqual([]);
});

test('[T5] flows to a node that never ran, and nodes that only a failure leads to, are not described separately', () => {
  const caught: Untaken = { kind: 'catch', net: 'w', task: 'pay', to: 'p', leadsTo: ['refund'] };
  const written = [
    ...['decide', 'left', 'pay', 'refund', 'sub'].map((name) => at('w', name)),
    ...[at('v', 'x'), at('v', 'z'), at('w/part', 'y'), at('w/part', 'z'), at('w/sub', 'inside')],
  ];
  const untaken = [
    ...[flow('decide', 'left'), task('left'), caught, task('refund'), task('sub')],
    ...[task('x', 'v'), task('y', 'w/part'), task('inside', 'w/sub')],
  ];
  expect(describeUntaken(untaken, written, 'w')).toEqual([
    'decide never went to left',
    'refund never ran',
    'sub never ran',
    'v: x never ran',
    'y never ran',
  ]);
  expect(describeUntaken([caught], written, 'w')).toEqual(['pay never failed over to refund']);
  expect(describeUntaken([{ ...caught, kind: 'flow', to: null, leadsTo: [] }], written, null)).toEqual([
    'w: pay never went to the end',
  ]);
});

const at = (net: string, name: string): AuthoredTask => ({
  ...{ net, task: name, description: '' },
  ...{ line: 1, column: 1 },
});
