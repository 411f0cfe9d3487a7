import { z } from 'zod';
import { choice, flag, list, object, text } from '../../../languages/answer-schema.ts';
import { presentViolation, type SavedDocument, violationAnswer } from '../../../operations/index.ts';
import { defineTool } from '../contract/define-tool.ts';
import { formatOf, lacksOperations } from '../present/present-document.ts';
import { performRenamed } from './perform-renamed.ts';
import { documentField } from './tool-fields.ts';

export const workflowSave = defineTool({
  name: 'workflow_save',
  title: 'Save a workflow document',
  toolset: 'authoring',
  isUsual: true,
  description: `Saves a whole workflow document: a new one, or a replacement for the one that you read. A document with errors is refused with all of them. The syntax of documents, with examples, is at signalbox://languages/{language}; workflow_get with mode “reference” lists the languages, and shows one.

- New: send “content”. Default for “path”: derived from its name.
- Changed: read it with workflow_get (mode “source”), edit the text, send it back with the same path and its “version”. If it changed since then, you get a conflict: read it again.
- “overwrite”: true replaces the existing document, without a version. Only when the user asked for that.
Active runs keep the document that they began with. Sending the same content again changes nothing.
Next: every workflow in it can be run at once, by workflow_run or by its w_… tool.`,
  operations: ['definitions.save'],
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    content: documentField,
    path: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe('Where to save it, such as “trips/summer.yaml”. Default: derived from its name.'),
    language: z.string().min(1).max(50).optional().describe('Id of its expected language.'),
    version: z
      .string()
      .regex(/^[0-9a-f]{64}$/, 'a version from workflow_get: 64 hexadecimal digits')
      .optional()
      .describe('Version of the document that this one replaces, from workflow_get.'),
    overwrite: z.boolean().default(false).describe('Replace an existing document.'),
  }),
  spellings: { manifest_content: 'content', manifest: 'content', revision: 'version' },
  output: object({
    path: text(),
    workflow_id: text('Id of its first workflow, in the order of the document.'),
    workflows: list(text(), 'Ids of all its workflows.'),
    version: text('SHA-256 of the document, for the next save.'),
    revision: text('The same.'),
    format: choice(['yaml', 'json', 'xml']),
    created: flag('Whether it is new.'),
    warnings: list(violationAnswer),
    next: text(),
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
