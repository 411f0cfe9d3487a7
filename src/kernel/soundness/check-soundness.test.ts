import { describe, expect, test } from 'vitest';
import { TestNet } from '../../../test/test-net.ts';
import {
  assigns,
  call,
  failing,
  flow,
  net,
  offer,
  oneNet,
  pass,
  program,
  read,
  subnet,
  task,
  value,
  variables,
} from '../../testing/net-builder.ts';
import { expr } from '../../testing/stand-ins/sample-evaluator.ts';
import { checkSoundness, type Finding, type Program, type Task } from '../index.ts';

const findingsOf = (given: Program): readonly Finding[] => checkSoundness(given).findings;

/** Rule, severity, task (or net) and place of each finding. */
const brief = (given: Program): string[] =>
  findingsOf(given).map(({ rule, severity, net: id, task: at, place }) =>
    [rule, severity, at ?? `net ${id}`, ...(place === null ? [] : [place])].join(' '),
  );

/** An XOR that takes the place that its answer names. */
const decide = (id: string, from: string, ...places: readonly string[]): Task =>
  task(id, from, [], {
    split: 'xor',
    outputs: assigns({ answer: read('$output') }),
    flows: places.map((place, at) =>
      at === 0 ? flow(place) : flow(place, expr(['eq', ['get', 'answer'], ['lit', place]])),
    ),
  });
const answer = { variables: variables('answer') };

/** Runs a witness on the kernel: calls and items answer with the place that the step takes. */
const play = (given: Program, { path }: Finding): TestNet => {
  const testNet = new TestNet(given).start();
  for (const { task: id, took, caught } of path) {
    const work = given.nets[0]?.tasks.find((each) => each.id === id)?.work.kind;
    if (work === 'pass' || work === 'fail') continue;
    if (caught) testNet.fail(id);
    else if (work === 'offer') testNet.complete(id, took[0] ?? null);
    else testNet.succeed(id, took[0] ?? null);
  }
  return testNet;
};

const only = (given: Program, rule: Finding['rule']): Finding => {
  const found = findingsOf(given).filter((each) => each.rule === rule);
  const [first] = found;
  if (first === undefined || found.length > 1) throw new Error(`${found.length} findings of ${rule}`);
  return first;
};

describe('sound nets', () => {
  test('[K16.1][K16.2] a sound net has no findings: sequence, joining branches, choice, loop, race', () => {
    const sound: readonly Program[] = [
      oneNet([task('a', 'i', 'p'), task('b', 'p', 'o')]),
      oneNet([
        task('a', 'i', ['p', 'q']),
        task('b', 'p', 'r'),
        task('c', 'q', 's'),
        task('d', ['r', 's'], 'o'),
      ]),
      oneNet(
        [decide('a', 'i', 'p', 'q'), task('b', 'p', 'r'), task('c', 'q', 'r'), task('d', 'r', 'o')],
        answer,
      ),
      oneNet([task('a', 'i', 'p'), decide('b', 'p', 'p', 'o')], answer),
      oneNet([
        task('a', 'i', 'p'),
        task('b', 'p', 'o', { work: offer() }),
        task('c', 'p', 'o', { work: offer() }),
      ]),
      oneNet([task('a', 'i', [null, 'p']), task('b', 'p', null)]),
    ];
    for (const each of sound) expect(brief(each)).toEqual([]);
  });

  test('[K16.2] an OR-join receives all tokens; pass-through tasks fire before it is decided', () => {
    const given = oneNet(
      [
        task('s', 'i', ['p', 'q']),
        decide('a', 'p', 'a1', 'a2'),
        task('sink', 'a2', null, { work: pass }),
        task('b', 'q', 'b1'),
        task('j', ['a1', 'b1'], 'o', { join: 'or', work: pass }),
      ],
      answer,
    );
    expect(brief(given)).toEqual([]);
  });

  test('[K16.2] a branch of pass-through tasks is never left over, a branch that takes time is', () => {
    const given = (work: Task['work']) =>
      oneNet([task('s', 'i', ['p', 'q']), task('a', 'p', 'o'), task('b', 'q', null, { work })]);
    expect(brief(given(pass))).toEqual([]);
    expect(brief(given(call('b')))).toEqual(['leftover warning b']);
  });
});

