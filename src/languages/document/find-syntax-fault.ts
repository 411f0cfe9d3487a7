/** Reports why a file named `.json` is not JSON, with the position: other programs could not read it. */

import { findFence } from './find-fence.ts';
import { findJsonFault } from './find-json-fault.ts';
import { createReporter } from './reporter.ts';
import { createSourceText, type SourceText } from './source-text.ts';
import type { Violation } from './violation.ts';

export const jsonSyntax = 'json-syntax';

/** Null if the text is JSON, has another file name, or was pasted with a Markdown fence. */
export function findSyntaxFault(file: Pick<SourceText, 'path' | 'text'>): Violation | null {
  const fenced = findFence(file);
  if (fenced !== null) return fenced;
  const fault = /\.json$/i.test(file.path) ? findJsonFault(file.text) : undefined;
  if (fault === undefined) return null;
  const { message, position, remedy } = fault;
  const reporter = createReporter(createSourceText(file));
  reporter.report({
    at: { start: position, end: Math.min(position + 1, file.text.length) },
    path: '',
    rule: jsonSyntax,
    message: `JSON syntax error: ${message} at position ${position}`,
    expected: 'JSON',
    actual: 'something else',
    suggestion:
      remedy === undefined
        ? undefined
        : {
            text: remedy.description,
            edits: [{ span: { start: remedy.start, end: remedy.end }, text: remedy.text }],
          },
  });
  return reporter.violations()[0] ?? null;
}
