/**
 * A text that is meant to be a guide, whatever it looks like: JSON, or YAML. What begins as JSON has to be JSON, and where it
 * is not, that alone is told of it: everything else hangs on it [U6.1].
 */
import {
  createReporter,
  createSourceText,
  guideLanguage,
  type Reading,
  type SourceFile,
  type Violation,
} from '../../languages/index.ts';
import { findJsonFault } from './find-json-fault.ts';

export interface GuideDocument {
  /** Why it is no JSON, where it should be; null where it is, or is YAML. */
  readonly fault: Violation | null;
  /** What could be made of it. */
  readonly reading: Reading;
}

export function readGuideDocument(file: SourceFile): GuideDocument {
  const reading = guideLanguage.read(file, { operations: null });
  return { fault: isMeantAsJson(file) ? jsonFault(file) : null, reading };
}

/**
 * All mistakes: of a text that is no JSON those, too, that would be left when it was. What they propose is known when it is.
 */
export const mistakesOf = ({ fault, reading }: GuideDocument): readonly Violation[] =>
  fault === null ? reading.violations : [fault, ...hiddenBy(reading)];

const hiddenBy = ({ violations }: Reading): readonly Violation[] =>
  violations.filter(({ rule }) => rule !== 'syntax').map((each) => ({ ...each, suggestion: null }));

const isMeantAsJson = ({ path, text }: SourceFile): boolean =>
  !/\.ya?ml$/i.test(path) && (/\.json$/i.test(path) || /^\ufeff?\s*[[{"/]/.test(text));

export const jsonSyntax = 'json-syntax';

function jsonFault(file: SourceFile): Violation | null {
  const fault = findJsonFault(file.text);
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
