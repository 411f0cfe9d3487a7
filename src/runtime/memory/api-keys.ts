/** API keys, in memory. */
import type { ApiKey, ApiKeys } from '../ports/api-key.ts';
import { writeEntries } from './audit.ts';
import { jsonCopy, type OpenTables } from './memory-tables.ts';
import { oldestFirst } from './order.ts';

export function createApiKeys(open: OpenTables): ApiKeys {
  const ofTenant = (tenant: string): readonly ApiKey[] =>
    [...open().apiKeys.values()].filter((key) => key.tenant === tenant).toSorted(oldestFirst);
  const change = (key: ApiKey): ApiKey => {
    open().apiKeys.set(key.id, key);
    return key;
  };

  return {
    async add(key, audit) {
      const { tenant, id, name, createdAt } = key;
      const isTaken = ofTenant(tenant).some((each) => each.name === name && isInForce(each, createdAt));
      if (isTaken || open().apiKeys.has(id)) return false;
      change(jsonCopy(key));
      writeEntries(open(), audit);
      return true;
    },
    find: async (id) => open().apiKeys.get(id),
    findNamed: async (tenant, name) => ofTenant(tenant).findLast((key) => key.name === name),
    async makersOf(tenant, name) {
      const named = ofTenant(tenant).filter((key) => key.name === name);
      return [...new Set(named.map(({ createdBy }) => createdBy))];
    },
    async list(tenant, { after, afterCreatedAt, limit }) {
      const keys = ofTenant(tenant);
      if (after === undefined) return keys.slice(0, limit);
      const createdAt = afterCreatedAt ?? open().apiKeys.get(after)?.createdAt;
      if (createdAt === undefined) return [];
      return keys.filter((key) => oldestFirst(key, { createdAt, id: after }) > 0).slice(0, limit);
    },
    async revoke(tenant, id, at, audit) {
      const key = open().apiKeys.get(id);
      if (key?.tenant !== tenant) return undefined;
      if (key.revokedAt !== null) return key;
      writeEntries(open(), audit);
      return change({ ...key, revokedAt: at });
    },
    async noteUse(id, at) {
      const key = open().apiKeys.get(id);
      if (key !== undefined) change({ ...key, usedAt: Math.max(key.usedAt ?? 0, at) });
    },
    exist: async () => open().apiKeys.size > 0,
  };
}

const isInForce = ({ revokedAt, expiresAt }: ApiKey, at: number): boolean =>
  revokedAt === null && (expiresAt === null || expiresAt > at);
