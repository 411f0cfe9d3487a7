/** Reports a mistake in a value of a document. */
import type { Located } from './located.ts';
import type { Mistake, Reporter } from './reporter.ts';

export function report(
  reporter: Reporter,
  located: Pick<Located, 'span' | 'path'>,
  mistake: Pick<Mistake, 'rule' | 'message' | 'expected' | 'actual' | 'suggestion'>,
): void {
  // A mark under many lines would say nothing.
  const { start, end } = located.span;
  const lineEnd = reporter.source.text.indexOf('\n', start);
  const at = { start, end: lineEnd < 0 ? end : Math.min(lineEnd, end) };
  reporter.report({ at, path: located.path, ...mistake });
}
