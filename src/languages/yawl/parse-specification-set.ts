/** A YAWL file as its tree, with everything that is wrong with its form. Never throws. */
import { createReporter, type Reporter } from '../document/reporter.ts';
import { createSourceText, type SourceText } from '../document/source-text.ts';
import type { SourceFile } from '../language.ts';
import type { YawlDocument } from './schema.ts';

export interface ParsedSpecificationSet {
  /** What could be understood; null where the text is no XML, or no specification set. */
  readonly document: YawlDocument | null;
  readonly source: SourceText;
  /** More may be reported to both. */
  readonly violations: Reporter;
  readonly warnings: Reporter;
}

export function parseSpecificationSet(file: SourceFile): ParsedSpecificationSet {
  const source = createSourceText(file);
  const violations = createReporter(source);
  const warnings = createReporter(source);
  return { document: null, source, violations, warnings };
}
