/** API keys. */
import { LruCache } from '../cache/lru-cache.ts';
import type { ApiKey } from '../ports/api-key.ts';
import type { AuditEntry } from '../ports/audit.ts';
import type { ItemPage } from '../ports/work-item.ts';
import type { Connection } from './connection.ts';

interface KeyRow extends Omit<ApiKey, 'scopes' | 'roles'> {
  readonly scopes: string;
  readonly roles: string;
}

const decodeKey = (row: KeyRow): ApiKey => ({
  ...row,
  scopes: JSON.parse(row.scopes) as readonly string[],
  roles: JSON.parse(row.roles) as readonly string[],
});

/** Keys kept in memory: each request with a key reads it, and the one process that owns the file makes every change. */
const maxRemembered = 1_000;

export function prepareApiKeys(connection: Connection, writeEntry: (entry: AuditEntry) => void) {
  const columns = `tenant, id, name, hash, scopes, roles, kind, created_at AS createdAt, created_by AS createdBy,
    expires_at AS expiresAt, revoked_at AS revokedAt, used_at AS usedAt`;
  const selectKey = connection.prepare<[string], KeyRow>(`SELECT ${columns} FROM api_keys WHERE id = ?`);
  const selectNamed = connection.prepare<[string, string], KeyRow>(
    `SELECT ${columns} FROM api_keys WHERE tenant = ? AND name = ? ORDER BY created_at DESC, id DESC LIMIT 1`,
  );
  const selectMakers = connection
    .prepare<[string, string], string>(
      'SELECT created_by FROM api_keys WHERE tenant = ? AND name = ? ORDER BY created_at, id',
    )
    .pluck();
  const selectInForce = connection
    .prepare<[string, string, number], 1>(
      `SELECT 1 FROM api_keys WHERE tenant = ? AND name = ? AND revoked_at IS NULL
         AND (expires_at IS NULL OR expires_at > ?)`,
    )
    .pluck();
  const selectPage = connection.prepare<[string, number, string, number], KeyRow>(
    `SELECT ${columns} FROM api_keys WHERE tenant = ? AND (created_at, id) > (?, ?)
     ORDER BY created_at, id LIMIT ?`,
  );
  const insertKey = connection.prepare(
    `INSERT INTO api_keys (tenant, id, name, hash, scopes, roles, kind, created_at, created_by, expires_at, revoked_at,
       used_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  );
  const updateRevoked = connection.prepare<[number, string, string]>(
    'UPDATE api_keys SET revoked_at = ? WHERE tenant = ? AND id = ? AND revoked_at IS NULL',
  );
  const updateUsed = connection.prepare<[number, string]>(
    'UPDATE api_keys SET used_at = max(coalesce(used_at, 0), ?) WHERE id = ?',
  );
  const selectAny = connection.prepare<[], 1>("SELECT 1 FROM api_keys WHERE id > '' LIMIT 1").pluck();

  const found = (row: KeyRow | undefined): ApiKey | undefined =>
    row === undefined ? undefined : decodeKey(row);
  const remembered = new LruCache<ApiKey>(maxRemembered);
  const find = (id: string): ApiKey | undefined => {
    const known = remembered.get(id);
    if (known !== undefined) return known;
    const key = found(selectKey.get(id));
    if (key !== undefined) remembered.set(id, key);
    return key;
  };
  const revoke = connection.transaction(
    (tenant: string, id: string, at: number, audit: readonly AuditEntry[]): void => {
      if (updateRevoked.run(at, tenant, id).changes === 1) audit.forEach(writeEntry);
    },
  ).immediate;

  return {
    add: connection.transaction((key: ApiKey, audit: readonly AuditEntry[]): boolean => {
      const { tenant, id, name, createdAt } = key;
      if (selectInForce.get(tenant, name, createdAt) !== undefined) return false;
      const scopes = JSON.stringify(key.scopes);
      const roles = JSON.stringify(key.roles);
      const { hash, kind, createdBy, expiresAt, revokedAt, usedAt } = key;
      const { changes } = insertKey.run(
        tenant,
        id,
        name,
        hash,
        scopes,
        roles,
        kind,
        createdAt,
        createdBy,
        expiresAt,
        revokedAt,
        usedAt,
      );
      if (changes === 1) audit.forEach(writeEntry);
      return changes === 1;
    }).immediate,
    find,
    findNamed: (tenant: string, name: string): ApiKey | undefined => found(selectNamed.get(tenant, name)),
    makersOf: (tenant: string, name: string): readonly string[] => [
      ...new Set(selectMakers.all(tenant, name)),
    ],
    list(tenant: string, { after, afterCreatedAt, limit }: ItemPage): readonly ApiKey[] {
      if (after === undefined) return selectPage.all(tenant, -1, '', limit).map(decodeKey);
      const createdAt = afterCreatedAt ?? selectKey.get(after)?.createdAt;
      if (createdAt === undefined) return [];
      return selectPage.all(tenant, createdAt, after, limit).map(decodeKey);
    },
    revoke(tenant: string, id: string, at: number, audit: readonly AuditEntry[]): ApiKey | undefined {
      remembered.delete(id);
      revoke(tenant, id, at, audit);
      const key = find(id);
      return key?.tenant === tenant ? key : undefined;
    },
    noteUse(id: string, at: number): void {
      remembered.delete(id);
      updateUsed.run(at, id);
    },
    exist: (): boolean => selectAny.get() !== undefined,
  };
}
