import { z } from 'zod';
import { anything, entry, list, object, record, text } from '../../../languages/answer-schema.ts';
import {
  type DefinitionDetails,
  languageApis,
  presentViolation,
  violationAnswer,
} from '../../../operations/index.ts';
import { defineTool } from '../contract/define-tool.ts';
import type { JsonObject } from '../contract/tool.ts';
import { presentSpecification, specificationFields } from '../present/present-specification.ts';
import { uriOfWorkflow } from '../resources/resource-uri.ts';
import { readOnlyHints, specField } from './tool-fields.ts';

const taskFieldsOfLanguages: JsonObject = Object.assign(
  {},
  ...languageApis.map(({ workflows }) => workflows?.taskAnswerFields),
);

const taskAnswer = entry(
  {
    task_id: text('task_name of its work items.'),
    name: text(),
    kind: text('call, question (becomes a work item), branch, foreach, workflow, wait, compensate, error, …'),
    description: text(),
    after: list(text(), 'Ids of the preceding tasks.'),
    remarks: list(text(), 'Conditions, retries, what undoes it.'),
    operation: text('What it calls.'),
    answer_schema: record('For a question: JSON Schema of the answer (output_data of workitems_complete).'),
    offered_to: text('For a question: who may answer it, if restricted.'),
    net: text('Its net, if the specification has several.'),
    ...taskFieldsOfLanguages,
  },
  [...['operation', 'answer_schema', 'offered_to'], ...['net', ...Object.keys(taskFieldsOfLanguages)]],
);

export const specificationsDescribe = defineTool({
  name: 'specifications_describe',
  title: 'Describe a specification',
  toolset: 'cases',
  isUsual: false,
  terms: 'cases',
  description: `Describes one specification: the case_data it takes (data_schema, JSON Schema), its tasks in order, what they call and whom they ask, a drawing, and its document.

Use it before cases_submit when you do not know the case_data, and to learn which answers its work items take (answer_schema of a task of kind “question”).
Next: cases_submit with case_data that matches data_schema.`,
  operations: ['definitions.get'],
  hints: readOnlyHints,
  input: z.strictObject({
    spec_id: specField,
    include_source: z.boolean().default(true).describe('Also return its document.'),
  }),
  output: object({
    ...specificationFields,
    data_schema: record('JSON Schema of case_data.'),
    tasks: list(taskAnswer),
    steps: text('The tasks on one line.'),
    drawing: text('The tasks as a drawing.'),
    spec_xml: anything('The document if it is XML; otherwise null.'),
    source: text('The document in its own language, if it is not XML.'),
    violations: list(violationAnswer, 'Errors of its document; with errors it cannot run.'),
    left_out: record('By field: what was too big for this answer, and how to read it.'),
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
