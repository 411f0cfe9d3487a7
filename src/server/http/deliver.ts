/** Delivers the body of a request, independently of the transport. */
import type { BodyCollector } from './body-budget.ts';
import type { Refusal } from './refusal.ts';

/** Delivers it to the collector. @returns why it was refused */
export type Deliver = (collector: BodyCollector) => Promise<Refusal | undefined>;

/** The body of a request that is already complete. */
export function deliverRequest({ body }: Request): Deliver {
  return async (collector) => {
    if (body === null) return undefined;
    for await (const chunk of body) {
      const refusal = collector.add(chunk);
      if (refusal !== undefined) return refusal;
    }
    return undefined;
  };
}
