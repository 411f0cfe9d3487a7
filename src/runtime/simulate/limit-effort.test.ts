import { expect, test } from 'vitest';
import { type Evaluators, HaltedError, type Scope } from '../../kernel/index.ts';
import { createAllowance, limitEffort } from './limit-effort.ts';

const spender: Evaluators = {
  spender: {
    compile: (steps) => (scope) => {
      scope.effort.left -= Number(steps);
      if (scope.effort.left < 0) throw new Error('That is too much.');
      return steps;
    },
  },
};
const event = (): Scope => ({ get: () => undefined, at: 0, effort: { left: 30_000_000 } });

test('[K12.5][R7.2] the events of a request share an allowance, which grows with the journal that it plays', () => {
  const allowance = createAllowance(500);
  expect(allowance.left).toBe(41_000_000);
  const compute = limitEffort(spender, allowance)['spender']?.compile(20_000_000, () => undefined, undefined);
  expect(compute?.(event())).toBe(20_000_000);
  expect(compute?.(event())).toBe(20_000_000);
  expect(compute?.(event())).toBe(20_000_000);
  expect(() => compute?.(event())).toThrow(HaltedError);
  expect(() => compute?.(event())).toThrow(/more than 41000000 steps, which is the limit of one request/);
});

test('[K12.5] what a failed expression used counts for the request as well', () => {
  const allowance = createAllowance();
  const compute = limitEffort(spender, allowance)['spender']?.compile(50_000_000, () => undefined, undefined);
  expect(() => compute?.(event())).toThrow('That is too much.');
  expect(() => compute?.(event())).toThrow(HaltedError);
});
