/**
 * Claims to undo work that several runs share. Kept while any run of the family exists: a fork of a fork shares it
 * too.
 */
import type { Claims } from '../ports/store.ts';
import { compositeKey, type OpenTables } from './memory-tables.ts';

export const createClaims = (open: OpenTables): Claims => ({
  async claim(tenant, run, instance, claimant) {
    const { claims, runs } = open();
    const key = compositeKey(tenant, run, instance);
    const first = claims.get(key);
    if (first !== undefined) return first.claimant;
    const familyOf = (id: string): string | undefined => runs.get(compositeKey(tenant, id))?.family;
    claims.set(key, { tenant, claimant, family: familyOf(run) ?? familyOf(claimant) ?? run });
    return claimant;
  },
  find: async (tenant, run, instance) => open().claims.get(compositeKey(tenant, run, instance))?.claimant,
});
