import { z } from 'zod';
import { flag, list, object, record, text } from '../../../languages/answer-schema.ts';
import { presentViolation, type SavedDocument } from '../../../operations/index.ts';
import { defineTool } from '../contract/define-tool.ts';
import { formatOf, lacksOperations } from '../present/present-document.ts';
import { performRenamed } from './perform-renamed.ts';
import { documentField } from './tool-fields.ts';

export const workflowSave = defineTool({
  name: 'workflow_save',
  title: 'Save a workflow document',
  toolset: 'authoring',
  isUsual: true,
  description: `Saves a whole workflow document, new or changed. One with errors is refused with all of them. Syntax: signalbox://languages/{language}, or workflow_get with mode “reference”.

To change one, read it with workflow_get (mode “source”), and send the edited text with its path and “version”; if it changed since, you get a conflict: read it again. overwrite: true only when the user wants that.
Active runs keep their document. Next: workflow_run, or its w_… tool.`,
  operations: ['definitions.save'],
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    content: documentField,
    path: z.string().min(1).max(200).optional().describe('Where, such as “trips/summer.yaml”.'),
    language: z.string().min(1).max(50).optional().describe('Expected language.'),
    version: z
      .string()
      .regex(/^[0-9a-f]{64}$/, 'a version from workflow_get: 64 hexadecimal digits')
      .optional()
      .describe('“version” of what it replaces.'),
    overwrite: z.boolean().default(false).describe('Replace an existing document.'),
  }),
  spellings: { manifest_content: 'content', manifest: 'content', revision: 'version' },
  output: object({
    path: text,
    workflows: list(text),
    version: text,
    created: flag,
    warnings: list(record),
    next: text,
  }),
  aliases: ['workflow.save', 'workflow/save'],
  async perform({ content: source, version: revision, overwrite, ...rest }, call) {
    const written = await performRenamed<SavedDocument>(
      call,
      'definitions.save',
      { ...rest, source, overwrite, ...(revision === undefined ? {} : { revision }) },
      { source: 'content', revision: 'version' },
    );
    const ids = written.definitions.map(({ id }) => id);
    const [first = ''] = ids;
    const value = {
      path: written.path,
      workflow_id: first,
      workflows: ids,
      version: written.revision,
      revision: written.revision,
      format: formatOf(written.path),
      created: written.created,
      warnings: written.warnings.map(presentViolation),
      next: lacksOperations(written.warnings)
        ? 'Saved, but not everything in it can run on this server: “warnings” lists the calls that do not fit.'
        : nextOf(ids),
    };
    return { kind: 'answer', value };
  },
});

/** A document with hundreds of workflows is represented by its first ones. */
const maxNamed = 20;

function nextOf(ids: readonly string[]): string {
  const [first = '', ...others] = ids;
  if (others.length === 0) return `Run it with workflow_run {"workflow_id": "${first}", "inputs": {…}}.`;
  const named = ids.slice(0, maxNamed).map((id) => `“${id}”`);
  const more = ids.length > maxNamed ? ` and ${ids.length - maxNamed} more` : '';
  return `Run any of ${named.join(', ')}${more} with workflow_run {"workflow_id": …, "inputs": {…}}.`;
}
