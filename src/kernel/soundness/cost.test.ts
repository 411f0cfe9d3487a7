/** Wide nets, long nets, and nets with more paths than the check explores. */
import { describe, expect, test } from 'vitest';
import { call, flow, oneNet, pass, read, task, value, variables } from '../../testing/net-builder.ts';
import { checkSoundness, type Flow, type Program, type Task } from '../index.ts';

const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at);
const set = (...names: readonly string[]) => ({
  outputs: names.map((to) => ({ to, value: value(1) })),
});

/** Parallel branches that join at the end, each a chain of that many tasks. */
const wide = (branches: number, length: number, join: Task['join'], each: Partial<Task> = {}): Program =>
  oneNet([
    task(
      'split',
      'i',
      upTo(branches).map((branch) => `p${branch}-0`),
    ),
    ...upTo(branches).flatMap((branch) =>
      upTo(length).map((at) => task(`t${branch}-${at}`, `p${branch}-${at}`, `p${branch}-${at + 1}`, each)),
    ),
    task(
      'join',
      upTo(branches).map((branch) => `p${branch}-${length}`),
      'o',
      { join, work: pass },
    ),
  ]);

describe('cost', () => {
  test('[K16.6] the cost of parallel branches is the sum of their tasks', () => {
    for (const [branches, length, join] of [
      [200, 1, 'and'],
      [60, 20, 'and'],
      [60, 20, 'or'],
      [100, 1, 'or'],
    ] as const) {
      const { findings, unfinished, markings } = checkSoundness(wide(branches, length, join));
      expect({ findings, unfinished }).toEqual({ findings: [], unfinished: [] });
      expect(markings).toBeLessThanOrEqual(branches * length + 5);
    }
  });

  test('[K16.6] the same holds for branches that may fail, choose, loop, wait for a hold or end without a token', () => {
    const guarded = (to: string | null, other: string | null): readonly Flow[] => [
      flow(to, read('x')),
      flow(other),
    ];
    const branches = (make: (branch: number) => readonly Task[], end: readonly Task[]) =>
      oneNet(
        [
          task(
            'split',
            'i',
            upTo(40).map((branch) => `a${branch}`),
          ),
          ...upTo(40).flatMap(make),
          ...end,
        ],
        {
          variables: [{ name: 'x', parameter: 'required' }],
        },
      );
    const join = [
      task(
        'join',
        upTo(40).map((branch) => `z${branch}`),
        'o',
      ),
    ];
    const shapes: readonly Program[] = [
      wide(60, 3, 'and', { work: pass }),
      branches((n) => [task(`t${n}`, `a${n}`, `z${n}`, { catch: { to: `z${n}` } })], join),
      branches(
        (n) => [
          task(`t${n}`, `a${n}`, [], { split: 'xor', flows: guarded(`b${n}`, `z${n}`) }),
          task(`u${n}`, `b${n}`, `z${n}`),
        ],
        join,
      ),
      branches((n) => [task(`t${n}`, `a${n}`, [], { split: 'xor', flows: guarded(`a${n}`, `z${n}`) })], join),
      branches(
        (n) => [
          task(`t${n}`, `a${n}`, [], { split: 'xor', flows: guarded(`f${n}`, `z${n}`) }),
          task(`f${n}`, `f${n}`, null, {
            work: { kind: 'fail', failure: value({ code: 'no', message: '' }) },
          }),
        ],
        join,
      ),
      branches(
        (n) => [
          task(`t${n}`, `a${n}`, `z${n}`, { work: { kind: 'offer', item: null } }),
          task(`u${n}`, `a${n}`, `z${n}`, { work: { kind: 'offer', item: null } }),
        ],
        join,
      ),
      branches((n) => [task(`t${n}`, `a${n}`, null)], []),
    ];
    for (const each of shapes) {
      const { findings, unfinished, markings } = checkSoundness(each);
      expect({ findings: findings.map(({ message }) => message), unfinished }).toEqual({
        findings: [],
        unfinished: [],
      });
      expect(markings).toBeLessThan(600);
    }
  });

  test('[K16.6] a thousand tasks in sequence, every other one an OR-join, and a thousand variables are checked in time', () => {
    const row = upTo(500).flatMap((at) => [
      task(`s${at}`, at === 0 ? 'i' : `p${at}`, [`x${at}`, `y${at}`], set(`v${at}`)),
      task(`j${at}`, [`x${at}`, `y${at}`], at === 499 ? 'o' : `p${at + 1}`, {
        join: 'or',
        work: call('c', { input: read(`v${at}`) }),
        ...set(`w${at}`),
      }),
    ]);
    const given = oneNet(row, { variables: variables(...upTo(500).flatMap((at) => [`v${at}`, `w${at}`])) });
    const { findings, unfinished, markings } = checkSoundness(given);
    expect({ findings, unfinished }).toEqual({ findings: [], unfinished: [] });
    expect(markings).toBe(1_001);
  });

  test('[K16.6] a problem in one of many branches is found in the same time', () => {
    const given = wide(60, 5, 'and');
    const main = given.nets[0]?.tasks ?? [];
    const broken = oneNet(
      main.map((each) => (each.id === 't30-2' ? { ...each, catch: { to: null } } : each)),
    );
    const { findings, markings } = checkSoundness(broken);
    expect(findings.map(({ rule, severity, task: at, place }) => [rule, severity, at, place])).toEqual([
      ['deadlock', 'warning', 'join', 'p30-5'],
    ]);
    expect(markings).toBeLessThan(1_000);
  });
});