describe('dead tasks', () => {
  test('[K16.1] a join of mutually exclusive branches is dead, and so are the tasks after it', () => {
    const given = oneNet(
      [
        decide('a', 'i', 'p', 'q'),
        task('j', ['p', 'q'], 'r'),
        task('z', 'r', 'o'),
        task('e', 'p', 'o', { work: offer() }),
      ],
      answer,
    );
    expect(brief(given)).toEqual(['dead-task error j', 'deadlock warning j p', 'dead-task error z']);
  });

  test('[K16.1] constant guards decide, in their order; with other guards both branches are alive', () => {
    const given = (guard: Task['flows'][number]['guard']) =>
      oneNet(
        [
          task('a', 'i', [], {
            split: 'xor',
            flows: [{ to: 'p', ...(guard === undefined ? {} : { guard }) }, { to: 'q' }],
          }),
          task('b', 'p', 'o'),
          task('c', 'q', 'o'),
        ],
        { variables: [{ name: 'x', parameter: 'required' }] },
      );
    expect(brief(given(value(true)))).toEqual(['dead-task error c']);
    expect(brief(given(undefined))).toEqual(['dead-task error c']);
    expect(brief(given(value(false)))).toEqual(['dead-task error b']);
    expect(brief(given(read('x')))).toEqual([]);
  });

  test('[K16.1] tasks after a catch are alive if the work can fail', () => {
    const given = (options: Partial<Task>) =>
      oneNet([
        task('a', 'i', 'p', { catch: { to: 'q' }, ...options }),
        task('b', 'p', 'o'),
        task('c', 'q', 'o'),
      ]);
    expect(brief(given({}))).toEqual([]);
    expect(brief(given({ work: pass }))).toEqual(['dead-task error c']);
    expect(brief(given({ work: pass, split: 'xor', flows: [{ to: 'p', guard: value(false) }] }))).toEqual([
      'dead-task error b',
    ]);
    expect(brief(given({ work: failing('no') }))).toEqual(['dead-task error b']);
  });

  test('[K16.1] an OR-join that always loses its token to a plain task is dead, because the kernel decides OR-joins last', () => {
    const given = oneNet([
      task('a', 'i', 'p'),
      task('plain', 'p', 'o'),
      task('or', ['p', 'q'], 'o', { join: 'or' }),
      task('never', 'r', 'q'),
      task('back', 'q', 'r', { join: 'or' }),
    ]);
    expect(brief(given)).toContain('dead-task error or');
  });
});

describe('nets that cannot complete', () => {
  test('[K16.1] work that always fails, and a task whose net cannot complete, unless the failure is caught', () => {
    const low = net('low', [task('f', 'i', 'o', { work: failing('no') })]);
    const given = (options: Partial<Task>) =>
      program([net('main', [task('a', 'i', 'o', { work: subnet('low'), ...options })]), low]);
    expect(brief(given({}))).toEqual(['no-completion error net main', 'no-completion error net low']);
    expect(brief(given({ catch: { to: 'o' } }))).toEqual(['no-completion error net low']);
  });

  test('[K16.1] an endless recursion cannot complete; with an exit it can', () => {
    const given = (...places: readonly string[]) =>
      program([
        net('main', [task('a', 'i', 'o', { work: subnet('low') })]),
        net('low', [decide('d', 'i', ...places), task('again', 'p', 'o', { work: subnet('low') })], answer),
      ]);
    expect(brief(given('p'))).toEqual(['no-completion error net main', 'no-completion error net low']);
    expect(brief(given('p', 'o'))).toEqual([]);
  });

  test('[K16.1] a branch that fails at once ends the others, whether they are aborted or settle', () => {
    for (const onFailure of ['abort', 'settle'] as const) {
      const given = oneNet(
        [task('s', 'i', ['p', 'q']), task('f', 'p', null, { work: failing('no') }), task('a', 'q', 'o')],
        { onFailure },
      );
      const cutOff = onFailure === 'abort' ? ['dead-task error a'] : [];
      expect(brief(given)).toEqual(['no-completion error net main', ...cutOff]);
    }
  });
});

