import { expect, test } from 'vitest';
import type { Program, Task } from '../../kernel/index.ts';
import { isProgramTooLarge } from './is-program-too-large.ts';

const task = (item: string): Task => ({
  id: 'a',
  from: ['i'],
  join: 'and',
  split: 'and',
  flows: [{ to: 'o' }],
  work: { kind: 'offer', item },
});

const program = (tasks: readonly Task[], shared: string): Program => ({
  semantics: 1,
  root: 'N',
  nets: [{ id: 'N', input: 'i', output: 'o', places: [], tasks, variables: [], onFailure: 'abort' }],
  shared,
});

test('[Y1.2] a program that would not fit into a string is detected by the size of its parts', () => {
  const large = task('x'.repeat(1_000_000));
  expect(isProgramTooLarge(program(Array(30).fill(large), ''))).toBe(false);
  expect(isProgramTooLarge(program(Array(2_000).fill(large), ''))).toBe(true);
  expect(isProgramTooLarge(program([], 'x'.repeat(33_000_000)))).toBe(true);
});
