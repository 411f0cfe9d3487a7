import { z } from 'zod';
import { flag, list, object, record, text } from '../../../languages/answer-schema.ts';
import { countViolations, presentViolation, type ValidatedDefinition } from '../../../operations/index.ts';
import { defineTool } from '../contract/define-tool.ts';
import { nameSyntax } from '../present/name-syntax.ts';
import { lacksOperations } from '../present/present-document.ts';
import { performRenamed } from './perform-renamed.ts';
import { documentField, readOnlyHints } from './tool-fields.ts';

export const workflowValidate = defineTool({
  name: 'workflow_validate',
  title: 'Validate a workflow document',
  toolset: 'authoring',
  isUsual: true,
  description: `Validates the text of a workflow document without saving it, and reports all errors at once: syntax, unknown names, unset data, unreachable steps, deadlocks. Syntax: signalbox://languages/{language}, or workflow_get with mode “reference”.

Use it on every draft. Each violation has its position, what was expected, and often a proposal with edits; correct all, and validate again until valid is true.
Next: workflow_save, or workflow_run with manifest_content.`,
  operations: ['definitions.validate'],
  hints: readOnlyHints,
  input: z.strictObject({
    manifest_content: documentField,
    path: z.string().min(1).max(200).optional().describe('Its file name, such as “trips/summer.yaml”.'),
  }),
  spellings: { content: 'manifest_content', manifest: 'manifest_content', workflowJson: 'manifest_content' },
  output: object({
    valid: flag,
    language: text,
    workflows: list(record),
    violations: list(record),
    warnings: list(record),
    next: text,
  }),
  aliases: [
    ...['workflow.validate', 'workflow/validate'],
    ...['workflow_validate_manifest', 'workflow.validate_manifest'],
  ],
  async perform({ manifest_content: source, path }, call) {
    const report = await performRenamed<ValidatedDefinition>(
      call,
      'definitions.validate',
      { source, ...(path === undefined ? {} : { path }) },
      { source: 'manifest_content' },
    );
    const { valid, language, workflows, violations, warnings } = report;
    const value = {
      valid,
      language: language ?? '',
      workflows: workflows.map(({ parameters, ...rest }) => ({ ...rest, parameters: [...parameters] })),
      violations_total: countViolations(violations),
      violations: violations.map(presentViolation),
      warnings: warnings.map(presentViolation),
      next: nextOf(report),
    };
    return { kind: 'answer', value, rest: 'Correct these, and validate it again.' };
  },
});

function nextOf({ valid, language, warnings }: ValidatedDefinition): string {
  if (!valid) return `Correct everything in “violations”, and validate it again. ${nameSyntax(language)}`;
  return lacksOperations(warnings)
    ? 'It cannot run on this server: correct the names that “warnings” lists, or have a connector configured that offers them. It can be saved with workflow_save.'
    : 'Save it with workflow_save, or run it with workflow_run and manifest_content.';
}
