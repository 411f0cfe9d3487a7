/** The dependencies of operations, created once when the data folder is opened. */
import type { Evaluators } from '../../kernel/index.ts';
import type { ServiceDirectory } from '../../languages/index.ts';
import type {
  Clock,
  Connectors,
  ElsewherePlayed,
  Engine,
  KeyRing,
  Library,
  Redact,
  RepositoryState,
  Store,
} from '../../runtime/index.ts';
import type { CatalogSources } from '../catalog-store/catalog-sources.ts';
import type { Catalogs } from '../catalog-store/catalogs.ts';
import type { KnownOperations } from '../documents/known-operations.ts';
import type { AuditLog } from '../infrastructure/audit-log.ts';
import type { Backups } from '../infrastructure/backups.ts';
import type { ConnectorListings } from '../infrastructure/connector-listings.ts';
import type { DiskCache } from '../infrastructure/disk-cache.ts';
import type { Secrets } from '../infrastructure/secrets.ts';
import type { Webhooks } from '../infrastructure/webhooks.ts';
import type { Jobs } from '../jobs/run-job.ts';
import type { CallExtras, IdempotencyGuard } from './idempotency-guard.ts';
import type { Quotas } from './quotas.ts';

export interface Services extends CallExtras {
  readonly engine: Engine;
  readonly store: Store;
  readonly library: Library;
  readonly connectors: Connectors;
  /** Imported APIs. Absent if they are stored nowhere. */
  readonly catalogs?: CatalogServices;
  readonly clock: Clock;
  /** Operations that workflows may call, as far as known. Default: any. */
  readonly operations?: KnownOperations;
  /** Maps services to operations, and defines people and roles. Default: empty. */
  readonly directory?: ServiceDirectory;
  /** Operations that connectors have reported. Default: unknown. */
  readonly connectorListings?: ConnectorListings;
  /** Several tenants share them: no tenant learns anything of another, not even a count. */
  readonly isShared?: boolean;
  /** Default hold time of a work item in milliseconds. Default: five minutes. */
  readonly lease?: number;
  /** Caches drawings. Default: no cache. */
  readonly diskCache?: DiskCache;
  /** Quotas of tenants. Default: unlimited. */
  readonly quotas?: Quotas;
  /** Notifies subscribers. Default: off. */
  readonly webhooks?: Webhooks;
  /** Records what was done and refused. Default: only changes by the engine are recorded. */
  readonly audit?: AuditLog;
  /** Performs requests with a key once. Default: only the engine checks keys. */
  readonly idempotency?: IdempotencyGuard;
  /** Other replicas behind the same address store what is not stored here. */
  readonly hasReplicas?: boolean;
  /** Performs CPU-intensive work. Default: at once, in this process. */
  readonly jobs?: Jobs;
  /** Plays events whose queries are computed elsewhere. Default: they are computed in this process. */
  readonly playing?: { readonly evaluators: Evaluators; readonly elsewhere: ElsewherePlayed };
  /** Makes backups. Absent if the store is not on disk. */
  readonly backups?: Backups;
  /** State of the git repositories that contain workflows. */
  readonly repositories?: () => readonly RepositoryState[];
  /** Encrypts data that is stored elsewhere. Default: not encrypted. */
  readonly keys?: KeyRing;
  /** Secrets of workflows. Default: none are listed. */
  readonly secrets?: Secrets;
  /** Resumes active runs. Does nothing on repeated calls. */
  readonly wake?: () => void;
  /** Reports a failure to the operator, with secrets redacted. Default: internal errors are thrown. */
  readonly report?: (line: string, error: unknown) => void;
  /** Redacts secrets in output for people. */
  readonly redact?: Redact;
}

export interface CatalogServices {
  readonly store: Catalogs;
  readonly sources: CatalogSources;
}
