/** The states that a document had, newest first; also of one that is deleted. */
import { z } from 'zod';
import type { Revision } from '../../runtime/index.ts';
import { limitField } from '../contract/input-fields.ts';
import type { Operation } from '../contract/operation.ts';
import { pathField } from './definition-fields.ts';
import { placeOfDocument } from './find-workflow.ts';
import { documentNotFound } from './written-document.ts';

const input = z.strictObject({ path: pathField, limit: limitField(500, 50) });

export interface RevisionList {
  readonly path: string;
  readonly revisions: readonly RevisionView[];
}

export interface RevisionView {
  /** Null where the document was deleted. */
  readonly revision: string | null;
  readonly at: string;
  /** Who saved it; null where it was found in the folder. */
  readonly by: string | null;
}

export const listRevisions: Operation<z.infer<typeof input>, RevisionList> = {
  name: 'definitions.revisions',
  scope: 'workflows:query',
  writes: false,
  input,
  async perform(principal, { path, limit }, services) {
    const place = await placeOfDocument(services, principal, path);
    const revisions = await services.library.revisions(principal.tenant, place, limit);
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
