import { z } from 'zod';
import { anything, list, object, record, text } from '../../../languages/answer-schema.ts';
import { type DefinitionDetails, languageApis, presentViolation } from '../../../operations/index.ts';
import { defineTool } from '../contract/define-tool.ts';
import type { JsonObject } from '../contract/tool.ts';
import { presentSpecification } from '../present/present-specification.ts';
import { uriOfWorkflow } from '../present/resource-uri.ts';
import { readOnlyHints, specField } from './tool-fields.ts';

export const specificationsDescribe = defineTool({
  name: 'specifications_describe',
  title: 'Describe a specification',
  toolset: 'cases',
  isUsual: false,
  terms: 'cases',
  description: `Describes one specification: the case_data it takes (data_schema), its tasks in order, what they call and whom they ask, a drawing, and its document.

Use it before cases_submit, and to learn which answers its work items take (answer_schema of a task).
Next: cases_submit with case_data that matches data_schema.`,
  operations: ['definitions.get'],
  hints: readOnlyHints,
  input: z.strictObject({
    spec_id: specField,
    include_source: z.boolean().default(true).describe('Also return its document.'),
  }),
  output: object({
    spec_id: text,
    version: text,
    description: text,
    data_schema: record,
    tasks: list(object({ task_id: text, kind: text, after: list(text), answer_schema: record })),
    drawing: text,
    spec_xml: anything,
    source: text,
    violations: list(record),
  }),
  aliases: ['specifications/describe', 'specifications.describe'],
  async perform({ spec_id: workflow, include_source: isWhole }, call) {
    const details = await call.perform<DefinitionDetails>('definitions.get', { workflow });
    const resource = uriOfWorkflow(details, 'source');
    return {
      kind: 'answer',
      value: present(details, isWhole),
      resource,
      bulky: ['spec_xml', 'source', 'drawing', 'data_schema', 'tasks'],
    };
  },
});

function present(details: DefinitionDetails, isWhole: boolean): JsonObject {
  const { violations } = details;
  const isXml = /^\ufeff?\s*</.test(details.source);
  return {
    ...presentSpecification(details),
    data_schema: details.inputSchema,
    tasks: details.tasks.map((task) => presentTask(task, details.language)),
    steps: details.line,
    drawing: details.drawing,
    spec_xml: isWhole && isXml ? details.source : null,
    // The document is returned once.
    ...(isWhole && !isXml ? { source: details.source } : {}),
    ...(violations.length === 0 ? {} : { violations: violations.map(presentViolation) }),
  };
}

function presentTask(task: DefinitionDetails['tasks'][number], language: string | null): JsonObject {
  const { name, kind, description, after, remarks, operation, answerSchema, offeredTo } = task;
  const { net } = task;
  return {
    task_id: task.task,
    name,
    kind,
    description,
    after,
    remarks,
    ...(operation === undefined ? {} : { operation }),
    ...(answerSchema === undefined ? {} : { answer_schema: answerSchema }),
    ...(offeredTo === undefined ? {} : { offered_to: offeredTo }),
    ...(net === undefined ? {} : { net }),
    ...languageApis.find(({ id }) => id === language)?.workflows?.presentTask?.(task),
  };
}
