/**
 * Outgoing messages, written with the work that caused them and stored until they are delivered. The messages of one
 * run to one target are a lane: a message waits until those before it are delivered or given up. Lanes are in commit
 * order, and a message that is sent again keeps its position in its lane.
 */
import { createHash } from 'node:crypto';
import type { RunRecord } from './run-record.ts';
import { type CaseEvent, hostOf } from './subscription.ts';
import type { ItemPage } from './work-item.ts';

/** An event of a run, for its subscribers: the store creates a message for each of them. */
export interface Announcement {
  readonly event: CaseEvent;
  /** Unique within the run, and stable if it is written again. */
  readonly mark: string;
  /** The data for the deliverer, as JSON text: called only if there is a subscriber. */
  readonly body: () => string;
  readonly at: number;
}

/** The id of a message to a target: stable if it is written again. */
export const messageId = (target: string, run: string, mark: string): string =>
  `dlv_${createHash('sha256')
    .update(JSON.stringify([target, run, mark]))
    .digest('hex')
    .slice(0, 32)}`;

export interface Message {
  readonly tenant: string;
  /** Stable across deliveries. */
  readonly id: string;
  readonly run: string;
  readonly event: CaseEvent;
  /** The subscription that it is for. */
  readonly target: string;
  /** Its destination, which targets may share; starts with the host. */
  readonly place: string;
  readonly body: string;
  readonly createdAt: number;
  /** Not sent before this time. */
  readonly dueAt: number;
  readonly attempts: number;
  /** Why the last attempt failed; empty before the first. */
  readonly failure: string;
  /** When delivery was given up; `null` while it is pending. */
  readonly givenUpAt: number | null;
}

/** How long a message that was given up can be listed and sent again. */
export const givenUpRetention = 30 * 86_400_000;

/** The message of an announcement to a target, without the body, which all targets share. */
export const messageOf = (
  { tenant, id: run }: Pick<RunRecord, 'tenant' | 'id'>,
  { event, mark, at }: Announcement,
  { target, place }: Pick<Message, 'target' | 'place'>,
): Omit<Message, 'body'> => ({
  tenant,
  id: messageId(target, run, mark),
  run,
  event,
  target,
  place,
  createdAt: at,
  dueAt: at,
  attempts: 0,
  failure: '',
  givenUpAt: null,
});

export interface MessageCount {
  readonly waiting: number;
  readonly givenUp: number;
}

export interface MessageQuery {
  readonly state?: 'waiting' | 'given-up';
  readonly run?: string;
  readonly target?: string;
}

/** Limit of messages of one place among the due ones, so that others are included. */
export const maxPerPlace = 8;

/** What must not be sent now: messages in delivery, and targets that have reached a limit. */
export interface Busy {
  readonly messages: readonly Pick<Message, 'tenant' | 'place' | 'id'>[];
  readonly places: readonly Pick<Message, 'tenant' | 'place'>[];
  readonly hosts: readonly { readonly tenant: string; readonly host: string }[];
  readonly tenants: readonly string[];
}

/** Whether its destination has reached a limit. */
export const isBusy = (
  { tenants, hosts, places }: Busy,
  { tenant, place }: Pick<Message, 'tenant' | 'place'>,
) =>
  tenants.includes(tenant) ||
  hosts.some((each) => each.tenant === tenant && each.host === hostOf(place)) ||
  places.some((each) => each.tenant === tenant && each.place === place);

export type MessageOutcome =
  | { readonly kind: 'delivered'; readonly message: Message }
  /** Another attempt later. */
  | {
      readonly kind: 'postponed';
      readonly message: Message;
      readonly dueAt: number;
      readonly failure: string;
    }
  /** Stored for the operator, not due any more. */
  | { readonly kind: 'given-up'; readonly message: Message; readonly at: number; readonly failure: string };

export interface Outbox {
  /** When the next first message of a lane is due after `after`; `null` if there is none. */
  next(after: number): Promise<number | null>;
  /** The due first message of each lane, the longest overdue first; few per place, and none that is busy. */
  due(until: number, limit: number, busy: Busy): Promise<readonly Message[]>;
  /** Stores outcomes of messages in one transaction; ignores messages that are no longer pending. */
  settle(outcomes: readonly MessageOutcome[]): Promise<void>;
  find(tenant: string, id: string): Promise<Message | undefined>;
  /** Oldest first. */
  search(tenant: string, query: MessageQuery, page: ItemPage): Promise<readonly Message[]>;
  /** Makes a message that was given up due again, from its first attempt. @returns false if it does not exist */
  resend(tenant: string, id: string, dueAt: number): Promise<boolean>;
  /** Writes one outside of the commit of its run, unless it exists. Its place is that of its subscription. */
  put(message: Omit<Message, 'place'>): Promise<void>;
  /** @param tenant only of this one */
  count(tenant?: string): Promise<MessageCount>;
}
