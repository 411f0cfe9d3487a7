/** Renames a document. Its workflows keep their names, and their runs continue. */
import { z } from 'zod';
import type { Operation } from '../contract/operation.ts';
import { exampleRevision, pathField, revisionField } from './definition-fields.ts';
import { findDocument } from './find-workflow.ts';
import { isSomethingElse } from './read-folder-document.ts';
import {
  badPath,
  describeWritten,
  documentNotFound,
  refusalOf,
  type WrittenDocument,
  writtenDocument,
} from './written-document.ts';

const input = z.strictObject({
  path: pathField,
  to: pathField.describe('The new path.'),
  revision: revisionField,
});

export const renameDefinition: Operation<z.infer<typeof input>, WrittenDocument> = {
  name: 'definitions.rename',
  scope: 'workflows:author',
  writes: true,
  summary: 'Renames a document.',
  rest: { method: 'POST', path: '/v1/renames', tag: 'workflows' },
  verb: { name: 'document rename', args: { path: 'PATH', to: 'NEW_PATH' } },
  examples: [{ input: { path: 'greet.yaml', to: 'hello/greet.yaml', revision: exampleRevision } }],
  input,
  output: writtenDocument,
  targetOf: ({ path }) => path,
  async perform(principal, { path, to, revision }, services) {
    const document = await findDocument(services, principal, path);
    const renamed = await findDocument(services, principal, to);
    // The same request came before: the document is already renamed.
    if (document === undefined && renamed?.writable && renamed.revision === revision) {
      return describeWritten(services, principal, renamed);
    }
    if (document !== undefined && isSomethingElse({ path: to, text: document.source })) {
      throw badPath(to, `A file called “${to}” is never read as a definition.`);
    }
    const change = { kind: 'rename', path, to, expected: revision, by: principal.subject } as const;
    const result = await services.library.write(principal.tenant, change);
    if (result.kind !== 'written') throw refusalOf(result, result.kind === 'taken' ? to : path);
    if (result.document === null) throw documentNotFound(to);
    return describeWritten(services, principal, result.document);
  },
};
