import { z } from 'zod';
import { flag, list, object, record, text } from '../../../answer-schema.ts';
import type { OperationTool } from '../../../operation-tool.ts';
import { presentViolation } from '../../../present-violation.ts';
import type { CheckedText } from '../../check-guide-text.ts';
import { toolset } from './guide-tool-fields.ts';

export const workflowValidateJson: OperationTool = {
  name: 'workflow_validate_json',
  title: 'Validate the JSON of a guide',
  toolset,
  description: `Validates the text of a guide (JSON or YAML) without saving it, and reports all errors at once.

Use it on every draft. “issues” has one sentence for each error, “suggestions” how to correct it, “violations” positions and edits; correct all, and validate again until valid is true. repair: true returns the text with all unambiguous corrections.
The syntax: workflow_get with {"language": "guide"}. Next: workflow_save.`,
  input: z.strictObject({
    workflowJson: z.string().min(1).max(1_048_576).describe('The whole document.'),
    repair: z.boolean().default(false).describe('Also correct it.'),
  }),
  spellings: { workflow_json: 'workflowJson', content: 'workflowJson', manifest_content: 'workflowJson' },
  output: object({
    valid: flag,
    issues: list(text),
    suggestions: list(text),
    violations: list(record),
    repaired: text,
    next: text,
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
