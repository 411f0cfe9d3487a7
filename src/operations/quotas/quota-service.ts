/**
 * Enforces the quotas of tenants and principals [W7.2]. Each request is checked before anything happens, together with
 * concurrent ones, so that parallel requests never exceed a quota.
 */
import type { Engine, Library, Store } from '../../runtime/index.ts';
import { presentFields } from '../contract/present-fields.ts';
import type { QuotaOwner, Quotas, RunGrowth, Usage } from '../contract/quotas.ts';
import { type QuotaLimits, quotaExceeded } from './quota.ts';
import { RunMeter, type RunMeterOptions } from './run-meter.ts';

export interface QuotaServiceOptions {
  readonly store: Store;
  readonly engine: Engine;
  readonly library: Library;
  readonly limits: QuotaLimits;
}

const underWay = { statuses: ['created', 'running'] } as const;
const maxMeters = 10_000;

export class QuotaService implements Quotas {
  readonly #options: QuotaServiceOptions;
  readonly #meters = new Map<string, RunMeter>();
  /** Bytes of requests in progress, by tenant. */
  readonly #bytes = new Map<string, number>();
  /** Admission is decided one after the other, by tenant. */
  readonly #pending = new Map<string, Promise<unknown>>();
  #purges = 0;

  constructor(options: QuotaServiceOptions) {
    this.#options = options;
  }

  async start<Answer>(
    owner: QuotaOwner,
    wanted: RunGrowth,
    bytes: number,
    submit: () => Promise<Answer>,
    growthOf: (answer: Answer) => RunGrowth,
  ): Promise<Answer> {
    const meters = await this.#serialize(owner.tenant, () => this.#reserve(owner, wanted, bytes));
    let growth: RunGrowth = { underWay: false, kept: false };
    try {
      const answer = await submit();
      growth = growthOf(answer);
      return answer;
    } finally {
      this.#addPendingBytes(owner.tenant, -bytes);
      for (const { meter, counts } of meters) meter.settle(growth[counts]);
    }
  }

