/** An API key, which a program sends instead of a token. Only the hash of its secret is stored. */
import type { AuditEntry } from './audit.ts';
import type { ItemPage } from './work-item.ts';

export interface ApiKey {
  readonly tenant: string;
  /** Unique among all tenants: the public part of the key. */
  readonly id: string;
  /** The display name; the subject of its user is `key:<name>`. Unique among the active keys of a tenant. */
  readonly name: string;
  /** SHA-256 of the secret part, in hexadecimal. */
  readonly hash: string;
  readonly scopes: readonly string[];
  readonly roles: readonly string[];
  readonly kind: 'person' | 'agent' | 'service';
  readonly createdAt: number;
  /** Who is responsible for it. */
  readonly createdBy: string;
  /** `null` if it does not expire. */
  readonly expiresAt: number | null;
  /** `null` while it is active. */
  readonly revokedAt: number | null;
  /** Accurate to some minutes; `null` if it was never used. */
  readonly usedAt: number | null;
}

export interface ApiKeys {
  /**
   * @param audit written in the same transaction
   * @returns false if the id is taken, or the name by an active key; then nothing was done
   */
  add(key: ApiKey, audit: readonly AuditEntry[]): Promise<boolean>;
  /** Across tenants: the key determines the tenant. */
  find(id: string): Promise<ApiKey | undefined>;
  /** The newest with that name. */
  findNamed(tenant: string, name: string): Promise<ApiKey | undefined>;
  /** The distinct `createdBy` of all keys that have or had that name; the oldest first. */
  makersOf(tenant: string, name: string): Promise<readonly string[]>;
  /** Oldest first, including revoked keys. */
  list(tenant: string, page: ItemPage): Promise<readonly ApiKey[]>;
  /**
   * A key that is already revoked stays unchanged.
   * @param audit written in the same transaction, unless it is already revoked
   * @returns the key after the call; `undefined` if the tenant has none with that id
   */
  revoke(tenant: string, id: string, at: number, audit: readonly AuditEntry[]): Promise<ApiKey | undefined>;
  noteUse(id: string, at: number): Promise<void>;
  /** Whether any tenant ever had one. */
  exist(): Promise<boolean>;
}
