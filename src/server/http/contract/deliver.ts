/** Delivers the body of a request, independently of the transport. */

import type { Refusal } from '../../message/refusal.ts';
import type { BodyCollector } from './body-budget.ts';

/** Delivers it to the collector. @returns why it was refused */
export type Deliver = (collector: BodyCollector) => Promise<Refusal | undefined>;
