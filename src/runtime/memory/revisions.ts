/** Revisions of documents, in memory. */
import type { Revisions } from '../ports/content.ts';
import { compositeKey, jsonCopy, type OpenTables } from './memory-tables.ts';

export const createRevisions = (open: OpenTables): Revisions => ({
  async add(added) {
    const { revisions, contents } = open();
    for (const { tenant, text, ...revision } of added) {
      const { hash } = revision;
      const content = compositeKey(tenant, 'definition', hash);
      if (text !== undefined && !contents.has(content))
        contents.set(content, { kind: 'definition', hash, text });
      const key = compositeKey(tenant, revision.document);
      const list = revisions.get(key) ?? [];
      if (list.at(-1)?.hash !== hash) revisions.set(key, [...list, jsonCopy(revision)]);
    }
  },
  list: async (tenant, document, limit) =>
    (open().revisions.get(compositeKey(tenant, document)) ?? []).toReversed().slice(0, limit),
});
