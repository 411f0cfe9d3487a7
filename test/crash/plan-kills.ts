/** Plans where processes are killed: every phase several times, in random order, each time at another point. */
import type { Random } from '../../src/testing/index.ts';
import type { Phase, PlannedKill } from './crash-campaign.ts';
import type { KillPoint } from './worker-pool.ts';

export function planKills(random: Random, rounds: number): readonly PlannedKill[] {
  const own = (
    phase: Phase,
    subject: KillPoint['subject'],
    moment: KillPoint['moment'],
    max: number,
  ): PlannedKill => ({
    phase,
    kind: 'own',
    own: { subject, moment, at: random.between(1, max) },
  });
  const request = (phase: Phase, method: string | null, path: string, max: number): PlannedKill => ({
    phase,
    kind: 'request',
    method,
    path,
    at: random.between(1, max),
  });
  const moment = (phase: Phase, after: 'opening' | 'opened', max: number): PlannedKill => ({
    phase,
    kind: 'moment',
    after,
    milliseconds: random.int(max),
  });
  /**
   * There is something to resume, because the previous process was killed during a call that must not simply be
   * repeated.
   */
  const recovery = (at: KillPoint['moment']): readonly PlannedKill[] => [
    request('call in flight', 'POST', '/do', 3),
    own('recovery', 'recovery', at, 1),
  ];
  const round = (): readonly (readonly PlannedKill[])[] => [
    [own('before commit', 'commit', 'before', 6)],
    [own('before commit', 'commit', 'before', 12)],
    [own('during commit', 'commit', 'row', 12)],
    [own('during commit', 'commit', 'written', 8)],
    [own('after commit', 'commit', 'after', 1)],
    [own('after commit', 'commit', 'after', 12)],
    [own('reply before commit', 'reply', 'before', 4)],
    [own('reply before commit', 'reply', 'written', 8)],
    [own('timer', 'timer', 'before', 2)],
    [own('timer', 'timer', 'after', 2)],
    [request('undo', 'DELETE', '/undo', 1)],
    [request('undo', 'DELETE', '/undo', 3)],
    recovery('before'),
    recovery('after'),
    [moment('opening', 'opening', 1)],
    [moment('opening', 'opening', 100)],
    ...Array.from({ length: 4 }, () => [moment('any moment', 'opened', 250)]),
  ];
  return Array.from({ length: rounds }, () => random.shuffle(round()).flat()).flat();
}
