import { z } from 'zod';
import { flag, list, object, record, text } from '../../../answer-schema.ts';
import type { OperationTool } from '../../../operation-tool.ts';
import { presentViolation, violationAnswer } from '../../../present-violation.ts';
import type { CheckedText } from '../../check-guide-text.ts';
import { toolset } from './guide-tool-fields.ts';

export const workflowValidateJson: OperationTool = {
  name: 'workflow_validate_json',
  title: 'Validate the JSON of a guide',
  toolset,
  description: `Validates the text of a guide (JSON or YAML) without saving it, and reports all errors at once: syntax with line and column, missing and unknown fields, duplicate ids, loops without a body, unreachable steps, conditions that can never hold, wrong function calls.

Use it on every draft of a guide. “issues” has one sentence for each error, “suggestions” how to correct it, “violations” the same with positions and edits; correct all of them and validate again until valid is true. With repair: true, “repaired” is the text with all unambiguous corrections: misspelled fields, malformed ids, unclosed brackets; continue with that text. “warnings” list what is not supported.
The syntax, with examples: workflow_get with {"language": "guide"}. Save a valid guide with workflow_save. For documents of other languages, use workflow_validate_manifest.`,
  input: z.strictObject({
    workflowJson: z.string().min(1).max(1_048_576).describe('The whole document as text.'),
    repair: z.boolean().default(false).describe('Also return the document with all unambiguous corrections.'),
  }),
  spellings: { workflow_json: 'workflowJson', content: 'workflowJson', manifest_content: 'workflowJson' },
  output: object({
    valid: flag(),
    issues: list(text(), 'One for each error, in the order of the text; empty if valid.'),
    suggestions: list(text(), 'Empty if valid.'),
    violations: list(violationAnswer, 'The same errors with their positions; absent if valid.'),
    warnings: list(violationAnswer, 'Absent if there are none.'),
    repaired: text('With “repair”: the document with fewer errors; absent if nothing is unambiguous.'),
    repair_stopped: text('The limit at which “repair” stopped, if it could correct more.'),
    left_out: record('By field: what was too big for this answer.'),
    next: text('Absent if valid.'),
  }),
  aliases: ['workflow.validate_json', 'workflow/validate_json'],
  fields: { source: 'workflowJson' },
  present(result) {
    // The operation's own type guarantees the shape.
    const { language: _, violations, warnings, ...report } = result as unknown as CheckedText;
    return {
      ...report,
      ...(violations.length === 0 ? {} : { violations: violations.map(presentViolation) }),
      ...(warnings.length === 0 ? {} : { warnings: warnings.map(presentViolation) }),
    };
  },
  bulky: ['repaired', 'violations'],
  rest: 'Correct these, and validate again.',
};
