/** Lists the revisions of a document, newest first, also of a deleted one. */
import { z } from 'zod';
import { hash, listOf, objectOf, orNull, text, timestamp } from '../../languages/output-fields.ts';
import type { Revision } from '../../runtime/index.ts';
import { limitField } from '../contract/input-fields.ts';
import type { Operation } from '../contract/operation.ts';
import { pathField } from './definition-fields.ts';
import { locationOfDocument } from './find-workflow.ts';
import { documentNotFound } from './written-document.ts';

const input = z.strictObject({ path: pathField, limit: limitField(500, 50) });

const revisionView = objectOf({
  revision: orNull(hash('SHA-256 of the text.'), 'Null if the document was deleted.'),
  at: timestamp(),
  by: orNull(text(), 'Subject that saved it; null if it was found in the folder.'),
});

const output = objectOf({ path: text('Path of the document.'), revisions: listOf(revisionView) });

type RevisionView = z.infer<typeof revisionView>;

export const listRevisions: Operation<z.infer<typeof input>, z.infer<typeof output>> = {
  name: 'definitions.revisions',
  scope: 'specs:read',
  writes: false,
  summary: 'Lists the revisions of a document, newest first.',
  rest: { method: 'GET', path: '/v1/revisions/{path*}', tag: 'workflows' },
  verb: { name: 'document revisions', args: { path: 'PATH' } },
  examples: [
    {
      input: { path: 'greet.yaml' },
      output: {
        path: 'greet.yaml',
        revisions: [{ revision: null, at: '2026-01-15T10:00:00.000Z', by: 'ann' }],
      },
    },
  ],
  input,
  output,
  async perform(principal, { path, limit }, services) {
    const location = await locationOfDocument(services, principal, path);
    const revisions = await services.library.revisions(principal.tenant, location, limit);
    if (revisions.length === 0) throw documentNotFound(path);
    return { path, revisions: revisions.map(viewOf) };
  },
};

function viewOf({ hash, at, by }: Revision): RevisionView {
  return {
    revision: hash === '' ? null : hash,
    at: new Date(at).toISOString(),
    by: by === '' ? null : by,
  };
}
