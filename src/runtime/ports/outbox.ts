/**
 * Messages that leave the house, written with the work that caused them and kept until they were delivered. Those of one
 * run to one target are a lane: a message waits until the ones before it were delivered or given up. Lanes are in the
 * order of writing, and one that is sent again has its old place in its lane.
 */
import { createHash } from 'node:crypto';
import type { RunRecord } from './run-record.ts';
import { type CaseEvent, hostOf } from './subscription.ts';
import type { ItemPage } from './work-item.ts';

/** What happened to a run, for whoever has subscribed to it: the store makes a message for each of them. */
export interface Announcement {
  readonly event: CaseEvent;
  /** Tells it apart from the others of the same run, however often it is written. */
  readonly mark: string;
  /** What the deliverer needs to tell it, as JSON text: asked for where somebody is told. */
  readonly body: () => string;
  readonly at: number;
}

/** Of what is announced to a target: the same, however often it is written. */
export const messageId = (target: string, run: string, mark: string): string =>
  `dlv_${createHash('sha256')
    .update(JSON.stringify([target, run, mark]))
    .digest('hex')
    .slice(0, 32)}`;

export interface Message {
  readonly tenant: string;
  /** The same, however often it is sent. */
  readonly id: string;
  readonly run: string;
  readonly event: CaseEvent;
  /** The subscription that it is for. */
  readonly target: string;
  /** Where it goes to, which many targets may share; it begins with the host. */
  readonly place: string;
  readonly body: string;
  readonly createdAt: number;
  /** Not before. */
  readonly dueAt: number;
  readonly attempts: number;
  /** Why the last attempt failed; empty before. */
  readonly failure: string;
  /** When nobody tries any more; null while somebody does. */
  readonly givenUpAt: number | null;
}

/** How long a message that was given up can be seen and sent again. */
export const givenUpRetention = 30 * 86_400_000;

/** What is told to a target of an announcement, but for its body, which all are told. */
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

/** Messages of one place among those that are due: others shall be seen beside them. */
export const maxPerPlace = 8;

/** What shall not be sent now: messages that are under way, and to whom enough are. */
export interface Busy {
  readonly messages: readonly Pick<Message, 'tenant' | 'place' | 'id'>[];
  readonly places: readonly Pick<Message, 'tenant' | 'place'>[];
  readonly hosts: readonly { readonly tenant: string; readonly host: string }[];
  readonly tenants: readonly string[];
}

/** Whether enough is under way to where it goes. */
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
  /** Kept apart for an operator to see, not due any more. */
  | { readonly kind: 'given-up'; readonly message: Message; readonly at: number; readonly failure: string };

export interface Outbox {
  /** When the next first message of a lane is due, later than then; null where there is none. */
  next(after: number): Promise<number | null>;
  /** The first of each lane that is due, the longest due first; few of one place, and none of what is busy. */
  due(until: number, limit: number, busy: Busy): Promise<readonly Message[]>;
  /** What became of messages, in one transaction; nothing of those that do not wait any more. */
  settle(outcomes: readonly MessageOutcome[]): Promise<void>;
  find(tenant: string, id: string): Promise<Message | undefined>;
  /** Oldest first. */
  search(tenant: string, query: MessageQuery, page: ItemPage): Promise<readonly Message[]>;
  /** One that was given up is due again, from its first attempt on. @returns false where there is none */
  resend(tenant: string, id: string, dueAt: number): Promise<boolean>;
  /** Writes one beside the commit of its run, unless it is there. Its place is that of its subscription. */
  put(message: Omit<Message, 'place'>): Promise<void>;
  /** @param tenant of this one alone */
  count(tenant?: string): Promise<MessageCount>;
}
