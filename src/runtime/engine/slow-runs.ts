/**
 * Runs that take longer than a commit waits for. They are committed when they are applied, and not served until then: the
 * next command must see the result of the last.
 */

export interface AppliedWork {
  /** Of the run. */
  readonly key: string;
  readonly tenant: string;
  /** Commands that are not applied. */
  pending: number;
  /** Resolves when all its commands are applied. */
  applied: Promise<void>;
}

export const createWork = (key: string, tenant: string): AppliedWork => ({
  key,
  tenant,
  pending: 0,
  applied: Promise.resolve(),
});

export class SlowRuns<Work extends AppliedWork> {
  readonly #onApplied: () => void;
  /** Not committed, by key of the run. */
  readonly #works = new Map<string, Work>();
  readonly #countByTenant = new Map<string, number>();
  readonly #applied: Work[] = [];

  constructor(onApplied: () => void) {
    this.#onApplied = onApplied;
  }

  get size(): number {
    return this.#works.size;
  }

  hasApplied(mayServe: (tenant: string) => boolean): boolean {
    return this.#applied.some(({ tenant }) => mayServe(tenant));
  }

  has(key: string): boolean {
    return this.#works.has(key);
  }

  countOf(tenant: string): number {
    return this.#countByTenant.get(tenant) ?? 0;
  }

  follow(work: Work): void {
    this.#works.set(work.key, work);
    this.#count(work.tenant, 1);
    void work.applied.then(() => {
      this.#applied.push(work);
      this.#onApplied();
    });
  }

  /** What can be committed now; of each tenant only one that writes much. */
  takeApplied(mayServe: (tenant: string) => boolean, isLarge: (work: Work) => boolean): Work[] {
    const withLarge = new Set<string>();
    const taken = this.#applied.filter((work) => {
      if (!mayServe(work.tenant)) return false;
      if (!isLarge(work)) return true;
      if (withLarge.has(work.tenant)) return false;
      withLarge.add(work.tenant);
      return true;
    });
    for (const work of taken) this.#applied.splice(this.#applied.indexOf(work), 1);
    return taken;
  }

  /** They are committed, or their commands have failed. Others in the list are ignored. */
  release(works: readonly Work[]): void {
    for (const work of works) {
      if (this.#works.get(work.key) !== work) continue;
      this.#works.delete(work.key);
      this.#count(work.tenant, -1);
    }
  }

  #count(tenant: string, change: number): void {
    const count = this.countOf(tenant) + change;
    if (count === 0) this.#countByTenant.delete(tenant);
    else this.#countByTenant.set(tenant, count);
  }
}
