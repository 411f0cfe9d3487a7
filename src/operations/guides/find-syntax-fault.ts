/**
 * Why the text of a guide is no JSON, where it should be: as a mistake with its place. What begins as JSON has to be JSON;
 * everything else is read as YAML [U6.1].
 */
import { createReporter, createSourceText, type SourceFile, type Violation } from '../../languages/index.ts';
import { findJsonFault } from './find-json-fault.ts';

export const jsonSyntax = 'json-syntax';

/** Null where it is JSON, or is meant as YAML. */
export function findSyntaxFault(file: SourceFile): Violation | null {
  const fault = isMeantAsJson(file) ? findJsonFault(file.text) : undefined;
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
            text: remedy.told,
            edits: [{ span: { start: remedy.start, end: remedy.end }, text: remedy.text }],
          },
  });
  return reporter.violations()[0] ?? null;
}

const isMeantAsJson = ({ path, text }: SourceFile): boolean =>
  !/\.ya?ml$/i.test(path) && (/\.json$/i.test(path) || /^\ufeff?\s*[[{"/]/.test(text));
