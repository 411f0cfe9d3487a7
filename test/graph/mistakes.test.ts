/** Documents with errors: each error is reported at its position, no other is, and the proposals correct it. */
import { readdirSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { applyEdits } from '../../src/languages/document/apply-edits.ts';
import type { Edit, Violation } from '../../src/languages/index.ts';
import {
  type ExpectedViolation,
  type MistakenFile,
  readAgain,
  readMistakes,
} from './mistakes/read-mistakes.ts';
import { rules, warnings } from './rules.ts';

const { files, unprovoked, unrepaired, placeless } = readMistakes();

const found = (list: readonly Violation[]): ExpectedViolation[] =>
  list.map(({ rule, line, column, path }) => ({ rule, line, column, path }));

const editsOf = (list: readonly Violation[]): Edit[] =>
  list.flatMap(({ suggestion }) => suggestion?.edits ?? []);

const describeViolations = (list: readonly Violation[]): string[] =>
  list.map(({ rule, line, column, message }) => `${line}:${column} ${rule} ${message}`);

const isRepairable = ({ violations }: MistakenFile): boolean =>
  violations.length > 0 && violations.every(({ rule }) => !Object.hasOwn(unrepaired, rule));

const repairable = files.filter(isRepairable);

describe('the table', () => {
  test('[L2] there are fifty documents with errors, and ten with five different ones at once', () => {
    expect(files.filter(({ violations }) => violations.length > 0).length).toBeGreaterThanOrEqual(50);
    const rulesOf = ({ violations }: MistakenFile) => new Set(violations.map(({ rule }) => rule));
    const five = files.filter((each) => each.violations.length === 5 && rulesOf(each).size === 5);
    expect(five.length).toBeGreaterThanOrEqual(10);
  });

  test('[L2][G9] every rule is violated by a document, or the table states why it cannot be', () => {
    const broken = files.flatMap((each) => [...each.violations, ...each.warnings]).map(({ rule }) => rule);
    const known = [...Object.keys(rules), ...Object.keys(warnings)];
    expect([...new Set([...broken, ...Object.keys(unprovoked)])].toSorted()).toEqual(known.toSorted());
    expect(Object.keys(unprovoked).filter((rule) => broken.includes(rule))).toEqual([]);
    expect(Object.keys(unrepaired).filter((rule) => !broken.includes(rule))).toEqual([]);
  });

  test('[L2] every document of the folder is in the table', () => {
    const there = readdirSync(new URL('mistakes/', import.meta.url)).filter((name) => /^\d/.test(name));
    expect(files.map(({ file }) => file)).toEqual(there.toSorted());
  });
});

describe.each(files)('$file', (each) => {
  test('[L2][G9] its errors are reported at their positions, and no others', () => {
    const readResult = readAgain(each, each.text);
    expect(found(readResult.violations)).toEqual(each.violations);
    expect(found(readResult.warnings)).toEqual(each.warnings);
  });

  test('[L2] each has a message, the expected and the actual value, and the end of its range', () => {
    const readResult = readAgain(each, each.text);
    const lines = each.text.split(/\r?\n/);
    for (const violation of [...readResult.violations, ...readResult.warnings]) {
      const { message, expected, actual, path, rule, line, column, endLine, endColumn } = violation;
      for (const words of [message, expected, actual]) expect(words.trim()).not.toBe('');
      expect(path === '').toBe(placeless.includes(rule));
      expect(column).toBeLessThanOrEqual((lines[line - 1] ?? '').length);
      expect([endLine > line || (endLine === line && endColumn > column), message]).toEqual([true, message]);
    }
  });
});

test.each(repairable)('[L2][G9] $file is valid after the proposals are applied', (each) => {
  const { violations } = readAgain(each, each.text);
  expect(violations.filter(({ suggestion }) => suggestion === null).map(({ rule }) => rule)).toEqual([]);
  const text = applyEdits(each.text, editsOf(violations));
  const after = readAgain(each, text);
  expect(describeViolations(after.violations), text).toEqual([]);
  expect(after.workflows.filter(({ program }) => program === null)).toEqual([]);
});

test.each(repairable.filter(({ violations }) => violations.length > 1))(
  '[L2] $file: applying one proposal leaves exactly the other errors',
  (each) => {
    const { violations } = readAgain(each, each.text);
    for (const violation of violations) {
      const text = applyEdits(each.text, editsOf([violation]));
      // A proposal that corrects several errors is made for each of them.
      const isPutRight = (other: Violation) => isDeepStrictEqual(other.suggestion, violation.suggestion);
      const left = violations.filter((other) => !isPutRight(other)).map(({ rule }) => rule);
      expect(
        readAgain(each, text).violations.map(({ rule }) => rule),
        text,
      ).toEqual(left);
    }
  },
);
