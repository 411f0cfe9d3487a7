/**
 * Limits deliveries in progress: many in total, few per target, not all to one host, one to a target that failed
 * last, and a limit per tenant. So a target that hangs does not delay the others.
 */

import { LruCache } from '../cache/lru-cache.ts';
import { type Busy, type Message, maxPerPlace } from '../ports/outbox.ts';
import { hostOf } from '../ports/subscription.ts';
import { runKey } from './run-key.ts';

const maxAtOnce = 128;
const maxPerHost = 24;
/** Limit of remembered failing targets. */
const maxFailingPlaces = 10_000;

export class DeliveryLimits {
  readonly #messages = new Set<Message>();
  readonly #places = new Tally<Pick<Message, 'tenant' | 'place'>>();
  readonly #hosts = new Tally<{ readonly tenant: string; readonly host: string }>();
  readonly #tenants = new Tally<string>();
  readonly #failing = new LruCache<true>(maxFailingPlaces);

  get size(): number {
    return this.#messages.size;
  }

  get capacity(): number {
    return maxAtOnce - this.#messages.size;
  }

  /** What must not be sent now. */
  busy(): Busy {
    return {
      messages: [...this.#messages],
      places: this.#places.from((key) => (this.#failing.get(key) === undefined ? maxPerPlace : 1)),
      hosts: this.#hosts.from(() => maxPerHost),
      tenants: this.#tenants.from(() => this.capacity),
    };
  }

  /** What must not be sent before targets without deliveries in progress are served. */
  busyForIdleTargets(): Busy {
    return { ...this.busy(), tenants: this.#tenants.from(() => 1) };
  }

  begin(message: Message): void {
    this.#messages.add(message);
    this.#count(message, 1);
  }

  end(message: Message): void {
    this.#messages.delete(message);
    this.#count(message, -1);
  }

  failed({ tenant, place }: Message): void {
    this.#failing.set(runKey(tenant, place), true);
  }

  delivered({ tenant, place }: Message): void {
    this.#failing.delete(runKey(tenant, place));
  }

  #count({ tenant, place }: Message, by: 1 | -1): void {
    const host = hostOf(place);
    this.#places.add(runKey(tenant, place), { tenant, place }, by);
    this.#hosts.add(runKey(tenant, host), { tenant, host }, by);
    this.#tenants.add(tenant, tenant, by);
  }
}

/** Counts things. */
class Tally<Thing> {
  readonly #counts = new Map<string, { readonly thing: Thing; readonly count: number }>();

  add(key: string, thing: Thing, by: number): void {
    const count = (this.#counts.get(key)?.count ?? 0) + by;
    if (count === 0) this.#counts.delete(key);
    else this.#counts.set(key, { thing, count });
  }

  /** The things whose count reaches the threshold. */
  from(threshold: (key: string) => number): readonly Thing[] {
    return [...this.#counts].flatMap(([key, { thing, count }]) => (count >= threshold(key) ? [thing] : []));
  }
}
