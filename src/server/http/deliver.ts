/** Delivers the body of a request, independently of the transport. */
import type { BodyCollector } from './body-budget.ts';
import type { Refusal } from './refusal.ts';

/** Delivers it to the collector. @returns why it was refused */
export type Deliver = (collector: BodyCollector) => Promise<Refusal | undefined>;
