import { expect, test } from 'vitest';
import type { Type } from '../../expression/index.ts';
import { describeComparison } from './describe-comparison.ts';

test('[C2.5] what is different is told in bounded length, however large the types are', () => {
  const fields = Array.from({ length: 30 }, (_, at) => at);
  const wide = (of: Type): Type => ({
    kind: 'object',
    fields: fields.map((at) => ({ name: `field${at}`, optional: false, type: of })),
    open: false,
  });
  const huge = wide(wide(wide({ kind: 'string' })));
  const change = {
    kind: 'parameter_type',
    parameter: 'p'.repeat(10_000),
    before: huge,
    after: huge,
  } as const;
  const names = Array.from({ length: 5_000 }, (_, at) => `${at}${'n'.repeat(1_000)}`);
  const described = describeComparison({
    added: names,
    removed: names,
    changed: names.map((command) => ({ command, changes: fields.map(() => change) })),
  });
  expect(described.added).toHaveLength(200);
  expect(described.changed).toHaveLength(200);
  expect(described.changed[0]?.changes.at(-1)).toBe('and 20 more');
  expect(JSON.stringify(described).length).toBeLessThan(4_000_000);
});
