import { z } from 'zod';
import {
  anything,
  choice,
  flag,
  list,
  object,
  record,
  text,
  whole,
} from '../../../languages/answer-schema.ts';
import {
  type DefinitionDetails,
  invalidDefinition,
  type OperationError,
  presentViolation,
  violationAnswer,
} from '../../../operations/index.ts';
import { defineTool } from '../contract/define-tool.ts';
import type { JsonObject } from '../contract/tool.ts';
import { toolsetsOfLanguages } from '../contract/toolsets.ts';
import { formatOf } from '../present/present-document.ts';
import { categoryOf, nameForPeople, sourceInWords } from '../present/present-origin.ts';
import { uriOfWorkflow } from '../resources/resource-uri.ts';
import { getSyntax, syntaxModes } from './get-syntax.ts';
import { nextOfStepwise, stepwiseFields, stepwiseOf } from './stepwise.ts';
import { readOnlyHints, workflowField } from './tool-fields.ts';

const modes = ['metadata', 'preview', 'source', ...syntaxModes] as const;

export const workflowGet = defineTool({
  name: 'workflow_get',
  title: 'Get a workflow',
  toolset: 'authoring',
  alsoIn: ['orchestration', ...toolsetsOfLanguages],
  isUsual: true,
  description: `Shows one workflow: what it does, its parameters as JSON Schema, its steps, or its document; if its steps are shown one at a time, its preconditions and its first step. With “language” instead of an id: how documents of that language are written.

Use it before workflow_run when you do not know the parameters, and before workflow_save when you want to change a document.
- mode “metadata”: name, purpose, parameters.
- mode “preview” (default with “id”): also a drawing of its steps, or only the first step if they are shown one at a time.
- mode “source” (default with “workflow_id”): the document as text (“content”) and parsed, with “version”: send that to workflow_save, so that no other change is lost.
- mode “reference” (default with “language”): the syntax of a language with examples, as at signalbox://languages/{language}. Read it before you write a document. Without “language”: the list of languages.
- mode “schema”: the schema of a language.
Next: what “next” says, or workflow_run; or edit “content”, validate it with workflow_validate_manifest, and save it with workflow_save.`,
  operations: ['definitions.get'],
  standsFor: ['languages.list', 'languages.get'],
  hints: readOnlyHints,
  input: z
    .strictObject({
      workflow_id: workflowField.optional().describe('Id of the workflow; shows its document.'),
      id: workflowField.optional().describe('The same id; shows its preview.'),
      language: z.string().min(1).max(50).optional().describe('Id of a language; shows its syntax.'),
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
    id: text(),
    workflow_id: text(),
    name: text(),
    description: text(),
    category: text('Its topic.'),
    tags: list(text()),
    source: text('Its source.'),
    ...stepwiseFields,
    totalSteps: whole(),
    language: text(),
    reference: text('The syntax of the language with examples, or the list of languages, as Markdown.'),
    schema: anything('The schema of the language: JSON Schema, or XML Schema as text.'),
    version: text('As its author wrote it; with mode “source” the SHA-256 of the document.'),
    authored_version: text(),
    revision: text('SHA-256 of the document.'),
    valid: flag(),
    missing_operations: list(
      text(),
      'It cannot run on this server: no single connector offers what it calls.',
    ),
    path: text(),
    format: choice(['yaml', 'json', 'xml']),
    writable: flag(),
    updated_at: text(),
    input_schema: record('JSON Schema of the inputs.'),
    steps: text('The steps on one line, unless they are shown one at a time.'),
    drawing: text('The steps as a drawing, unless they are shown one at a time.'),
    content: text('The document.'),
    parsed: anything('The document as JSON; null if it cannot be parsed.'),
    workflows: list(text(), 'Ids of all workflows of the document.'),
    violations: list(violationAnswer),
    warnings: list(violationAnswer),
    left_out: record('By field: what was too big for this answer, and how to read it.'),
    next: text('How to begin, if its steps are shown one at a time.'),
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
