/** What all form readers share. */
import type { Span } from '../../../expression/index.ts';
import type { Mistake, Reporter, SpanEdit } from '../../document/reporter.ts';
import type { XmlElement } from '../../xml/xml-tree.ts';
import type { SourceLocation } from '../model/schema.ts';
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
  /** Whether further errors are only counted. */
  isFull(): boolean;
  /** Reported as a warning, without further effect. */
  warn(at: SourceLocation, mistake: Pick<Mistake, 'rule' | 'message' | 'expected' | 'actual'>): void;
}

export function createFormContext(
  version: Version,
  namespace: string,
  violations: Reporter,
  warnings: Reporter,
): FormContext {
  const reportTo =
    (reporter: Reporter): FormContext['report'] =>
    ({ span, path }, mistake) =>
      reporter.report({ at: span, path, ...mistake });
  return {
    version,
    namespace,
    text: violations.source.text,
    report: reportTo(violations),
    warn: reportTo(warnings),
    isFull: violations.isFull,
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