describe('deadlocks', () => {
  const merge = [
    decide('a', 'i', 'p', 'q'),
    task('b', 'p', 'r'),
    task('c', 'q', 's'),
    task('j', ['r', 's'], 'o'),
  ];

  test('[K16.2] the witness leads to the deadlock: the kernel reports deadlocked', () => {
    const given = oneNet(merge, answer);
    const found = only(given, 'deadlock');
    expect(found).toMatchObject({ severity: 'warning', task: 'j', place: 'r', variable: null });
    expect(found.path).toEqual([
      { task: 'a', took: ['q'], caught: false, decided: true },
      { task: 'c', took: ['s'], caught: false, decided: false },
    ]);
    expect(found.message).toBe('`a` takes `q` → `c` → `j` waits for `b` for ever');
    expect(play(given, found).state.failure).toMatchObject({ code: 'deadlocked', data: { places: ['s'] } });
  });

  test('[K16.2] a deadlock without a decision is an error, one after a failure is a warning', () => {
    const given = (options: Partial<Task>) =>
      oneNet([
        task('a', 'i', 'p', options),
        task('j', ['p', 'q'], 'o'),
        task('x', 'p2', 'q'),
        task('y', 'q', 'p2'),
      ]);
    expect(brief(given({})).filter((each) => each.startsWith('deadlock'))).toEqual(['deadlock error j q']);
    const caught = oneNet([
      task('s', 'i', ['a1', 'b1']),
      task('a', 'a1', 'a2', { catch: { to: null } }),
      task('b', 'b1', 'b2'),
      task('j', ['a2', 'b2'], 'o'),
    ]);
    const found = only(caught, 'deadlock');
    expect(found).toMatchObject({ severity: 'warning', task: 'j', place: 'a2' });
    expect(found.path.map(({ task: id, caught: isCaught }) => `${id} ${isCaught}`)).toContain('a true');
    expect(play(caught, found).state.failure).toMatchObject({ code: 'deadlocked', data: { places: ['b2'] } });
  });

  test('[K16.2] tokens in a place without a consumer are a deadlock', () => {
    const given = oneNet([task('a', 'i', 'p')], { places: ['i', 'p', 'o'].map((id) => ({ id })) });
    const found = only(given, 'deadlock');
    expect(found).toMatchObject({ severity: 'error', task: null, place: 'p' });
    expect(found.message).toBe('`a` → a token stays in `p` for ever: no task takes it');
  });

  test('[K16.2] each waiting task has one finding, with its own path', () => {
    const given = oneNet(
      [decide('a', 'i', 'p', 'q', 'r'), task('j', ['p', 'q'], 'o'), task('k', ['r', 'q'], 'o')],
      answer,
    );
    const found = findingsOf(given).filter(({ rule }) => rule === 'deadlock');
    expect(found.map(({ task: id, path }) => [id, path.map(({ took }) => took)])).toEqual([
      ['j', [['q']]],
      ['k', [['r']]],
    ]);
  });

  test('[K16.2] a race is a decision: a warning, because without the cancellation the net completes', () => {
    const given = oneNet([
      task('s', 'i', ['p', 'q']),
      task('a', 'p', 'r'),
      task('c', 'q', 's', { cancels: { places: [], tasks: ['a'] } }),
      task('j', ['r', 's'], 'o'),
    ]);
    const found = only(given, 'deadlock');
    expect(found).toMatchObject({ severity: 'warning', task: 'j', place: 'r' });
    expect(play(given, found).state.failure).toMatchObject({ code: 'deadlocked' });
  });

  test('[K16.2] a token that a cancel region removes is missing at a join', () => {
    const given = oneNet([
      task('s', 'i', ['p', 'q']),
      task('c', 'q', 's', { cancels: { places: ['r'], tasks: ['a'] } }),
      task('a', 'p', 'r'),
      task('j', ['r', 's'], 'o'),
    ]);
    expect(brief(given)).toEqual(['no-completion error net main', 'dead-task error j', 'deadlock error j r']);
  });
});

