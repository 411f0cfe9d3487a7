/** Counts what is done to read workflows that call each other. */
import { expect, test, vi } from 'vitest';
import type { Program } from '../../kernel/index.ts';
import { graphLanguage } from './index.ts';

/** Nets that were explored, checked and linked, in this order; each counts as often as it happened. */
const counted = vi.hoisted(() => ({ explored: 0, checked: 0, linked: 0 }));

vi.mock('../../kernel/index.ts', async (load) => {
  const kernel = await load<typeof import('../../kernel/index.ts')>();
  const counting =
    <Rest extends readonly unknown[], Result>(
      what: keyof typeof counted,
      work: (program: Program, ...rest: Rest) => Result,
    ) =>
    (program: Program, ...rest: Rest): Result => {
      counted[what] += program.nets.length;
      return work(program, ...rest);
    };
  return {
    ...kernel,
    exploreNets: counting('explored', kernel.exploreNets),
    checkSoundness: counting('checked', kernel.checkSoundness),
    link: counting('linked', kernel.link),
  };
});

/** One net for each workflow; those without callees make a call. */
const document = (count: number, calleesOf: (at: number) => readonly number[]): string => {
  const workflows = Array.from({ length: count }, (_, at) => {
    const callees = calleesOf(at).filter((callee) => callee >= 0 && callee < count);
    const calls = callees.map((callee) => `      b${callee}: { workflow: w${callee}, depends_on: [a] }\n`);
    return `  w${at}:\n    graph:\n      a: { call: x }\n${calls.join('')}`;
  });
  return `workflows:\n${workflows.join('')}`;
};

test.each([
  ['each call the next', document(200, (at) => [at + 1])],
  ['each call the one before', document(200, (at) => [at - 1])],
  ['call each other as a tree', document(200, (at) => [2 * at + 1, 2 * at + 2])],
  ['share their callees', document(200, (at) => [2 * at + 1, 2 * at + 2, 2 * at + 3])],
])('[L6] of 200 workflows that %s, every net is explored, checked and linked once', (_, text) => {
  Object.assign(counted, { explored: 0, checked: 0, linked: 0 });
  const { workflows, violations, warnings } = graphLanguage.read(
    { path: 'calls.yaml', text },
    { operations: null },
  );
  expect([violations, warnings]).toEqual([[], []]);
  expect(workflows.filter(({ program }) => program !== null)).toHaveLength(200);
  expect(counted).toEqual({ explored: 200, checked: 200, linked: 200 });
});
