/**
 * Checks the text of a guide without saving it: reports all errors at once, and corrects those with a certain
 * correction.
 */
import { z } from 'zod';
import {
  findSyntaxFault,
  guideLanguage,
  isUnlistedEntry,
  type ReadResult,
  type SourceFile,
  type Violation,
} from '../../languages/index.ts';
import type { Operation } from '../contract/operation.ts';
import { flag, listOf, objectOf, text } from '../contract/output-fields.ts';
import { pathField } from '../definitions/definition-fields.ts';
import { violationSchema } from '../definitions/violation-schema.ts';
import { runQueued } from '../read-queued.ts';
import { maxErrors, repairText } from '../repair.ts';
import { issueOf, missingKeyOf, suggestionsFor } from './issue-texts.ts';

/** Repair reads a text many times. */
const maxRepaired = 262_144;

const input = z.strictObject({
  source: z.string().min(1).max(1_048_576).describe('The text of the guide: JSON, or YAML.'),
  path: pathField
    .optional()
    .describe('File name of the guide; its extension decides between JSON and YAML if the text does not.'),
  repair: z
    .boolean()
    .default(false)
    .describe('Also returns the text with all certain corrections applied; for texts of up to 256 KB.'),
});

const output = objectOf({
  valid: flag('Whether the guide has no errors.'),
  issues: listOf(text(), 'One sentence per error, in the order of the text.'),
  suggestions: listOf(text(), 'How to correct them.'),
  violations: listOf(violationSchema, 'The same errors, with their locations and edits of the text.'),
  warnings: listOf(violationSchema, 'Unsupported or suspicious parts; the guide can be used nevertheless.'),
  repaired: z.exactOptional(text('The corrected text, if “repair” is set and something could be corrected.')),
  repair_stopped: z.exactOptional(text('The limit at which “repair” stopped, if it could correct more.')),
});

export type CheckedGuide = z.infer<typeof output>;

export const checkGuideDocument: Operation<z.infer<typeof input>, CheckedGuide> = {
  name: 'guides.check',
  scope: 'workflows:query',
  writes: false,
  summary: 'Checks the text of a guide without saving it, and can apply certain corrections.',
  input,
  output,
  perform: ({ tenant }, { source, path = 'guide', repair }, services) =>
    runQueued(services, tenant, () => check({ path: pathFor(path, source), text: source }, repair)),
};

function check(file: SourceFile, repairs: boolean): CheckedGuide {
  const { violations, warnings } = read(file);
  return {
    valid: violations.length === 0,
    issues: violations.map(issueOf),
    suggestions: [...new Set(violations.filter((each) => !isUnlistedEntry(each)).flatMap(suggestionsFor))],
    violations,
    warnings,
    ...(repairs && violations.length > 0 ? repaired(file) : {}),
  };
}

const read = (file: SourceFile, max?: number): ReadResult =>
  guideLanguage.read(file, { operations: null, ...(max === undefined ? {} : { maxErrors: max }) });

/** A text that begins as JSON must be JSON, unless its name ends with a YAML extension. */
const pathFor = (path: string, text: string): string =>
  !/\.(?:ya?ml|json)$/i.test(path) && /^\ufeff?\s*(?:```\w*\s*)?(?:[[{"/]|null\s*$)/.test(text)
    ? `${path}.json`
    : path;

function repaired(file: SourceFile): Pick<CheckedGuide, 'repaired' | 'repair_stopped'> {
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
