/** Entries of journals, and snapshots. */
import type { Journals } from '../ports/journal.ts';
import { keyOf, type OpenShelves } from './shelves.ts';

export const createJournals = (open: OpenShelves): Journals => ({
  async read(tenant, run, after, limit) {
    const journal = open().runs.get(keyOf(tenant, run))?.journal ?? [];
    const from = Math.max(after, 0);
    return journal.slice(from, from + limit);
  },
  snapshot: async (tenant, run) => open().runs.get(keyOf(tenant, run))?.snapshot,
});
