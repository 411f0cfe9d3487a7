import type { Delivery } from '../../runtime/index.ts';
import type { Posted } from './post-webhook.ts';
export declare function deliveryOf(host: string, posted: Posted): Delivery;
