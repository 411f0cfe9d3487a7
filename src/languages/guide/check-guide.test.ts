import { expect, test } from 'vitest';
import { applyEdits } from '../document/apply-edits.ts';
import { parseDocument } from '../document/parse-document.ts';
import { createReporter } from '../document/reporter.ts';
import { createSourceText, positionAt } from '../document/source-text.ts';
import type { Violation } from '../violation.ts';
import { checkGuide } from './check-guide.ts';
import { parseGuide } from './parse-guide.ts';

/** Where the fault is to be told. */
const mark = '⟦';

interface Found {
  readonly violations: readonly Violation[];
  readonly warnings: readonly Violation[];
}

function check(text: string): Found {
  const source = parseDocument({ path: 'guide.yaml', text });
  const reports = { violations: createReporter(source), warnings: createReporter(source) };
  const guide = parseGuide(source, reports.violations, reports.warnings);
  if (guide === null) throw new Error('It cannot be read.');
  checkGuide(guide, source, reports);
  return {
    violations: [...source.violations, ...reports.violations.violations()],
    warnings: reports.warnings.violations(),
  };
}

/** @param rest keys and steps; a line of `- key: id` is given what a step needs beside its id */
function guide(rest: string): string {
  const steps = rest.replaceAll(/^( *)- (id: .*)$/gm, '$1- title: Do it\n$1  $2').replaceAll(/^( *)do$/gm, '$1prompt: Do.');
  return `id: sample\nname: Sample\ndescription: A sample.\nversion: 1.0.0\n${steps.trim()}\n`;
}

function expectOne(written: string, kind: keyof Found, rule: string, message: string, repaired?: string): void {
  const marked = guide(written);
  const text = marked.replace(mark, '');
  const found = check(text);
  const { line, column } = positionAt(createSourceText({ path: '', text }), marked.indexOf(mark));
  const other = kind === 'violations' ? 'warnings' : 'violations';
  expect(found[kind].map((each) => [each.rule, each.message, each.line, each.column])).toEqual([
    [rule, message, line, column],
  ]);
  expect(found[other]).toEqual([]);
  const edits = found[kind][0]?.suggestion?.edits ?? [];
  if (repaired === undefined) {
    expect(edits).toEqual([]);
    return;
  }
  const after = applyEdits(createSourceText({ path: '', text }), edits);
  expect(after).toContain(repaired);
  expect(check(after)).toEqual({ violations: [], warnings: [] });
}