  async submitWithPayload<Answer>(
    tenant: string,
    bytes: number,
    submit: () => Promise<Answer>,
  ): Promise<Answer> {
    if (bytes === 0) return submit();
    await this.#serialize(tenant, async () => {
      await this.#checkBytes(tenant, bytes);
      this.#addPendingBytes(tenant, bytes);
    });
    try {
      return await submit();
    } finally {
      this.#addPendingBytes(tenant, -bytes);
    }
  }

  save<Answer>(tenant: string, bytes: number, isNew: boolean, write: () => Promise<Answer>): Promise<Answer> {
    const { quotaDefinitions: limit } = this.#options.limits;
    if (limit === null || !isNew) return this.submitWithPayload(tenant, bytes, write);
    return this.#serialize(tenant, async () => {
      await this.#checkBytes(tenant, bytes);
      const used = await this.#countDefinitions(tenant);
      if (used >= limit) throw quotaExceeded('definitions', limit, used);
      return write();
    });
  }

  importCatalog<Answer>(
    tenant: string,
    isNew: boolean,
    count: () => number,
    write: () => Promise<Answer>,
  ): Promise<Answer> {
    const { quotaCatalogs: limit } = this.#options.limits;
    return this.#serialize(tenant, async () => {
      const used = count();
      if (limit !== null && isNew && used >= limit) throw quotaExceeded('catalogs', limit, used);
      return write();
    });
  }

  notePurge(): void {
    this.#purges += 1;
  }

  async usage({ tenant, subject: startedBy }: QuotaOwner): Promise<Readonly<Record<string, Usage>>> {
    const { store, limits } = this.#options;
    const used = async (limit: number | null, count: () => Promise<number>): Promise<Usage | undefined> =>
      limit === null ? undefined : { used: await count(), limit };
    const runs = (limit: number | null, query: Parameters<typeof store.runs.count>[1]) =>
      used(limit, () => store.runs.count(tenant, query));
    return presentFields({
      runs: await runs(limits.quotaRuns, underWay),
      runsOfPrincipal: await runs(limits.quotaRunsOfPrincipal, { ...underWay, startedBy }),
      waitingRuns: await runs(limits.quotaWaitingRuns, { waiting: true }),
      waitingRunsOfPrincipal: await runs(limits.quotaWaitingRunsOfPrincipal, { waiting: true, startedBy }),
      keptRuns: await runs(limits.quotaKeptRuns, {}),
      definitions: await used(limits.quotaDefinitions, () => this.#countDefinitions(tenant)),
      payloadBytes: await used(limits.quotaPayloadBytes, () => store.contents.bytes(tenant)),
    });
  }

  #serialize<Result>(tenant: string, work: () => Promise<Result>): Promise<Result> {
    const result = (this.#pending.get(tenant) ?? Promise.resolve()).then(work);
    const settled = result.then(
      () => undefined,
      () => undefined,
    );
    this.#pending.set(tenant, settled);
    void settled.then(() => {
      if (this.#pending.get(tenant) === settled) this.#pending.delete(tenant);
    });
    return result;
  }

  /** Throws if the quota is exceeded. */
  async #reserve(owner: QuotaOwner, wanted: RunGrowth, bytes: number): Promise<readonly MeteredCount[]> {
    await this.#checkBytes(owner.tenant, bytes);
    if (wanted.underWay) await this.#checkWaiting(owner);
    const meters = this.#metersOf(owner).filter(({ counts }) => wanted[counts]);
    for (const { meter } of meters) await meter.check();
    for (const { meter } of meters) meter.reserve();
    this.#addPendingBytes(owner.tenant, bytes);
    return meters;
  }

  #metersOf({ tenant, subject }: QuotaOwner): readonly MeteredCount[] {
    const { store, engine, limits } = this.#options;
    const version = () => engine.changes(tenant, undefined).cursor;
    const ofRuns = (
      counts: keyof RunGrowth,
      limit: number | null,
      options: Omit<RunMeterOptions, 'limit'>,
    ) => (limit === null ? [] : [{ counts, meter: this.#meterOf(tenant, subject, { ...options, limit }) }]);
    return [
      ...ofRuns('underWay', limits.quotaRuns, {
        quota: 'runs',
        version,
        count: (max) => store.runs.count(tenant, underWay, max),
      }),
      ...ofRuns('underWay', limits.quotaRunsOfPrincipal, {
        quota: 'runsOfPrincipal',
        version,
        count: (max) => store.runs.count(tenant, { ...underWay, startedBy: subject }, max),
      }),
      ...ofRuns('kept', limits.quotaKeptRuns, {
        quota: 'keptRuns',
        // Only a purge reduces their number.
        version: () => String(this.#purges),
        count: (max) => store.runs.count(tenant, {}, max),
      }),
    ];
  }

  #meterOf(tenant: string, subject: string, options: RunMeterOptions): RunMeter {
    const key = JSON.stringify([options.quota, tenant, options.quota === 'runsOfPrincipal' ? subject : '']);
    const meter = this.#meters.get(key) ?? new RunMeter(options);
    this.#meters.delete(key);
    this.#meters.set(key, meter);
    if (this.#meters.size > maxMeters) {
      const idle = [...this.#meters].find(([, each]) => each.isIdle && each !== meter);
      if (idle !== undefined) this.#meters.delete(idle[0]);
    }
    return meter;
  }

  async #checkWaiting({ tenant, subject: startedBy }: QuotaOwner): Promise<void> {
    const { store, limits } = this.#options;
    const { quotaWaitingRuns: all, quotaWaitingRunsOfPrincipal: own } = limits;
    if (all !== null) {
      const used = await store.runs.count(tenant, { waiting: true }, all);
      if (used >= all) throw quotaExceeded('waitingRuns', all, used);
    }
    if (own !== null) {
      const used = await store.runs.count(tenant, { waiting: true, startedBy }, own);
      if (used >= own) throw quotaExceeded('waitingRunsOfPrincipal', own, used);
    }
  }

  async #checkBytes(tenant: string, bytes: number): Promise<void> {
    const { store, limits } = this.#options;
    const { quotaPayloadBytes: limit } = limits;
    if (limit === null) return;
    // Before the count: what is committed meanwhile is counted twice rather than not at all.
    const expected = (this.#bytes.get(tenant) ?? 0) + bytes;
    const used = await store.contents.bytes(tenant);
    if (used + expected > limit) throw quotaExceeded('payloadBytes', limit, used);
  }

  #addPendingBytes(tenant: string, bytes: number): void {
    const pendingBytes = (this.#bytes.get(tenant) ?? 0) + bytes;
    if (pendingBytes === 0) this.#bytes.delete(tenant);
    else this.#bytes.set(tenant, pendingBytes);
  }

  async #countDefinitions(tenant: string): Promise<number> {
    const documents = await this.#options.library.documents(tenant);
    return documents.filter(({ writable }) => writable).length;
  }
}

interface MeteredCount {
  readonly counts: keyof RunGrowth;
  readonly meter: RunMeter;
}
