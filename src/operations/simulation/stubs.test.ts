import { expect, test } from 'vitest';
import type { AskedItem, PerformedCall } from '../../runtime/index.ts';
import { stubsOf } from './stubs.ts';

const call = (task: string, more: Partial<PerformedCall> = {}): PerformedCall => ({
  at: 0,
  net: 'w',
  task,
  connector: 'c',
  operation: 'o',
  attempt: 1,
  undoes: false,
  input: null,
  outcome: { kind: 'returns', value: 1 },
  source: 'sample',
  ...more,
});

const asked = (task: string, reason: AskedItem['reason'] = 'work'): AskedItem => ({
  at: 0,
  net: 'w',
  task,
  reason,
  item: null,
  input: null,
  index: -1,
});

test('[T5][M1] calls without a scripted answer are named, and separately those without a declared result', () => {
  const nothing = { outcome: { kind: 'returns', value: null }, source: 'nothing' } as const;
  const calls = [
    ...[call('a'), call('a'), call('b', nothing)],
    ...[call('told', { source: 'script' }), call('back', { undoes: true })],
  ];
  expect(stubsOf({ calls, asked: [], waitingFor: [] }, { calls: {}, answers: {} })).toEqual({
    calls: ['a', 'a'],
    empty: ['b'],
    questions: [],
  });
});

test('[T5][M1] questions that an example answered are named: not those of the script, of a doubt, or still open', () => {
  const open = { kind: 'answer', net: 'w', task: 'open', index: -1, signal: '', input: null } as const;
  const questions = [asked('made'), asked('told'), asked('doubt', 'doubt'), asked('open')];
  const script = { calls: {}, answers: { told: [] } };
  expect(stubsOf({ calls: [], asked: questions, waitingFor: [open] }, script).questions).toEqual(['made']);
});
