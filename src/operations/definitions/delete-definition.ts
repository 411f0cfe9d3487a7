/** Removes a document. Its revisions stay, and so do the runs of its workflows. */
import { z } from 'zod';
import type { Operation } from '../contract/operation.ts';
import { pathField, revisionField } from './definition-fields.ts';
import { refusalOf } from './written-document.ts';

const input = z.strictObject({ path: pathField, revision: revisionField });

export interface DeletedDocument {
  readonly path: string;
  /** What it was when it was deleted: “definitions.revision” still shows it. */
  readonly revision: string;
}

export const deleteDefinition: Operation<z.infer<typeof input>, DeletedDocument> = {
  name: 'definitions.delete',
  scope: 'workflows:author',
  writes: true,
  input,
  async perform({ tenant, subject }, { path, revision }, { library }) {
    const order = { kind: 'delete', path, expected: revision, by: subject } as const;
    const result = await library.write(tenant, order);
    if (result.kind !== 'written') throw refusalOf(result, path);
    return { path, revision };
  },
};
