/** A document as it was at a revision. */
import { z } from 'zod';
import type { Operation } from '../contract/operation.ts';
import { OperationError } from '../contract/operation-error.ts';
import { pathField, revisionField } from './definition-fields.ts';
import { placeOfDocument } from './find-workflow.ts';

const input = z.strictObject({
  path: pathField,
  revision: revisionField.describe('Revision, as “definitions.revisions” shows it.'),
});

export interface RevisionSource {
  readonly path: string;
  readonly revision: string;
  readonly source: string;
}

export const getRevision: Operation<z.infer<typeof input>, RevisionSource> = {
  name: 'definitions.revision',
  scope: 'workflows:query',
  writes: false,
  input,
  async perform(principal, { path, revision }, services) {
    const place = await placeOfDocument(services, principal, path);
    const source = await services.library.sourceAt(principal.tenant, place, revision);
    if (source === undefined) throw revisionNotFound(path, revision);
    return { path, revision, source };
  },
};

function revisionNotFound(path: string, revision: string): OperationError {
  return new OperationError({
    code: 'revision_not_found',
    category: 'not_found',
    message: `The document “${path}” has no revision ${revision}.`,
    suggestedAction: 'List its revisions with “definitions.revisions”.',
    context: { path, revision },
  });
}
