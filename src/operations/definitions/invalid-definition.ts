/** The error for an invalid document, with all violations. */
import { countViolations } from '../../languages/index.ts';
import { OperationError } from '../contract/operation-error.ts';
import type { FileReport } from '../read-definition.ts';

export interface RefusedDocument {
  /** Beginning of the message: `“trips.yaml” is not saved`. */
  readonly what: string;
  readonly suggestedAction: string;
  readonly context?: { readonly [name: string]: string };
}

export function invalidDefinition(
  { violations, language }: Pick<FileReport, 'violations' | 'language'>,
  { what, suggestedAction, context = {} }: RefusedDocument,
): OperationError {
  const [first] = violations;
  const others = countViolations(violations) - 1;
  const more =
    others > 0 ? ` There ${others === 1 ? 'is another error' : `are ${others} other errors`}.` : '';
  return new OperationError({
    code: 'invalid_definition',
    message: `${what}: line ${first?.line}: ${first?.message}${more}`,
    suggestedAction,
    language,
    context: { ...context, ...(first === undefined ? {} : { line: first.line, column: first.column }) },
    violations: violations.map(({ path, rule, message, expected, actual, line, column }) => ({
      path,
      rule,
      message,
      expected,
      actual,
      line,
      column,
    })),
  });
}
