/** Stands in until the checks are there. */
import type { SourceDocument } from '../document/parse-document.ts';
import type { Reporter } from '../document/reporter.ts';
import type { Guide } from './schema.ts';

export function checkGuide(
  _guide: Guide,
  _source: SourceDocument,
  _reports: { readonly violations: Reporter; readonly warnings: Reporter },
): void {}
