/** A key that a program shows instead of a token. Only the hash of its secret is kept. */
import type { AuditEntry } from './audit.ts';
import type { ItemPage } from './work-item.ts';

export interface ApiKey {
  readonly tenant: string;
  /** Unique among all tenants: the public part of the key. */
  readonly id: string;
  /** What people call it; the subject of whoever shows it is `key:<name>`. Unique in a tenant among keys in force. */
  readonly name: string;
  /** SHA-256 of the secret part, in hexadecimal. */
  readonly hash: string;
  readonly scopes: readonly string[];
  readonly roles: readonly string[];
  readonly kind: 'person' | 'agent' | 'service';
  readonly createdAt: number;
  /** Who answers for it. */
  readonly createdBy: string;
  /** Null where it does not end by itself. */
  readonly expiresAt: number | null;
  /** Null while it is in force. */
  readonly revokedAt: number | null;
  /** Within some minutes; null where it never was. */
  readonly usedAt: number | null;
}

export interface ApiKeys {
  /**
   * @param audit written with it
   * @returns false where the id is taken, or the name by a key that is in force then; nothing happened
   */
  add(key: ApiKey, audit: readonly AuditEntry[]): Promise<boolean>;
  /** Whatever the tenant: the key says which. */
  find(id: string): Promise<ApiKey | undefined>;
  /** The newest of that name. */
  findNamed(tenant: string, name: string): Promise<ApiKey | undefined>;
  /** Each `createdBy` of those that have or had that name, once; the oldest first. */
  makersOf(tenant: string, name: string): Promise<readonly string[]>;
  /** Oldest first, with those that were revoked. */
  list(tenant: string, page: ItemPage): Promise<readonly ApiKey[]>;
  /**
   * One that was revoked before stays as it is.
   * @param audit written with it, unless it was revoked before
   * @returns the key as it is then; undefined where the tenant has none of that id
   */
  revoke(tenant: string, id: string, at: number, audit: readonly AuditEntry[]): Promise<ApiKey | undefined>;
  noteUse(id: string, at: number): Promise<void>;
  /** Whether there ever was one, in any tenant. */
  exist(): Promise<boolean>;
}
