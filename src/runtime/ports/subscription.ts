/** A subscription to the events of a case, or of every case of a workflow, with its address. */
import { createHash } from 'node:crypto';
import type { AuditEntry } from './audit.ts';
import type { Receipt } from './receipt.ts';
import type { ItemPage } from './work-item.ts';

export const caseEvents = [
  'case_started',
  'case_completed',
  'case_failed',
  'case_cancelled',
  'work_item_offered',
  'work_item_completed',
] as const;

export type CaseEvent = (typeof caseEvents)[number];

export interface Subscription {
  readonly tenant: string;
  /** Unique among all tenants. */
  readonly id: string;
  /** The owner. */
  readonly subject: string;
  /** The case; empty for every case of the workflow. */
  readonly run: string;
  readonly workflow: string;
  readonly events: readonly CaseEvent[];
  readonly url: string;
  /** The sealed key that signs deliveries; empty if the key of the server signs. */
  readonly secret: string;
  readonly createdAt: number;
  /** Later events are not delivered; earlier ones still are. */
  readonly expiresAt: number;
}

/** The destination of an address: an outage affects every subscription to it. The path may be a secret. */
export function deliveryPlace({ url }: Pick<Subscription, 'url'>): string {
  const { host, pathname } = URL.parse(url) ?? { host: '', pathname: '/' };
  if (pathname === '/') return host;
  return `${host}#${createHash('sha256').update(pathname).digest('hex').slice(0, 8)}`;
}

export const hostOf = (place: string): string => place.split('#', 1)[0] ?? place;

/** Absent fields do not filter. */
export interface SubscriptionQuery {
  readonly subject?: string;
  readonly run?: string;
  readonly workflow?: string;
  /** Only those that are active at that time. */
  readonly at?: number;
}

export interface Subscriptions {
  /**
   * @param written in the same transaction: the audit entry, and the receipt if it has a key
   * @returns the unexpired receipt of the same key, if there is one: then nothing was done
   */
  add(subscription: Subscription, written: ReceiptsAndAudit): Promise<Receipt | undefined>;
  find(tenant: string, id: string): Promise<Subscription | undefined>;
  /** Oldest first. */
  search(tenant: string, query: SubscriptionQuery, page: ItemPage): Promise<readonly Subscription[]>;
  count(tenant: string, query: SubscriptionQuery): Promise<number>;
  /** @returns the renewed subscription; `undefined` if it does not exist */
  renew(
    tenant: string,
    id: string,
    expiresAt: number,
    written: ReceiptsAndAudit,
  ): Promise<Subscription | undefined>;
  /**
   * Also removes its pending messages afterwards, in parts: others are served in between. After a crash some are left.
   * @returns false if it does not exist
   */
  remove(tenant: string, id: string, written: ReceiptsAndAudit): Promise<boolean>;
}

export interface ReceiptsAndAudit {
  readonly audit: readonly AuditEntry[];
  readonly receipts: readonly Receipt[];
}
