/** Reads a document, also one whose form is broken: as what its repairs make of it, so that nothing else is hidden. */
import type { Reading, SourceFile } from '../language.ts';
import type { Violation } from '../violation.ts';
import { parseDocument, type SourceDocument } from './parse-document.ts';
import { repairSyntax } from './repair-syntax.ts';

export function readRepaired(file: SourceFile, read: (source: SourceDocument) => Reading): Reading {
  const source = parseDocument(file);
  const broken = source.violations.filter(({ rule }) => rule === 'syntax' || rule === 'limit');
  if (broken.length === 0) return read(source);
  const repaired = repairSyntax(source);
  const { workflows, violations, warnings, language } = read(repaired?.document ?? source);
  // What is said about a text that could not be made out says nothing about what was meant.
  const { before } = repaired ?? { before: undefined };
  return {
    language,
    workflows: workflows.map((workflow) => ({ ...workflow, program: null })),
    violations: before === undefined ? broken : inOrder([...broken, ...violations.map(before)]),
    warnings: before === undefined ? [] : warnings.map(before),
  };
}

/** As they stand in the text. */
export function inOrder(violations: readonly Violation[]): readonly Violation[] {
  return [...violations].sort((a, b) => a.line - b.line || a.column - b.column);
}
