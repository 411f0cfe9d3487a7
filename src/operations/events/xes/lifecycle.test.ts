import { expect, test } from 'vitest';
import { type ActivityState, type Goal, standardLifecycle, transitionsTo } from './lifecycle.ts';

const states: readonly ActivityState[] = ['start', 'ready', 'assigned', 'running', 'suspended', 'closed'];

const cases: readonly (readonly [ActivityState, Goal, string, ActivityState])[] = [
  ['start', 'completed', 'schedule assign start complete', 'closed'],
  ['suspended', 'completed', 'resume complete', 'closed'],
  ['ready', 'skipped', 'manualskip', 'closed'],
  ['running', 'skipped', 'ate_abort', 'closed'],
  ['start', 'passedOver', 'autoskip', 'closed'],
  ['assigned', 'withdrawn', 'withdraw', 'closed'],
  ['suspended', 'withdrawn', 'ate_abort', 'closed'],
  ['ready', 'aborted', 'pi_abort', 'closed'],
  ['ready', 'paused', '', 'ready'],
  ['running', 'paused', 'suspend', 'suspended'],
  ['closed', 'completed', '', 'closed'],
];

test.each(cases)('[F5.2] from %s to %s the path is “%s”', (from, goal, path, end) => {
  const { transitions, state } = transitionsTo(from, goal);
  expect([transitions.join(' '), state]).toEqual([path, end]);
});

test('[F5.2] every path is allowed by the standard, from any state', () => {
  const goals = [
    ...new Set(cases.map(([, goal]) => goal)),
    'scheduled',
    'assigned',
    'running',
    'failed',
  ] as const;
  for (const goal of goals) {
    for (const from of states) {
      let state = from;
      for (const transition of transitionsTo(from, goal).transitions) {
        const move: { readonly from: readonly ActivityState[]; readonly to: ActivityState } =
          standardLifecycle[transition];
        expect([goal, from, transition, move.from]).toEqual([
          goal,
          from,
          transition,
          expect.arrayContaining([state]),
        ]);
        state = move.to;
      }
    }
  }
});
