/** What the parts of a guide are read with. */
import type { Span } from '../../../expression/index.ts';
import type { LocatedEntry } from '../../document/located.ts';
import type { Reporter, SpanEdit } from '../../document/reporter.ts';
import type { Assessment } from '../schema.ts';

export interface GuideParseContext {
  readonly violations: Reporter;
  readonly warnings: Reporter;
  /** Ids that are to be used: of a step whose id is wrong, by the id as written. */
  readonly aliases: ReadonlyMap<string, string>;
  /** Gives a step another id wherever it stands, by the id as written. */
  readonly renameStep: (written: string, better: string) => readonly SpanEdit[];
  /** An id that no step has. */
  readonly freeId: (wanted: string) => string;
  /** The same for a step that lacks its id: where a loop refers to one that is not there, that one. */
  readonly missingId: (wanted: string) => string;
  /** For steps that say nothing about models. */
  readonly modelHint: string | null;
  readonly assessments: readonly Assessment[];
}

/** Whatever goes wrong in a part is told under one rule. */
export function underRule(reporter: Reporter, rule: string): Reporter {
  return { ...reporter, report: (mistake) => reporter.report({ ...mistake, rule }) };
}

/** A key that is read and changes nothing, told where it stands. */
export function warnKey(context: GuideParseContext, entry: LocatedEntry | undefined, instead: string): void {
  if (entry === undefined) return;
  const { key, keySpan: span, value } = entry;
  warnUnsupported(context, { span, path: value.path }, key, instead);
}

/** Something that is understood and not done. */
export function warnUnsupported(
  { warnings }: GuideParseContext,
  { span, path }: { readonly span: Span; readonly path: string },
  name: string,
  instead: string,
): void {
  warnings.report({
    at: span,
    path,
    rule: 'not-supported',
    message: `“${name}” is not supported: ${instead}.`,
    expected: 'what is supported',
    actual: name,
  });
}
