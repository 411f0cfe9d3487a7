/** Reads a document, also one whose form is broken: as what its repairs make of it, so that nothing else is hidden. */
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
  // What is said about a text that could not be made out says nothing about what was meant.
  const { toOriginal } = repaired ?? { toOriginal: undefined };
  return {
    language,
    workflows: workflows.map((workflow) => ({ ...workflow, program: null })),
    violations:
      toOriginal === undefined ? broken : sortByPosition([...broken, ...violations.map(toOriginal)]),
    warnings: toOriginal === undefined ? [] : warnings.map(toOriginal),
  };
}

/** As they stand in the text. */
export function sortByPosition(violations: readonly Violation[]): readonly Violation[] {
  return [...violations].sort((a, b) => a.line - b.line || a.column - b.column);
}
