/** Secrets as operations see them: whether they have a value, never the value. */
import type { SecretStatus } from '../../runtime/index.ts';

export interface Secrets {
  statusOf(tenant: string, name: string): Promise<SecretStatus>;
  /** For a name that has no other source. Rejects with StoreError. */
  save(tenant: string, name: string, value: string): Promise<void>;
}
