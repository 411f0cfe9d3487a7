/** Checks the text of a guide: reports all errors at once, and corrects those with a certain correction. */
import { guideLanguage, type ReadResult, type SourceFile, type Violation } from '../../languages/index.ts';
import { repairText } from '../repair.ts';
import { issueOf, missingKeyOf, suggestionsFor } from './issue-texts.ts';

/** Repair reads a text many times. */
const maxRepaired = 262_144;

export interface GuideText {
  readonly path: string;
  readonly source: string;
  /** Whether to correct what has a certain correction. */
  readonly repair: boolean;
}

export function checkGuideText({ path, source, repair }: GuideText) {
  const file = { path: pathFor(path, source), text: source };
  const { violations, warnings } = read(file);
  const repaired =
    repair && violations.length > 0 && file.text.length <= maxRepaired
      ? repairedText(file, violations)
      : undefined;
  return {
    valid: violations.length === 0,
    issues: violations.map(issueOf),
    suggestions: [...new Set(violations.flatMap(suggestionsFor))],
    violations,
    warnings,
    ...(repaired === undefined ? {} : { repaired }),
  };
}

const read = (file: SourceFile): ReadResult => guideLanguage.read(file, { operations: null });

/** A text that begins as JSON must be JSON, unless its name ends with a YAML extension. */
const pathFor = (path: string, text: string): string =>
  !/\.(?:ya?ml|json)$/i.test(path) && /^\ufeff?\s*(?:```\w*\s*)?(?:[[{"/]|null\s*$)/.test(text)
    ? `${path}.json`
    : path;

/** `undefined` if nothing could be corrected. */
function repairedText(file: SourceFile, found: readonly Violation[]): string | undefined {
  const { text, changed } = repairText(
    file.text,
    (each) => (each === file.text ? found : read({ ...file, text: each }).violations),
    isCertain,
  );
  return changed ? text : undefined;
}

/** A missing or empty text is not corrected: only the author knows it. */
function isCertain(violation: Violation): boolean {
  if (violation.actual !== 'nothing') return violation.rule !== 'bad-length';
  const missing = missingKeyOf(violation);
  return missing !== null && followsFromOthers.has(missing.key);
}

/** Keys whose value follows from other keys or from the format. */
const followsFromOthers: ReadonlySet<string> = new Set(['type', 'maxIterations']);
