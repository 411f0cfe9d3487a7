/** docs/idempotency.md matches the program. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeDuration } from '../../src/expression/index.ts';
import { submitCase } from '../../src/operations/cases/submit-case.ts';
import { keyField } from '../../src/operations/contract/input-fields.ts';
import { settingsTable } from '../../src/operations/settings/settings-table.ts';
import { defaultEngineLimits } from '../../src/runtime/index.ts';

const page = readFileSync(new URL('../../docs/idempotency.md', import.meta.url), 'utf8');

test('[A8] its example is an accepted request', () => {
  const [, example = ''] = /```json\n(.+)\n```/.exec(page) ?? [];
  expect(submitCase.input.safeParse(JSON.parse(example)).success).toBe(true);
});

test('[A8] its figures and backends are those of the code', () => {
  const maxLength = Number(/At most (\d+) characters/.exec(page)?.[1]);
  for (const schema of [keyField, submitCase.input]) {
    const fits = (length: number): boolean => {
      const key = 'k'.repeat(length);
      return schema.safeParse(schema === keyField ? key : { spec_id: 'a', idempotency_key: key }).success;
    };
    expect([fits(maxLength), fits(maxLength + 1)]).toEqual([true, false]);
  }
  expect(page).toContain(`(default: ${describeDuration(defaultEngineLimits.receiptLife)})`);
  const { form } = settingsTable.receipts;
  const rows = [...page.matchAll(/^\| `([a-z]+)` \|/gm)].map(([, name = '']) => name);
  expect(rows).toEqual(['sqlite', 'memory', 'redis']);
  expect(rows.map((name) => form.parse(name, { folder: '/', home: '/', own: '', bundled: '' }))).toEqual(
    rows,
  );
});

test('[A8] its variables are settings', () => {
  const known = Object.values(settingsTable).flatMap(({ variables }) => variables.map(String));
  const named = [...page.matchAll(/SIGNALBOX_\w+/g)].map(([name]) => name);
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter((name) => !known.includes(name))).toEqual([]);
});
