/** Reports an error inside an expression at its position in the document. */
import type { ExpressionProblem } from '../../expression/index.ts';
import type { LocatedScalar } from './located.ts';
import type { Proposal, Reporter } from './reporter.ts';
import { replaceInScalar } from './scalar-edits.ts';
import { spanIn } from './scalar-offset.ts';

/** @param otherwise the proposal if the expression has none */
export function reportProblem(
  reporter: Reporter,
  scalar: LocatedScalar,
  problem: ExpressionProblem,
  otherwise?: () => Proposal | undefined,
): void {
  const { span, fix, rule, message, expected, actual } = problem;
  reporter.report({
    at: reporter.isFull()
      ? { start: scalar.span.start + span.start, end: scalar.span.end }
      : spanIn(reporter.source, scalar, span.start, Math.max(span.end, span.start + 1)),
    path: scalar.path,
    rule,
    message,
    expected,
    actual,
    suggestion: () =>
      fix === null
        ? otherwise?.()
        : {
            text: fix.text === '' ? 'Remove it.' : `Write ${rule === 'unknown-name' ? '$' : ''}${fix.text}`,
            edits: replaceInScalar(reporter.source, scalar, fix.span.start, fix.span.end, fix.text),
          },
  });
}
