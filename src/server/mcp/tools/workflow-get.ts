import { z } from 'zod';
import { object, record, text } from '../../../languages/answer-schema.ts';
import {
  type DefinitionDetails,
  invalidDefinition,
  type OperationError,
  presentViolation,
} from '../../../operations/index.ts';
import { defineTool } from '../contract/define-tool.ts';
import type { JsonObject } from '../contract/tool.ts';
import { toolsetsOfLanguages } from '../contract/toolsets.ts';
import { formatOf } from '../present/present-document.ts';
import { categoryOf, nameForPeople, sourceInWords } from '../present/present-origin.ts';
import { uriOfWorkflow } from '../present/resource-uri.ts';
import { getSyntax, syntaxModes } from './get-syntax.ts';
import { nextOfStepwise, stepwiseOf } from './stepwise.ts';
import { readOnlyHints, workflowField } from './tool-fields.ts';

const modes = ['metadata', 'preview', 'source', ...syntaxModes] as const;

export const workflowGet = defineTool({
  name: 'workflow_get',
  title: 'Get a workflow',
  toolset: 'authoring',
  alsoIn: ['orchestration', ...toolsetsOfLanguages],
  isUsual: true,
  description: `Shows one workflow: purpose, parameters, steps, or its document. With “language” instead of an id: how documents are written, as at signalbox://languages/{language}.

Use it before workflow_run, for the parameters, and before you write a document. Modes:
- metadata; preview (default with “id”): also a drawing.
- source (default with “workflow_id”): the document as “content”, and its “version”.
- reference (default with “language”), schema; without “language”, a list of languages.
Next: workflow_run; or workflow_validate and workflow_save.`,
  operations: ['definitions.get'],
  standsFor: ['languages.list', 'languages.get'],
  hints: readOnlyHints,
  input: z
    .strictObject({
      workflow_id: workflowField.optional().describe('Id of the workflow.'),
      id: workflowField.optional().describe('The same, for a preview.'),
      language: z.string().min(1).max(50).optional().describe('Id of a language.'),
      mode: z.enum(modes).optional().describe('How much to show.'),
    })
    .refine(
      ({ id, workflow_id: other, ...asked }) =>
        id !== undefined || other !== undefined || syntaxModeOf(asked) !== undefined,
      {
        path: ['workflow_id'],
        message: 'the id of a workflow, as workflow_list shows it; or “language”, the id of a language',
      },
    )
    .refine(
      ({ id, workflow_id: other, language }) =>
        language === undefined || (id === undefined && other === undefined),
      { path: ['language'], message: 'absent, or without the id of a workflow' },
    )
    .refine(({ id, workflow_id: other }) => id === undefined || other === undefined || id === other, {
      path: ['id'],
      message: 'absent, or the same as “workflow_id”',
    }),
  output: object({
    workflow_id: text,
    description: text,
    input_schema: record,
    steps: text,
    drawing: text,
    content: text,
    version: text,
    reference: text,
    next: text,
  }),
  aliases: ['workflow.get', 'workflow/get'],
  async perform({ workflow_id: other, id = other, language, mode }, call) {
    const asked = syntaxModeOf({ language, mode });
    if (asked !== undefined) return getSyntax(call, asked, language);
    const shown = mode ?? (other === undefined ? 'preview' : 'source');
    const isSource = shown === 'source';
    const details = await call.perform<DefinitionDetails>('definitions.get', {
      workflow: id,
      parsed: isSource,
    });
    const stepwise = stepwiseOf(details.language);
    const isReadable = details.language !== null && stepwise === undefined;
    if (!isSource && !isReadable && !details.valid) throw unreadable(details);
    const value = {
      ...metadataOf(details),
      ...(stepwise === undefined ? { steps: details.line } : stepwise.summary(details)),
      ...(shown === 'preview' ? (stepwise?.preview(details) ?? { drawing: details.drawing }) : {}),
      ...(isSource ? sourceOf(details) : {}),
      ...nextOfStepwise(details),
    };
    const resource = uriOfWorkflow(details, isSource ? 'source' : 'whole');
    return {
      kind: 'answer',
      value,
      resource,
      bulky: ['parsed', 'content', 'drawing', 'firstStep', 'input_schema', 'about'],
    };
  },
});

/** `undefined` if a workflow is asked for. */
function syntaxModeOf({
  language,
  mode,
}: {
  readonly language?: string | undefined;
  readonly mode?: string | undefined;
}) {
  const named = syntaxModes.find((each) => each === mode);
  return named ?? (language !== undefined && mode === undefined ? 'reference' : undefined);
}

function metadataOf(details: DefinitionDetails): JsonObject {
  const { id, description, language, version, revision, valid, path, writable, tags = [] } = details;
  return {
    id,
    workflow_id: id,
    name: nameForPeople(details),
    description,
    category: categoryOf(details),
    ...(tags.length === 0 ? {} : { tags }),
    source: sourceInWords(details),
    language: language ?? '',
    version,
    authored_version: version,
    revision,
    valid,
    path,
    format: formatOf(path),
    writable,
    updated_at: details.changedAt,
    input_schema: details.inputSchema,
    totalSteps: details.tasks.length,
    ...(details.missing.length === 0 ? {} : { missing_operations: details.missing }),
  };
}

function unreadable({ id, path, language, violations }: DefinitionDetails): OperationError {
  return invalidDefinition(
    { violations, language },
    {
      what: `“${id}” has errors`,
      suggestedAction: 'Correct the listed errors in its document; mode “source” shows it.',
      context: { workflow: id, path },
    },
  );
}

function sourceOf(details: DefinitionDetails): JsonObject {
  const { revision, source, workflows, violations, warnings, parsed = null } = details;
  return {
    version: revision,
    content: source,
    parsed,
    workflows,
    violations: violations.map(presentViolation),
    warnings: warnings.map(presentViolation),
  };
}
