/** Revisions of documents, in memory. */
import type { Revisions } from '../ports/content.ts';
import { compositeKey, jsonCopy, type OpenTables } from './memory-tables.ts';

export const createRevisions = (open: OpenTables): Revisions => ({
  async add(tenant, revision) {
    const { revisions } = open();
    const key = compositeKey(tenant, revision.document);
    const list = revisions.get(key) ?? [];
    if (list.at(-1)?.hash !== revision.hash) revisions.set(key, [...list, jsonCopy(revision)]);
  },
  list: async (tenant, document, limit) =>
    (open().revisions.get(compositeKey(tenant, document)) ?? []).toReversed().slice(0, limit),
});
