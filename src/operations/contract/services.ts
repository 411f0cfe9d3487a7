/** What operations work with: made once, by whoever opens the data folder. */
import type { ConnectorOperations, ServiceDirectory } from '../../languages/index.ts';
import type {
  Clock,
  Connectors,
  Engine,
  KeyRing,
  Library,
  Redact,
  RepositoryState,
  Store,
} from '../../runtime/index.ts';
import type { ConnectorListings } from '../app/connector-listings.ts';
import type { DiskCache } from '../app/disk-cache.ts';
import type { TenantFairQueue } from '../app/tenant-fair-queue.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { QuotaService } from '../quotas/quota-service.ts';
import type { Backups } from '../service/backups.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';
import type { CallExtras, IdempotencyGuard } from './idempotency-guard.ts';

export interface Services extends CallExtras {
  readonly engine: Engine;
  readonly store: Store;
  readonly library: Library;
  readonly connectors: Connectors;
  readonly clock: Clock;
  /** What workflows may call, as far as it is known; anything where absent. */
  readonly operations?: ConnectorOperations;
  /** Who does the work of services, and who people and roles are; nobody says where absent. */
  readonly directory?: ServiceDirectory;
  /** What connectors have said that they offer; nothing is known where absent. */
  readonly connectorListings?: ConnectorListings;
  /** Several tenants share them: what one of them does is not told to another, not even as a number. */
  readonly isShared?: boolean;
  /** How long a work item is held where nobody says, in milliseconds; five minutes where absent. */
  readonly lease?: number;
  /** What was drawn before; nothing is remembered where absent. */
  readonly diskCache?: DiskCache;
  /** How much tenants may have; without a limit where absent. */
  readonly quotas?: QuotaService;
  /** Has subscribers told; turned off where absent. */
  readonly webhooks?: Webhooks;
  /** Writes down what was done and refused; nothing of it is kept where absent, but for what the engine did. */
  readonly audit?: AuditLog;
  /** Sees to it that what has a key happens once; where absent, the engine alone does. */
  readonly idempotency?: IdempotencyGuard;
  /** Others of the same address keep what is not kept here. */
  readonly hasReplicas?: boolean;
  /** In which heavy work is done; at once where absent. */
  readonly fairQueue?: TenantFairQueue;
  /** Makes backups; absent where nothing is kept on a disk. */
  readonly backups?: Backups;
  /** How the git repositories stand that workflows come from. */
  readonly repositories?: () => readonly RepositoryState[];
  /** What seals what others keep for us; nothing is sealed where absent. */
  readonly keys?: KeyRing;
  /** Hides secrets in what people look at. */
  readonly redact?: Redact;
}
