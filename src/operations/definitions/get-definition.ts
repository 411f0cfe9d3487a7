/** Returns one workflow: its parameters, its tasks, its document, its drawing, its errors and warnings. */
import { z } from 'zod';
import type { Json } from '../../kernel/index.ts';
import { json, listOf, objectOf, text } from '../../languages/output-fields.ts';
import { violationSchema } from '../../languages/violation-schema.ts';
import type { LibraryDocument } from '../../runtime/index.ts';
import type { Operation } from '../contract/operation.ts';
import type { Principal } from '../contract/principal.ts';
import type { Services } from '../contract/services.ts';
import { isXml } from '../documents/is-xml.ts';
import { runJob } from '../jobs/run-job.ts';
import { findApi, languageFields } from '../language-lists/language-apis.ts';
import { entriesOfDocument, getWorkflow } from './find-workflow.ts';
import { outlineFields, outlineInput, outlineOf } from './outline-definition.ts';
import { taskSchema, tasksOfWorkflow } from './tasks-of-workflow.ts';

const input = z.strictObject({
  ...outlineInput,
  parsed: z.boolean().default(false).describe('Also return the document as data.'),
});

const output = objectOf({
  ...outlineFields,
  tasks: listOf(taskSchema, 'Empty if nothing could be read.'),
  source: text('The text of its document.'),
  parsed: z.exactOptional(json('The document as data, if requested; null if it cannot be read or is XML.')),
  workflows: listOf(text(), 'Ids of all workflows of its document.'),
  violations: listOf(violationSchema, 'Of its whole document.'),
  warnings: listOf(violationSchema, 'Of its whole document.'),
  ...languageFields(({ workflows }) => workflows?.detailFields),
});

export type DefinitionDetails = z.infer<typeof output>;

export const getDefinition: Operation<z.infer<typeof input>, DefinitionDetails> = {
  name: 'definitions.get',
  scope: 'specs:read',
  writes: false,
  summary:
    'Returns a workflow: its parameters, its tasks, its document, its drawing, its errors and warnings.',
  rest: { method: 'GET', path: '/v1/workflows/{workflow}', tag: 'workflows' },
  input,
  output,
  async perform(principal, { workflow: id, parsed, ...drawn }, services) {
    const entry = await getWorkflow(services, principal, id);
    services.connectorListings?.refresh();
    const { document } = entry;
    const siblings = await entriesOfDocument(services, principal, document);
    const { workflow } = entry;
    const views = findApi(document.language)?.workflows;
    return {
      ...(await outlineOf(services, principal, entry, drawn)),
      tasks: workflow === null ? [] : tasksOfWorkflow(workflow, document.language),
      source: document.source,
      ...(parsed ? { parsed: await dataOf(services, principal, document) } : {}),
      workflows: siblings.map((each) => each.id),
      violations: document.violations,
      warnings: document.warnings,
      ...(workflow === null ? {} : views?.details?.(workflow, services.clock.now())),
    };
  },
};

async function dataOf(
  services: Services,
  principal: Principal,
  { path, source: text }: LibraryDocument,
): Promise<Json> {
  // XML has no representation as data. The other fields describe its content.
  return isXml(text) ? null : runJob(services, principal, 'parse', { path, text });
}
