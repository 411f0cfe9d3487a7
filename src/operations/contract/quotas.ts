/** What operations ask of the quotas of tenants and principals [W7.2]. */
import type { Principal } from './principal.ts';

export interface Quotas {
  /**
   * Performs a request that creates or continues a run. Throws if a quota is exceeded.
   * @param bytes that it brings and the store keeps as external payloads
   */
  start<Answer>(
    owner: QuotaOwner,
    wanted: RunGrowth,
    bytes: number,
    submit: () => Promise<Answer>,
    growthOf: (answer: Answer) => RunGrowth,
  ): Promise<Answer>;
  /** Performs a request that brings data to an existing run. Throws if a quota is exceeded. */
  submitWithPayload<Answer>(tenant: string, bytes: number, submit: () => Promise<Answer>): Promise<Answer>;
  /** Saves a document; new ones one after the other, so that the count is exact. Throws if a quota is exceeded. */
  save<Answer>(tenant: string, bytes: number, isNew: boolean, write: () => Promise<Answer>): Promise<Answer>;
  /** Imports a catalog; new ones one after the other. Throws if the quota is exceeded. @param count of the catalogs that exist */
  importCatalog<Answer>(
    tenant: string,
    isNew: boolean,
    count: () => number,
    write: () => Promise<Answer>,
  ): Promise<Answer>;
  /** Runs were removed: the quota may admit more. */
  notePurge(): void;
  /** Usage of each limited resource. */
  usage(owner: QuotaOwner): Promise<Readonly<Record<string, Usage>>>;
}

export type QuotaOwner = Pick<Principal, 'tenant' | 'subject'>;

/** Effect of a request on the number of runs. */
export interface RunGrowth {
  /** One more active run. */
  readonly underWay: boolean;
  /** One more stored run. */
  readonly kept: boolean;
}

export interface Usage {
  readonly used: number;
  readonly limit: number;
}
