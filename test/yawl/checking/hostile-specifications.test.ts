/** Tests specifications of the maximal size that would keep a naive check from terminating. */
import { expect, test } from 'vitest';
import {
  condition,
  flow,
  gateway,
  input,
  mappings,
  net,
  output,
  specification,
  task,
  variable,
} from './specification-xml.ts';
import { foundIn } from './verify.ts';

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

function rulesIn(text: string): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { rule, message } of foundIn(text)) {
    const count = Number(/^And about (\d+) more/.exec(message)?.[1] ?? 1);
    counts[rule] = (counts[rule] ?? 0) + count;
  }
  return counts;
}

const maxTasks = 1_900;

test('[Y2.1] a large specification without errors has none', () => {
  const chain = numbers(maxTasks).map((index) => {
    const next = index + 1 < maxTasks ? `t${index + 1}` : 'o';
    const back = flow(`t${Math.max(0, index - 3)}`, { predicate: '/N/v/text() = 1', ordering: 1 });
    return task(`t${index}`, index % 4 === 3 ? [back, flow(next, { isDefault: true })] : [next], {
      split: index % 4 === 3 ? 'xor' : 'and',
      inside: mappings('startingMappings', { p: '/N/v/text()' }),
    });
  });
  const text = specification([
    net('N', [input('t0'), ...chain, output], {
      variables: [variable('localVariable', 'v', { type: 'int', initial: '1' })],
    }),
    gateway('Work', variable('inputParam', 'p', { type: 'int' })),
  ]);
  expect(rulesIn(text)).toEqual({});
});

test('[Y2.1] a cycle of empty tasks through one condition', () => {
  const half = 900;
  const into = numbers(half).map((index) => task(`t${index}`, ['hub'], { work: '' }));
  const text = specification([
    net('N', [
      input('a'),
      task('a', ['hub', 'o']),
      condition('hub', [...numbers(half).map((index) => `t${index}`), 'z']),
      ...into,
      task('z', ['o']),
      output,
    ]),
  ]);
  expect(rulesIn(text)).toEqual({ 'loop-without-work': 200, 'too-many-to-list': half - 200 });
});

test('[Y2.1] a long chain of nets that begin with each other', () => {
  const count = 490;
  const nets = numbers(count).map((index) =>
    net(`N${index}`, [input('a'), task('a', ['o'], { work: `N${(index + 1) % count}` }), output], {
      isRoot: index === 0,
    }),
  );
  expect(rulesIn(specification(nets))).toEqual({
    'loop-without-work': 200,
    'too-many-to-list': count - 200,
    'unused-decomposition': 1,
  });
});

test('[Y2.2] many variables that can be unset on long paths, read by many tasks', () => {
  const names = numbers(800).map((index) => `v${index}`);
  const reads = Object.fromEntries(names.slice(0, 20).map((name) => [name, `/N/${name}/text()`]));
  const queries = (index: number): Readonly<Record<string, string>> =>
    index % 2 === 0 ? reads : { p: `/N/v${index % names.length}/text()` };
  const chain = numbers(1_500).map((index) =>
    task(`t${index}`, [index < 1_499 ? `t${index + 1}` : 'o'], {
      work: index % 2 === 0 ? 'Work' : 'One',
      inside: mappings('startingMappings', queries(index)),
    }),
  );
  const text = specification([
    net('N', [input('t0'), ...chain, output], {
      variables: names.map((name) => variable('localVariable', name, { type: 'int' })),
    }),
    gateway('Work', ...names.slice(0, 20).map((name) => variable('inputParam', name, { type: 'int' }))),
    gateway('One', variable('inputParam', 'p', { type: 'int' })),
  ]);
  expect(rulesIn(text)).toEqual({ 'maybe-uninitialised': 118, 'too-many-to-list': 1 });
});

test('[Y2.2] a check that would take too long is reported as skipped', () => {
  const names = numbers(1_200).map((index) => `v${index}`);
  const chain = numbers(1_800).map((index) =>
    task(`t${index}`, [index < 1_799 ? `t${index + 1}` : 'set'], { work: 'Bare' }),
  );
  const sets = Object.fromEntries(names.map((name) => [name, `/Work/q[. = '${name}']`]));
  const reads = Object.fromEntries(names.map((name) => [name, `/N/${name}/text()`]));
  const text = specification([
    net(
      'N',
      [
        input('t0'),
        ...chain,
        task('set', ['read'], { inside: mappings('completedMappings', sets) }),
        task('read', ['o'], { work: 'Read', inside: mappings('startingMappings', reads) }),
        output,
      ],
      { variables: names.map((name) => variable('localVariable', name, { type: 'int' })) },
    ),
    gateway('Bare'),
    gateway('Work', variable('outputParam', 'q')),
    gateway('Read', ...names.map((name) => variable('inputParam', name, { type: 'int' }))),
  ]);
  expect(rulesIn(text)).toEqual({ 'unset-not-checked': 1 });
});

test('[Y2.1][L4] the list of errors is limited, which is reported', () => {
  const parameters = numbers(500).map((index) => variable('inputParam', `p${index}`));
  const chain = numbers(500).map((index) => task(`t${index}`, [index < 499 ? `t${index + 1}` : 'o']));
  const text = specification([net('N', [input('t0'), ...chain, output]), gateway('Work', ...parameters)]);
  // The check stops after the task that exceeds the limit.
  expect(rulesIn(text)).toEqual({ 'unconnected-input': 200, 'too-many-to-list': 300 });
});
