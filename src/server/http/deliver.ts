/** How the body of a request comes, whatever carries it. */
import type { BodyCollector } from './body-budget.ts';
import type { Refusal } from './refusal.ts';

/** Brings it into the collector. @returns why it was not taken */
export type Deliver = (collector: BodyCollector) => Promise<Refusal | undefined>;

/** The body of a request that is all here. */
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
