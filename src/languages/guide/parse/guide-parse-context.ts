/** The context for parsing the parts of a guide. */
import type { Span } from '../../../expression/index.ts';
import type { LocatedEntry } from '../../document/located.ts';
import type { Reporter, SpanEdit } from '../../document/reporter.ts';
import type { Assessment } from '../model/schema.ts';

export interface GuideParseContext {
  readonly violations: Reporter;
  readonly warnings: Reporter;
  /** Ids to use for steps whose id is invalid, by the id as written. */
  readonly aliases: ReadonlyMap<string, string>;
  /** Renames a step at all its occurrences, by the id as written. */
  readonly renameStep: (written: string, better: string) => readonly SpanEdit[];
  /** An id that no step has. */
  readonly freeId: (wanted: string) => string;
  /** An id for a step without one: the id that a loop references and no step has, if there is one. */
  readonly missingId: (wanted: string) => string;
  /** Default for steps without their own model. */
  readonly modelHint: string | null;
  readonly assessments: readonly Assessment[];
}

/** Reports all problems of a part under one rule. */
export function underRule(reporter: Reporter, rule: string): Reporter {
  return { ...reporter, report: (mistake) => reporter.report({ ...mistake, rule }) };
}

/** Warns about a key that is read and has no effect. */
export function warnKey(context: GuideParseContext, entry: LocatedEntry | undefined, instead: string): void {
  if (entry === undefined) return;
  const { key, keySpan: span, value } = entry;
  warnUnsupported(context, { span, path: value.path }, key, instead);
}

/** Warns about a feature that is recognized and not supported. */
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
    expected: 'a supported key',
    actual: name,
  });
}
