/** A mistake inside an expression, at its place in the document. */
import type { ExpressionProblem } from '../../expression/index.ts';
import type { LocatedScalar } from '../document/located.ts';
import type { Reporter } from '../document/reporter.ts';
import { replaceInScalar } from '../document/scalar-edits.ts';
import { spanIn } from '../document/scalar-offset.ts';

export function reportProblem(reporter: Reporter, scalar: LocatedScalar, problem: ExpressionProblem): void {
  const { span, fix, rule, message, expected, actual } = problem;
  reporter.report({
    at: spanIn(reporter.source, scalar, span.start, Math.max(span.end, span.start + 1)),
    path: scalar.path,
    rule,
    message,
    expected,
    actual,
    suggestion:
      fix === null
        ? undefined
        : {
            text:
              fix.text === '' ? 'Leave it out.' : `Write ${rule === 'unknown-name' ? '$' : ''}${fix.text}`,
            edits: replaceInScalar(reporter.source, scalar, fix.span.start, fix.span.end, fix.text),
          },
  });
}
