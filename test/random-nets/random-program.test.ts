import { expect, test } from 'vitest';
import { createRandom } from '../../src/testing/stand-ins/seeded-random.ts';
import { programFaults } from './program-faults.ts';
import { randomProgram } from './random-program.ts';

test('random programs are valid, and the same for the same seed', () => {
  for (let seed = 1; seed <= 500; seed++) {
    const program = randomProgram(createRandom(seed));
    expect(programFaults(program), `seed ${seed}: ${JSON.stringify(program)}`).toEqual([]);
    if (seed % 50 === 0) expect(randomProgram(createRandom(seed))).toEqual(program);
  }
});

test('random programs use every feature', () => {
  const programs = Array.from({ length: 500 }, (_, seed) => randomProgram(createRandom(seed)));
  const tasks = programs.flatMap((program) => program.nets.flatMap((net) => net.tasks));
  const kinds = new Set(
    tasks.flatMap((task) => [
      task.work.kind,
      `${task.join}-join`,
      `${task.split}-split`,
      ...Object.keys(task),
    ]),
  );
  const expected = [
    'call',
    'offer',
    'net',
    'wait',
    'pass',
    'fail',
    'or-join',
    'xor-join',
    'or-split',
    'xor-split',
  ];
  const optional = ['each', 'outputs', 'cancels', 'retry', 'catch', 'undo', 'timeout', 'visits', 'onUnset'];
  expect([...expected, ...optional].filter((kind) => !kinds.has(kind))).toEqual([]);
  const rootSizes = programs.map(
    (program) => program.nets.find(({ id }) => id === program.root)?.tasks.length ?? 0,
  );
  expect(Math.min(...rootSizes)).toBeGreaterThanOrEqual(3);
  expect(Math.max(...rootSizes)).toBeLessThanOrEqual(12);
});
