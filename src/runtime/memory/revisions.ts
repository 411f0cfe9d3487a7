/** The states that documents have had. */
import type { Revisions } from '../ports/content.ts';
import { kept, keyOf, type OpenShelves } from './shelves.ts';

export const createRevisions = (open: OpenShelves): Revisions => ({
  async add(tenant, revision) {
    const { revisions } = open();
    const key = keyOf(tenant, revision.document);
    const list = revisions.get(key) ?? [];
    if (list.at(-1)?.hash !== revision.hash) revisions.set(key, [...list, kept(revision)]);
  },
  list: async (tenant, document, limit) =>
    (open().revisions.get(keyOf(tenant, document)) ?? []).toReversed().slice(0, limit),
});
