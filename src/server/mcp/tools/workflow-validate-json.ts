import { z } from 'zod';
import type { CheckedGuide } from '../../../operations/index.ts';
import { defineTool } from '../contract/define-tool.ts';
import { flag, list, object, record, text } from '../present/answer-schema.ts';
import { presentViolation, violationAnswer } from '../present/present-document.ts';
import { performRenamed } from './perform-renamed.ts';
import { readOnlyHints } from './tool-fields.ts';

export const workflowValidateJson = defineTool({
  name: 'workflow_validate_json',
  title: 'Check the JSON of a guide',
  toolset: 'guides',
  isUsual: false,
  description: `Checks the text of a guide (JSON; YAML is read, too) without saving it, and tells every mistake at once: syntax with line and column, missing and unknown fields, ids used twice, loops without a body, steps that can never be reached, conditions that can never hold, functions called wrongly.

Use it on every draft of a guide. “issues” has one sentence for each mistake, “suggestions” what repairs them, “violations” the same with places and edits; correct all of them and check again until valid is true. With repair: true, “repaired” is the text with everything corrected that is certain: misspelled fields, ids of a wrong form, brackets that are not closed; go on with that text. “warnings” tell what is not supported.
A valid guide is saved with workflow_save. Documents of other languages are checked with workflow_validate_manifest.`,
  operations: ['guides.check'],
  hints: readOnlyHints,
  input: z.strictObject({
    workflowJson: z.string().min(1).max(1_048_576).describe('The whole document as a text.'),
    repair: z.boolean().default(false).describe('Also give the document with what is certain put right.'),
  }),
  spellings: { workflow_json: 'workflowJson', content: 'workflowJson', manifest_content: 'workflowJson' },
  output: object({
    valid: flag(),
    issues: list(text(), 'One for each mistake, in the order of the text; empty where it is valid.'),
    suggestions: list(text(), 'Empty where it is valid.'),
    violations: list(violationAnswer, 'The same mistakes with their places; absent where it is valid.'),
    warnings: list(violationAnswer, 'Absent where there are none.'),
    repaired: text('With “repair”: the document with fewer mistakes; absent where nothing is certain.'),
    left_out: record('By field: what was too big for this answer.'),
  }),
  aliases: ['workflow.validate_json', 'workflow/validate_json'],
  async perform({ workflowJson: source, repair }, call) {
    const report = await performRenamed<CheckedGuide>(
      call,
      'guides.check',
      { source, repair },
      { source: 'workflowJson' },
    );
    const { valid, issues, suggestions, violations, warnings, repaired } = report;
    const value = {
      valid,
      issues,
      suggestions,
      ...(violations.length === 0 ? {} : { violations: violations.map(presentViolation) }),
      ...(warnings.length === 0 ? {} : { warnings: warnings.map(presentViolation) }),
      ...(repaired === undefined ? {} : { repaired }),
    };
    return {
      kind: 'answer',
      value,
      bulky: ['repaired', 'violations'],
      rest: 'Correct these, and check again.',
    };
  },
});
