/** Checks the text of a guide without saving it: every mistake at once, in words, and put right where that is certain. */
import { z } from 'zod';
import { guideLanguage, type ReadResult, type SourceFile, type Violation } from '../../languages/index.ts';
import type { Operation } from '../contract/operation.ts';
import { flag, listOf, objectOf, text } from '../contract/output-fields.ts';
import { pathField } from '../definitions/definition-fields.ts';
import { violationSchema } from '../definitions/violation-schema.ts';
import { runQueued } from '../read-queued.ts';
import { repairText } from '../repair.ts';
import { issueOf, missingKeyOf, suggestionsFor } from './issue-texts.ts';

/** Reading a text again and again takes its time. */
const maxRepaired = 262_144;

const input = z.strictObject({
  source: z.string().min(1).max(1_048_576).describe('The text of the guide: JSON, or YAML.'),
  path: pathField
    .optional()
    .describe('File name that it is to have; it tells JSON and YAML apart where the text does not.'),
  repair: z
    .boolean()
    .default(false)
    .describe(
      'Also give the text with everything put right of which it is certain what was meant; texts of up to 256 KB.',
    ),
});

const output = objectOf({
  valid: flag('Whether there are no mistakes.'),
  issues: listOf(text(), 'One sentence for each mistake, in the order of the text.'),
  suggestions: listOf(text(), 'What would put them right.'),
  violations: listOf(violationSchema, 'The same mistakes, with their places and edits of the text.'),
  warnings: listOf(violationSchema, 'What is not supported, or odd; it keeps nobody from using the guide.'),
  repaired: z.exactOptional(
    text('The text with fewer mistakes, where that was asked for and something could be put right.'),
  ),
});

export type CheckedGuide = z.infer<typeof output>;

export const checkGuideDocument: Operation<z.infer<typeof input>, CheckedGuide> = {
  name: 'guides.check',
  scope: 'workflows:query',
  writes: false,
  summary: 'Checks the text of a guide without saving it, and repairs it where that is certain.',
  input,
  output,
  perform: ({ tenant }, { source, path = 'guide', repair }, services) =>
    runQueued(services, tenant, () => check({ path: pathFor(path, source), text: source }, repair)),
};

function check(file: SourceFile, repairs: boolean): CheckedGuide {
  const { violations, warnings } = read(file);
  const repaired =
    repairs && violations.length > 0 && file.text.length <= maxRepaired
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

/** What begins as JSON has to be JSON, where its name does not say that it is YAML. */
const pathFor = (path: string, text: string): string =>
  !/\.(?:ya?ml|json)$/i.test(path) && /^\ufeff?\s*(?:```\w*\s*)?(?:[[{"/]|null\s*$)/.test(text)
    ? `${path}.json`
    : path;

/** Undefined where nothing could be put right. */
function repairedText(file: SourceFile, found: readonly Violation[]): string | undefined {
  const { text, changed } = repairText(
    file.text,
    (each) => (each === file.text ? found : read({ ...file, text: each }).violations),
    isCertain,
  );
  return changed ? text : undefined;
}

/** What only the author knows is not made up: a text that is missing, or empty. */
function isCertain(violation: Violation): boolean {
  if (violation.actual !== 'nothing') return violation.rule !== 'bad-length';
  const missing = missingKeyOf(violation);
  return missing !== null && followsFromOthers.has(missing.key);
}

/** What the other keys tell, or what the format has for it. */
const followsFromOthers: ReadonlySet<string> = new Set(['type', 'maxIterations']);
