/** Returns the current document, or one of its revisions. */

import { z } from 'zod';
import { hash, objectOf, text } from '../../languages/output-fields.ts';
import type { Operation } from '../contract/operation.ts';
import { OperationError } from '../contract/operation-error.ts';
import { pathField, revisionField } from './definition-fields.ts';
import { findDocument, locationOfDocument } from './find-workflow.ts';
import { documentNotFound } from './written-document.ts';

const input = z.strictObject({
  path: pathField,
  revision: revisionField
    .optional()
    .describe('Revision from “definitions.revisions”. Default: the current one.'),
});

const output = objectOf({
  path: text('Path of the document.'),
  revision: hash('SHA-256 of the text.'),
  source: text('The text of the document.'),
});

export const getRevision: Operation<z.infer<typeof input>, z.infer<typeof output>> = {
  name: 'definitions.revision',
  scope: 'specs:read',
  writes: false,
  summary: 'Returns the current document, or one of its revisions.',
  rest: { method: 'GET', path: '/v1/documents/{path*}', tag: 'workflows', isRevised: true },
  verb: { name: 'document show', args: { path: 'PATH' } },
  examples: [{ input: { path: 'greet.yaml' } }],
  input,
  output,
  async perform(principal, { path, revision }, services) {
    if (revision === undefined) {
      const document = await findDocument(services, principal, path);
      if (document === undefined) throw documentNotFound(path);
      return { path, revision: document.revision, source: document.source };
    }
    const location = await locationOfDocument(services, principal, path);
    const source = await services.library.sourceAt(principal.tenant, location, revision);
    if (source === undefined) throw revisionNotFound(path, revision);
    return { path, revision, source };
  },
};

function revisionNotFound(path: string, revision: string): OperationError {
  return new OperationError({
    code: 'revision_not_found',
    message: `The document “${path}” has no revision ${revision}.`,
    context: { path, revision },
  });
}
