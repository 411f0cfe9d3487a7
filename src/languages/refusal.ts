/** Why a request to a language cannot be performed. Every interface reports it like its other errors. */
import type { Violation } from './document/violation.ts';
import { countViolations } from './document/violation-list.ts';
import { joinPhrases, type Phrase, phrase, plainText } from './phrase.ts';

export interface RefusalReport {
  /** A code of the error table, or of the language's own errors. */
  readonly code: string;
  readonly message: Phrase;
  /** What to do next. Default: the action of the code. */
  readonly suggestedAction?: Phrase;
  /** Ids that the error names. */
  readonly context?: { readonly [name: string]: string | number };
  readonly violations?: readonly RefusedPart[];
  /** Of the document that has errors; null if it was not recognised. Interfaces say where its syntax is described. */
  readonly language?: string | null;
}

/** One part of an input that is wrong. */
export type RefusedPart = Pick<Violation, 'path' | 'rule' | 'actual'> & {
  readonly message: Phrase;
  readonly expected: Phrase;
  readonly line?: number;
  readonly column?: number;
};

/** Thrown by operations of a language. */
export class Refusal extends Error {
  readonly report: RefusalReport;

  constructor(report: RefusalReport) {
    super(plainText(report.message));
    this.name = 'Refusal';
    this.report = report;
  }
}

/** @param name of the operation */
export function refuseInput(name: string, violations: readonly RefusedPart[]): RefusalReport {
  return {
    code: 'invalid_input',
    message: phrase`The input of ${{ operation: name }} is invalid: ${summaryOf(violations)}`,
    suggestedAction: 'Correct what is listed, and call again.',
    context: { operation: name },
    violations,
  };
}

/** Summarizes the violations in one line. The error carries all of them. */
export function summaryOf(violations: readonly Pick<RefusedPart, 'message'>[]): Phrase {
  const shown = violations.slice(0, 5).map(({ message }) => message);
  const left = violations.length - shown.length;
  return joinPhrases([...shown, ...(left > 0 ? [`And ${left} more.`] : [])]);
}

export interface RefusedDocument {
  /** Beginning of the message: `“trips.yaml” is not saved`. */
  readonly what: string;
  readonly suggestedAction: Phrase;
  readonly context?: { readonly [name: string]: string };
}

interface ErrorsOfDocument {
  readonly violations: readonly Violation[];
  readonly language: string | null;
}

/** The document has errors. The report has all of them. */
export function refuseDocument(
  { violations, language }: ErrorsOfDocument,
  { what, suggestedAction, context = {} }: RefusedDocument,
): RefusalReport {
  const [first] = violations;
  const others = countViolations(violations) - 1;
  const more =
    others > 0 ? ` There ${others === 1 ? 'is another error' : `are ${others} other errors`}.` : '';
  return {
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
  };
}