describe('the limit', () => {
  /** Paths that really differ: each branch has its own state when the region is emptied. */
  const many = oneNet([
    task('split', 'i', ['c', ...upTo(12).map((branch) => `p${branch}`)]),
    task('cancel', 'c', 'd', { cancels: { places: [], tasks: upTo(12).map((branch) => `t${branch}`) } }),
    ...upTo(12).map((branch) => task(`t${branch}`, `p${branch}`, `q${branch}`)),
    task('join', ['d', ...upTo(12).map((branch) => `q${branch}`)], 'o'),
    task('late', ['o2', 'd'], 'o'),
    task('never', 'o2', 'o2'),
  ]);

  test('[K16.5] reaching the limit is reported by net, and only proven findings are reported', () => {
    const { findings, unfinished, markings } = checkSoundness(many, { bound: 100 });
    expect(unfinished).toEqual(['main']);
    expect(markings).toBe(100);
    const rules = findings.map(({ rule, task: at }) => `${rule} ${at ?? ''}`);
    expect(rules).toContain('bound-reached ');
    // No token reaches these two; whether `join` can begin is unknown.
    expect(rules).toContain('dead-task late');
    expect(rules).toContain('dead-task never');
    expect(rules).not.toContain('dead-task join');
    expect(rules).not.toContain('no-completion ');
    const reached = findings.find(({ rule }) => rule === 'bound-reached');
    expect(reached).toMatchObject({ severity: 'warning', net: 'main', path: [] });
    expect(reached?.message).toContain('100 markings');
  });

  test('[K16.5] with a sufficient limit the same net is explored completely', () => {
    const { findings, unfinished } = checkSoundness(many);
    expect(unfinished).toEqual([]);
    expect(findings.map(({ rule, task: at }) => `${rule} ${at ?? ''}`)).toEqual([
      'deadlock join',
      'dead-task late',
      'dead-task never',
    ]);
  });

  test('[K16.5] an OR-split with very many guards is explored in part, which is reported', () => {
    const given = (guards: number) =>
      oneNet(
        [
          task('s', 'i', [], {
            split: 'or',
            flows: [flow(null), ...upTo(guards).map((at) => flow(`p${at}`, read('x')))],
          }),
          ...upTo(guards).map((at) => task(`t${at}`, `p${at}`, `q${at}`)),
          task(
            'j',
            upTo(guards).map((at) => `q${at}`),
            'o',
            { join: 'or' },
          ),
        ],
        { variables: [{ name: 'x', parameter: 'required' }] },
      );
    expect(checkSoundness(given(5))).toMatchObject({ findings: [], unfinished: [] });
    const { findings, unfinished } = checkSoundness(given(14));
    expect(unfinished).toEqual(['main']);
    expect(findings.map(({ rule }) => rule)).toEqual(['bound-reached']);
  });

  test('[K16.5] a search for unset reads that reaches the limit is reported, too', () => {
    const nets = many.nets.map((each) => ({
      ...each,
      variables: variables('x'),
      tasks: each.tasks.map((at) =>
        at.id === 'join' ? { ...at, work: call('join', { input: read('x') }) } : at,
      ),
    }));
    const { unfinished, findings } = checkSoundness({ ...many, nets }, { bound: 100 });
    expect(unfinished).toEqual(['main']);
    expect(findings.map(({ rule }) => rule)).not.toContain('unset-read');
    const whole = checkSoundness({ ...many, nets });
    expect(whole.findings.filter(({ rule }) => rule === 'unset-read')).toMatchObject([
      { task: 'join', variable: 'x', severity: 'error' },
    ]);
  });
});
