/** Who is told of what happens to a case, or to every case of a workflow, and where. */
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
  /** Whose it is. */
  readonly subject: string;
  /** The case; empty where it is about every case of the workflow. */
  readonly run: string;
  readonly workflow: string;
  readonly events: readonly CaseEvent[];
  readonly url: string;
  /** What deliveries are signed with, sealed; empty where the key of the house signs. */
  readonly secret: string;
  readonly createdAt: number;
  /** What happens from then on is not told any more; what happened before still is. */
  readonly expiresAt: number;
}

/** Where an address leads to: what hangs there hangs for every subscription to it. The path may be a secret. */
export function deliveryPlace({ url }: Pick<Subscription, 'url'>): string {
  const { host, pathname } = URL.parse(url) ?? { host: '', pathname: '/' };
  if (pathname === '/') return host;
  return `${host}#${createHash('sha256').update(pathname).digest('hex').slice(0, 8)}`;
}

export const hostOf = (place: string): string => place.split('#', 1)[0] ?? place;

/** What is searched for; whatever is absent does not narrow. */
export interface SubscriptionQuery {
  readonly subject?: string;
  readonly run?: string;
  readonly workflow?: string;
  /** Only those that are in force then. */
  readonly at?: number;
}

export interface Subscriptions {
  /**
   * @param written with it: the entry of the audit, and the receipt where it has a key
   * @returns the receipt of the same key where there is one that is in force: then nothing happened
   */
  add(subscription: Subscription, written: ReceiptsAndAudit): Promise<Receipt | undefined>;
  find(tenant: string, id: string): Promise<Subscription | undefined>;
  /** Oldest first. */
  search(tenant: string, query: SubscriptionQuery, page: ItemPage): Promise<readonly Subscription[]>;
  count(tenant: string, query: SubscriptionQuery): Promise<number>;
  /** @returns as it is then; undefined where there is none */
  renew(
    tenant: string,
    id: string,
    expiresAt: number,
    written: ReceiptsAndAudit,
  ): Promise<Subscription | undefined>;
  /** With everything that waits to be delivered to it. @returns false where there is none */
  remove(tenant: string, id: string, written: ReceiptsAndAudit): Promise<boolean>;
}

export interface ReceiptsAndAudit {
  readonly audit: readonly AuditEntry[];
  readonly receipts: readonly Receipt[];
}
