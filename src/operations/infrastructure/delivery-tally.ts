/** Counts outcomes of deliveries since the process started, by tenant: each tenant sees only its own. */
import { type DeliveryResult, LruCache } from '../../runtime/index.ts';

export type DeliveryCounts = Readonly<Record<DeliveryResult['kind'], number>>;

const none: DeliveryCounts = { delivered: 0, failed: 0, refused: 0, gone: 0 };
const maxTenants = 10_000;

export class DeliveryTally {
  readonly #counts = new LruCache<DeliveryCounts>(maxTenants);

  note(tenant: string, { kind }: DeliveryResult): void {
    const counts = this.of(tenant);
    this.#counts.set(tenant, { ...counts, [kind]: counts[kind] + 1 });
  }

  of(tenant: string): DeliveryCounts {
    return this.#counts.get(tenant) ?? none;
  }
}
