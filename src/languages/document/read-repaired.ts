/** Reads a document with syntax errors as its repaired text, so that one syntax error does not hide other errors. */
import type { ReadResult, SourceFile } from '../language.ts';
import type { Violation } from '../violation.ts';
import { parseDocument, type SourceDocument } from './parse-document.ts';
import { repairSyntax } from './repair-syntax.ts';

export function readRepaired(file: SourceFile, read: (source: SourceDocument) => ReadResult): ReadResult {
  const source = parseDocument(file);
  const broken = source.violations.filter(({ rule }) => rule === 'syntax' || rule === 'limit');
  if (broken.length === 0) return read(source);
  const repaired = repairSyntax(source);
  const { workflows, violations, warnings, language } = read(repaired?.document ?? source);
  // Other errors in a text that could not be repaired are unreliable.
  const { toOriginal } = repaired ?? { toOriginal: undefined };
  return {
    language,
    workflows: workflows.map((workflow) => ({ ...workflow, program: null })),
    violations:
      toOriginal === undefined ? broken : sortByPosition([...broken, ...violations.map(toOriginal)]),
    warnings: toOriginal === undefined ? [] : warnings.map(toOriginal),
  };
}

/** Positions refer to the original text. */
export function sortByPosition(violations: readonly Violation[]): readonly Violation[] {
  return [...violations].sort((a, b) => a.line - b.line || a.column - b.column);
}
