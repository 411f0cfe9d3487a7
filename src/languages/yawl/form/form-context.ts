/** What all form readers share. */
import type { Span } from '../../../expression/index.ts';
import type { Mistake, Reporter, SpanEdit } from '../../document/reporter.ts';
import type { XmlElement } from '../../xml/xml-tree.ts';
import type { SourceLocation } from '../schema.ts';
import type { Version } from './versions.ts';

export interface FormContext {
  readonly version: Version;
  /** The namespace of every element except those of XML Schema. */
  readonly namespace: string;
  readonly text: string;
  report(
    at: SourceLocation,
    mistake: Pick<Mistake, 'rule' | 'message' | 'expected' | 'actual' | 'suggestion'>,
  ): void;
  /** Whether the limit of reports is reached. Nothing more is reported then. */
  isFull(): boolean;
  /** Reported as a warning, without further effect. */
  warn(at: SourceLocation, mistake: Pick<Mistake, 'rule' | 'message' | 'expected' | 'actual'>): void;
}

/** Limit on reports. */
const maxMistakes = 1000;

export function createFormContext(
  version: Version,
  namespace: string,
  violations: Reporter,
  warnings: Reporter,
): FormContext {
  let left = maxMistakes;
  const reportTo = (reporter: Reporter): FormContext['report'] => {
    return ({ span, path }, mistake) => {
      left -= 1;
      if (left >= 0) reporter.report({ at: span, path, ...mistake });
    };
  };
  const { text } = violations.source;
  return {
    version,
    namespace,
    text,
    report: reportTo(violations),
    warn: reportTo(warnings),
    isFull: () => left < 0,
  };
}

/** Renames an element, including its end tag. */
export function renameElement(text: string, element: XmlElement, name: string): readonly SpanEdit[] {
  const written = element.name.includes(':') ? `${element.name.split(':')[0]}:${name}` : name;
  const start = text.lastIndexOf('</', element.span.end - 1) + 2;
  const endTag: Span = { start, end: start + element.name.length };
  const closed = start > element.nameSpan.end && endTag.end < element.span.end;
  const spans = closed ? [element.nameSpan, endTag] : [element.nameSpan];
  return spans.map((span) => ({ span, text: written }));
}
