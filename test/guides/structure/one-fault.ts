/** A guide with one error, and the location where it is reported. */
import { expect } from 'vitest';
import { applyEdits } from '../../../src/languages/document/apply-edits.ts';
import { parseDocument } from '../../../src/languages/document/parse-document.ts';
import { createReporter } from '../../../src/languages/document/reporter.ts';
import { createSourceText, positionAt } from '../../../src/languages/document/source-text.ts';
import type { Violation } from '../../../src/languages/document/violation.ts';
import { checkGuide } from '../../../src/languages/guide/check/check-guide.ts';
import { parseGuide } from '../../../src/languages/guide/parse/parse-guide.ts';

/** Marks where the error is reported. */
const mark = '⟦';

interface Found {
  readonly violations: readonly Violation[];
  readonly warnings: readonly Violation[];
}

export function check(text: string): Found {
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

/** @param rest keys and steps, in which `@step` and `@loop` are replaced by the required keys of a step and a loop */
export function guide(rest: string): string {
  const full = rest
    .replaceAll('@step', 'title: Do it, prompt: Do.')
    .replaceAll('@loop', 'type: loop, title: Again');
  return `id: sample\nname: Sample\ndescription: A sample.\nversion: 1.0.0\n${full.trim()}\n`;
}

export function expectOne({ written, rule, message, repaired }: Fault, kind: keyof Found): void {
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
  const after = applyEdits(text, edits);
  expect(after).toContain(repaired);
  expect(check(after)).toEqual({ violations: [], warnings: [] });
}

/** The reported errors, the guide, and its text at that location after the repair; none if no repair is certain. */
interface Fault {
  readonly written: string;
  readonly rule: string;
  readonly message: string;
  readonly repaired: string | undefined;
}

type Sample = readonly [written: string, rule: string, message: string, repaired?: string];

export const faults = (...samples: readonly Sample[]): Fault[] =>
  samples.map(([written, rule, message, repaired]) => ({ written, rule, message, repaired }));

export const inSteps = (steps: string): string => `steps:\n${steps.replaceAll(/^ *- /gm, '  - ')}`;
