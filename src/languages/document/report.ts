/** Reports an error in a value of a document. */
import type { Located } from './located.ts';
import type { Mistake, Reporter } from './reporter.ts';

export function report(
  reporter: Reporter,
  located: Pick<Located, 'span' | 'path'>,
  mistake: Pick<Mistake, 'rule' | 'message' | 'expected' | 'actual' | 'suggestion'>,
): void {
  // Marks only the first line of a value with several lines.
  const { start, end } = located.span;
  const lineEnd = reporter.source.text.indexOf('\n', start);
  const at = { start, end: lineEnd < 0 ? end : Math.min(lineEnd, end) };
  reporter.report({ at, path: located.path, ...mistake });
}
