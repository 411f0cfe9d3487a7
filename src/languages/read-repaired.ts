/** Reads a document with syntax errors as its repaired text, so that one syntax error does not hide other errors. */
import { parseDocument, type SourceDocument } from './document/parse-document.ts';
import { repairSyntax } from './document/repair-syntax.ts';
import { createReportQuota } from './document/reporter.ts';
import { listViolations } from './document/violation-list.ts';
import type { ReadEnvironment, ReadResult, SourceFile } from './workflow.ts';

export function readRepaired(
  file: SourceFile,
  { maxErrors }: Pick<ReadEnvironment, 'maxErrors'>,
  read: (source: SourceDocument) => ReadResult,
): ReadResult {
  const source = parseDocument(file, createReportQuota(maxErrors));
  const isBroken = source.violations.some(({ rule }) => rule === 'syntax' || rule === 'limit');
  if (!isBroken) return read(source);
  const broken = source.violations.filter(({ rule }) => rule !== 'duplicate-key');
  const repaired = repairSyntax(source);
  const { workflows, violations, warnings, language } = read(repaired?.document ?? source);
  // Other errors in a text that could not be repaired are unreliable.
  const { toOriginal } = repaired ?? { toOriginal: undefined };
  return {
    language,
    workflows: workflows.map((workflow) => ({ ...workflow, program: null })),
    violations:
      toOriginal === undefined
        ? broken
        : listViolations([...broken, ...violations.map(toOriginal)], 0, maxErrors),
    warnings: toOriginal === undefined ? [] : warnings.map(toOriginal),
  };
}
