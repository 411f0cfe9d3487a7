/** Shows the violations of a document to agents. */
import type { Violation } from './document/violation.ts';
import type { Values } from './facets.ts';

export function presentViolation(violation: Violation): Values {
  const { path, rule, message, expected, actual, line, column, endLine, endColumn, suggestion } = violation;
  const where = { line, column, end_line: endLine, end_column: endColumn };
  const described = { path, rule, message, expected, actual, ...where };
  return suggestion === null ? described : { ...described, proposal: presentProposal(suggestion) };
}

function presentProposal({ text, edits }: NonNullable<Violation['suggestion']>): Values {
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
