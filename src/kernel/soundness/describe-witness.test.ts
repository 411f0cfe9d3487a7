import { expect, test } from 'vitest';
import { describeWitness, type WitnessStep } from '../index.ts';

const step = (task: string, options: Partial<WitnessStep> = {}): WitnessStep => ({
  task,
  took: ['p'],
  caught: false,
  decided: false,
  ...options,
});

test('[K16.2] a witness as text: decisions are named, forced moves are not', () => {
  expect(describeWitness([])).toBe('');
  expect(describeWitness([step('a'), step('b', { decided: true }), step('c')])).toBe(
    '`a` → `b` takes `p` → `c`',
  );
  expect(describeWitness([step('a', { decided: true, took: ['p', null, 'q'] })])).toBe(
    '`a` takes `p` and `q`',
  );
  expect(describeWitness([step('a', { decided: true, took: [null] })])).toBe('`a` ends its path');
  expect(describeWitness([step('a', { decided: true, caught: true })])).toBe('`a` fails and is caught');
});

test('[K16.2] tasks have their display names, and those without one are left out', () => {
  const nameOf = (task: string) => (task === 'hidden' ? null : task.toUpperCase());
  expect(describeWitness([step('a'), step('hidden'), step('b')], nameOf)).toBe('`A` → `B`');
});

test('[K16.2] a long path is shortened to its beginning and its end', () => {
  const long = Array.from({ length: 30 }, (_, at) => step(`t${at}`));
  expect(describeWitness(long)).toBe(
    '`t0` → `t1` → `t2` → `t3` → `t4` → `t5` → … → `t24` → `t25` → `t26` → `t27` → `t28` → `t29`',
  );
  expect(describeWitness(long.slice(0, 12))).not.toContain('…');
});
