import { test } from 'vitest';
import { parseDocument } from './parse-document.ts';

const N = 1_000_000;
const cases: Record<string, string> = {
  commas: '[' + ','.repeat(390000) + ']',
  quotes: '"'.repeat(390000),
  keys: Array.from({ length: 49000 }, (_, i) => `k${i}: 1`).join('\n'),
  dups: 'a: 1\n'.repeat(49000),
  fdups: '{' + 'a: 1, '.repeat(49000) + '}',
  nul: '\0'.repeat(N),
  bs: '"' + '\\'.repeat(N),
  key: '"' + 'k'.repeat(N) + '": 1',
  tabs: 'a:\n' + '\tb: 1\n'.repeat(60000),
  bad: 'a: b: c\n'.repeat(60000),
  q: "a: 'x\n".repeat(20000),
  q2: '- "x\n'.repeat(30001),
  close: ']'.repeat(300000),
  amp: '&a '.repeat(130000),
  alias: '*a\n'.repeat(1000),
  spaces: 'a: "' + ' '.repeat(N) + 'x',
  ind: ' a: 1\n  b: 2\nc: 3\n'.repeat(20000),
  brk: 'a: [1\n'.repeat(50000),
  hk: 'a: @' + 'x'.repeat(900000),
  sq: ("a: 'x' y" + ' '.repeat(1000) + '\n').repeat(900),
};
for (const [name, text] of Object.entries(cases))
  test(`[L1] ${name}`, () => {
    const t = performance.now();
    const d = parseDocument({ path: 'a.yaml', text });
    console.log(
      name,
      (performance.now() - t).toFixed(),
      d.violations.length,
      d.violations[0]?.message,
      d.violations.filter((v) => v.suggestion).length,
    );
  });
