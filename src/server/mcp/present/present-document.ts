/** Presents the violations of a document. */
import type { Violation } from '../../../operations/index.ts';
import type { JsonObject } from '../contract/tool.ts';
import { object, record, text, whole } from './answer-schema.ts';

export const formatOf = (path: string): 'yaml' | 'json' | 'xml' =>
  /\.json$/i.test(path) ? 'json' : /\.(?:yawl|xml)$/i.test(path) ? 'xml' : 'yaml';

export const violationAnswer = object({
  path: text('Where in the document, or which field.'),
  rule: text(),
  message: text(),
  expected: text(),
  actual: text(),
  line: whole(),
  column: whole(),
  proposal: record('How to correct it: text, and edits of the document.'),
});

/** Whether it calls something that no single connector offers: the document is valid, but cannot run on this server. */
export const lacksOperations = (warnings: readonly Violation[]): boolean =>
  warnings.some(({ rule }) => rule === 'unknown-operation' || rule === 'ambiguous-operation');

export function presentViolation(violation: Violation): JsonObject {
  const { path, rule, message, expected, actual, line, column, endLine, endColumn, suggestion } = violation;
  const where = { line, column, end_line: endLine, end_column: endColumn };
  const described = { path, rule, message, expected, actual, ...where };
  return suggestion === null ? described : { ...described, proposal: presentProposal(suggestion) };
}

function presentProposal({ text, edits }: NonNullable<Violation['suggestion']>): JsonObject {
  return {
    text,
    edits: edits.map((edit) => ({
      line: edit.line,
      column: edit.column,
      end_line: edit.endLine,
      end_column: edit.endColumn,
      text: edit.text,
    })),
  };
}
