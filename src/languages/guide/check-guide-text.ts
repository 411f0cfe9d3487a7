/** Checks the text of a guide: reports all errors at once, and corrects those with a certain correction. */
import { findSyntaxFault } from '../document/find-syntax-fault.ts';
import { maxErrors, repairText } from '../document/repair-text.ts';
import type { Violation } from '../document/violation.ts';
import { isUnlistedEntry } from '../document/violation-list.ts';
import type { ReadResult, SourceFile } from '../workflow.ts';
import { issueOf, missingKeyOf, suggestionsFor } from './issue-texts.ts';
import { languageId, readGuide } from './read-guide.ts';

/** Repair reads a text many times. */
const maxRepaired = 262_144;

export interface GuideText {
  readonly path: string;
  readonly source: string;
  /** Whether to correct what has a certain correction. */
  readonly repair: boolean;
}

export interface CheckedText {
  readonly language: string;
  readonly valid: boolean;
  readonly issues: readonly string[];
  readonly suggestions: readonly string[];
  readonly violations: readonly Violation[];
  readonly warnings: readonly Violation[];
  readonly repaired?: string;
  readonly repair_stopped?: string;
}

export function checkGuideText({ path, source, repair }: GuideText): CheckedText {
  const file = { path: pathFor(path, source), text: source };
  const { violations, warnings } = read(file);
  return {
    language: languageId,
    valid: violations.length === 0,
    issues: violations.map(issueOf),
    suggestions: [...new Set(violations.filter((each) => !isUnlistedEntry(each)).flatMap(suggestionsFor))],
    violations,
    warnings,
    ...(repair && violations.length > 0 ? repaired(file) : {}),
  };
}

const read = (file: SourceFile, max?: number): ReadResult =>
  readGuide(file, max === undefined ? {} : { maxErrors: max });

/** A text that begins as JSON must be JSON, unless its name ends with a YAML extension. */
const pathFor = (path: string, text: string): string =>
  !/\.(?:ya?ml|json)$/i.test(path) && /^\ufeff?\s*(?:```\w*\s*)?(?:[[{"/]|null\s*$)/.test(text)
    ? `${path}.json`
    : path;

function repaired(file: SourceFile): { readonly repaired?: string; readonly repair_stopped?: string } {
  if (file.text.length > maxRepaired) {
    return { repair_stopped: `A text of more than ${maxRepaired} characters is not repaired.` };
  }
  const { text, changed, stopped } = repairText(
    file.text,
    (each) => violationsOf({ ...file, text: each }),
    isCertain,
  );
  return {
    ...(changed ? { repaired: text } : {}),
    ...(stopped === undefined ? {} : { repair_stopped: `${stopped} Repair the repaired text for more.` }),
  };
}

/** A syntax error hides all others, and is found without reading the guide. */
function violationsOf(file: SourceFile): readonly Violation[] {
  const fault = findSyntaxFault(file);
  return fault === null ? read(file, maxErrors).violations : [fault];
}

/** A missing or empty text is not corrected: only the author knows it. */
function isCertain(violation: Violation): boolean {
  if (violation.actual !== 'nothing') return violation.rule !== 'bad-length';
  const missing = missingKeyOf(violation);
  return missing !== null && followsFromOthers.has(missing.key);
}

/** Keys whose value follows from other keys or from the format. */
const followsFromOthers: ReadonlySet<string> = new Set(['type', 'maxIterations']);
