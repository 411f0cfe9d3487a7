/** Finds the Markdown fence around a document that was pasted from a conversation. */

import { createReporter } from './reporter.ts';
import { createSourceText, type SourceText } from './source-text.ts';
import type { Violation } from './violation.ts';

const opening = /^\ufeff?\s*(?:```+|~~~+)[^\n`]*\n\s*/;
const closing = /\n[ \t]*(?:```+|~~~+)[ \t]*$/;

/** Null if the text does not begin with a fence. */
export function findFence(file: Pick<SourceText, 'path' | 'text'>): Violation | null {
  const open = opening.exec(file.text)?.[0].length;
  if (open === undefined) return null;
  const written = file.text.trimEnd();
  // Text after a second fence is not part of the document, but its meaning is unknown.
  const end = closing.exec(written.slice(open))?.index ?? written.length - open;
  const content = written.slice(open, open + end).trimEnd();
  if (content === '') return null;
  const reporter = createReporter(createSourceText(file));
  const close = open + content.length;
  reporter.report({
    at: { start: 0, end: open },
    path: '',
    rule: 'syntax',
    message: 'The text is in a Markdown fence.',
    expected: 'the document alone',
    actual: 'a fenced block',
    suggestion: {
      text: 'Remove the fence lines.',
      // Keeps the text next to the fences.
      edits: [
        { span: { start: 0, end: open + 1 }, text: file.text.charAt(open) },
        ...(close < file.text.length && content.length > 1
          ? [{ span: { start: close - 1, end: file.text.length }, text: file.text.charAt(close - 1) }]
          : []),
      ],
    },
  });
  return reporter.violations()[0] ?? null;
}