describe('leftovers', () => {
  test('[K16.2] both branches end the net: an error; the kernel cancels the other branch', () => {
    const given = oneNet([task('s', 'i', ['p', 'q']), task('a', 'p', 'o'), task('b', 'q', 'o')]);
    const found = only(given, 'leftover');
    expect(found).toMatchObject({ severity: 'error', task: 'b' });
    expect(found.message).toBe('`s` → `a` → the net ends while `b` is under way');
    const testNet = play(given, found);
    expect(testNet.state.status).toBe('completed');
    expect(testNet.noted('cancelled')).toMatchObject([{ task: 'b' }]);
  });

  test('[K16.2] a token left behind is reported with its place and the path; the kernel notes it', () => {
    const given = oneNet([
      task('s', 'i', ['o', 'p']),
      task('j', ['p', 'q'], 'o'),
      task('x', 'p', 'q', { work: offer() }),
    ]);
    const found = only(given, 'leftover');
    expect(found).toMatchObject({ severity: 'error', place: 'p', task: null });
    expect(found.message).toBe('`s` → the net ends with a token left in `p`');
    expect(play(given, found).noted('leftover')).toMatchObject([{ place: 'p', count: 1 }]);
  });

  test('[K16.2] a leftover that depends on a guard is a warning; a net that is empty at its end has none', () => {
    const given = oneNet(
      [
        task('s', 'i', ['p', 'q']),
        decide('a', 'p', 'r', 'o'),
        task('b', 'q', 't'),
        task('j', ['r', 't'], 'o'),
      ],
      answer,
    );
    const found = only(given, 'leftover');
    expect(found.severity).toBe('warning');
    expect(found.path.at(-1)).toEqual({ task: 'a', took: ['o'], caught: false, decided: true });
    expect(play(given, found).state.status).toBe('completed');
  });
});

describe('loops', () => {
  test('[K16.3] a loop that adds a token in each iteration is reported; the witness contains it', () => {
    const given = oneNet(
      [
        task('a', 'i', 'p'),
        decide('b', 'p', 'q', 'o'),
        task('c', 'q', ['p', 'r']),
        task('d', ['r', 's'], 's'),
      ],
      answer,
    );
    const found = findingsOf(given).find(({ rule }) => rule === 'unbounded');
    expect(found).toMatchObject({ severity: 'warning', task: 'b', place: 'r' });
    expect(found?.path.map(({ task: id }) => id)).toEqual(['a', 'b', 'c']);
    expect(found?.message).toBe('`a` → `b` takes `q` → `c` → and round again: tokens pile up in `r`');
  });

  test('[K16.3] it is an error without a decision, and valid if each iteration consumes what it produces', () => {
    const grows = oneNet([task('a', 'i', 'p'), task('b', 'p', ['p', 'q']), task('c', 'q', null)]);
    expect(brief(grows)).toContain('unbounded error b q');
    const steady = oneNet(
      [
        task('a', 'i', 'p'),
        task('b', 'p', ['q', 'r']),
        task('c', ['q', 'r'], [], { split: 'xor', flows: [flow('p', read('x')), flow('o')] }),
      ],
      { variables: [{ name: 'x', parameter: 'required' }] },
    );
    expect(brief(steady)).toEqual([]);
  });

  test('[K16.3] a loop that removes its leftovers is valid', () => {
    const given = (cancels: Partial<Task>) =>
      oneNet(
        [
          task('a', 'i', 'p'),
          task('b', 'p', ['q', 'r'], cancels),
          decide('c', 'q', 'p', 'o'),
          task('d', ['r', 's'], 's'),
        ],
        answer,
      );
    expect(brief(given({ cancels: { places: ['r'], tasks: [] } }))).not.toContain('unbounded warning b r');
    expect(brief(given({}))).toContain('unbounded warning b r');
  });
});

test('[K16.5] findings are sorted by net, task and rule, with their position in the source', () => {
  const source = { line: 3, column: 7 };
  const bad = (id: string) =>
    net(id, [task('j', ['i', 'q'], 'o', { source }), task('k', 'q', 'q2'), task('l', 'q2', 'q')]);
  const given = program([bad('main'), bad('other')]);
  expect(brief(given)).toEqual(
    ['main', 'other'].flatMap((id) => [
      `no-completion error net ${id}`,
      'dead-task error j',
      'deadlock error j q',
      'dead-task error k',
      'dead-task error l',
    ]),
  );
  expect(
    findingsOf(given)
      .filter(({ task: id }) => id === 'j')
      .map((each) => each.source),
  ).toEqual(new Array(4).fill(source));
});
