import { expect, test } from 'vitest';
import { createReporter, createReportQuota, type Mistake } from './reporter.ts';
import { createSourceText } from './source-text.ts';
import { countViolations, isUnlistedEntry, listViolations } from './violation-list.ts';

const source = createSourceText({ path: 'a.yaml', text: 'x'.repeat(2_000) });

const mistake = (start: number, more: Partial<Mistake> = {}): Mistake => ({
  at: { start, end: start + 1 },
  path: 'a',
  rule: 'wrong',
  message: `Wrong at ${start}.`,
  expected: 'right',
  actual: 'wrong',
  ...more,
});

test('[L4] the first 200 errors are listed, and a last entry counts the others', () => {
  const reporter = createReporter(source);
  for (let start = 0; start < 1_000; start += 1) reporter.report(mistake(999 - start));
  const listed = reporter.violations();
  expect(listed).toHaveLength(201);
  expect(listed[0]?.message).toBe('Wrong at 800.');
  expect(listed.at(-1)).toMatchObject({
    rule: 'too-many-to-list',
    message:
      'And about 800 more. At most 200 are listed, and fewer if they are long. The others are listed once these are corrected.',
    suggestion: null,
  });
  expect([reporter.count(), countViolations(listed)]).toEqual([1_000, 1_000]);
});

test('[L4] an error counts once, listed or not', () => {
  const reporter = createReporter(source);
  for (let start = 0; start < 600; start += 1) reporter.report(mistake(start % 300));
  expect(reporter.count()).toBe(300);
});

test('[L4] the correction of an error that is not listed is never computed', () => {
  const reporter = createReporter(source);
  let computed = 0;
  const suggestion = () => {
    computed += 1;
    return { text: 'Correct it.', edits: [] };
  };
  for (let start = 0; start < 1_000; start += 1) reporter.report(mistake(start, { suggestion }));
  expect([computed, reporter.isFull()]).toEqual([200, true]);
});

test('[L4] long texts are cut off, and edits that are too long are left out', () => {
  const reporter = createReporter(source);
  const long = 'y'.repeat(50_000);
  const edits = [{ span: { start: 0, end: 1 }, text: long }];
  for (let start = 0; start < 500; start += 1) {
    const suggestion = { text: long, edits };
    reporter.report(mistake(start, { path: long, message: long + start, expected: long, suggestion }));
  }
  const listed = reporter.violations();
  expect(JSON.stringify(listed).length).toBeLessThan(150_000);
  expect(listed[0]?.suggestion?.edits).toHaveLength(1);
  expect(listed[1]?.suggestion).toEqual({ text: `${'y'.repeat(300)}…`, edits: [] });
  expect(countViolations(listed)).toBe(500);
});

test('[L4] reporters of one document share its limit, and their lists become one', () => {
  const quota = createReportQuota();
  const [first, second] = [createReporter(source, quota), createReporter(source, quota)];
  for (let start = 0; start < 150; start += 1) first.report(mistake(start));
  for (let start = 150; start < 400; start += 1) second.report(mistake(start));
  const earlier = createReporter(source);
  for (let start = 1_000; start < 1_300; start += 1) earlier.report(mistake(start));
  const listed = listViolations([...earlier.violations(), ...first.violations(), ...second.violations()]);
  expect(listed).toHaveLength(201);
  expect(listed.filter(isUnlistedEntry)).toEqual([listed.at(-1)]);
  expect(countViolations(listed)).toBe(700);
});
