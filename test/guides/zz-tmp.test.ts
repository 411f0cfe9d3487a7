import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'vitest';
import { validate } from '../../src/operations/index.ts';
test('tmp', () => {
  const d = new URL('../../examples/guides/', import.meta.url);
  for (const f of readdirSync(d)) {
    const r = validate({ files: [{ path: f, text: readFileSync(new URL(f, d), 'utf8') }], api: null }).files[0];
    console.log(f, JSON.stringify({ l: r?.language, v: r?.violations.map((x) => [x.line, x.rule, x.message, x.expected]), w: r?.warnings.map((x) => [x.line, x.rule, x.message]) }, null, 1));
  }
});
