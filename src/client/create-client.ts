/** The methods of an agent for cases and work items. All of them are tool calls. */
import { type CallOptions, createCallTool, type ToolInput } from './call-tool.ts';
import type { CaseEvent, CaseStatus, SubmittedCase, Subscribed } from './case-answers.ts';
import {
  type ClientOptions,
  type ClientSettings,
  ClientSettingsError,
  checkOptions,
} from './client-options.ts';
import type { JsonObject } from './json.ts';
import { type StatusOptions, type WaitOptions, waitForCase } from './wait-for-case.ts';
import type {
  CheckedOutItem,
  DescribedSpecification,
  EndedItem,
  SpecificationPage,
  WorkItem,
  WorkItemPage,
} from './work-item-answers.ts';
import type { WorkHandler } from './work-on-item.ts';
import { type WorkClient, type WorkDone, Worker, type WorkOptions } from './worker.ts';

/** For methods that change something. */
export interface WriteOptions {
  /** Equal keys mean the same intent. Default: a new key for each call. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

/** For methods that change a work item. */
export interface ItemOptions extends WriteOptions {
  /** Chosen at the checkout, and required until the item is free again: tells workers of one account apart. */
  readonly checkoutToken?: string;
}

export interface CheckoutOptions extends ItemOptions {
  /** Lease time. Default: the operator's setting. */
  readonly leaseMs?: number;
}

/** How long the server may wait for the next state of the case. Default: it does not wait. */
interface NextStateOptions {
  readonly waitMs?: number;
}

export interface EndOptions extends ItemOptions, NextStateOptions {}

export interface CancelOptions extends WriteOptions, NextStateOptions {
  /** Undoes the work of the case. */
  readonly undo?: boolean;
}

/** Absent fields do not filter. */
export interface WorkItemQuery {
  readonly caseId?: string;
  readonly specification?: string;
  /** Default: the open ones. */
  readonly status?: readonly WorkItem['status'][];
  /** Only items that the caller has checked out. */
  readonly mine?: boolean;
  /** Page size. */
  readonly limit?: number;
  readonly cursor?: string;
  readonly signal?: AbortSignal;
}

export interface SpecificationQuery {
  readonly query?: string;
  readonly language?: string;
  readonly limit?: number;
  readonly cursor?: string;
  readonly signal?: AbortSignal;
}

export interface SubscriptionLife extends WriteOptions {
  /** From now. Default: 2 hours. */
  readonly expiresInSeconds?: number;
}

/** One case, or all cases of a specification. */
export type SubscribeOptions = SubscriptionLife & {
  readonly callbackUrl: string;
  /** Default: the events that end a case. */
  readonly events?: readonly CaseEvent[];
  /** Secret that signs deliveries. Default: the server creates one and returns it. */
  readonly secret?: string;
} & ({ readonly caseId: string } | { readonly specification: string });

export interface Client {
  submit(specification: string, data?: object, options?: WriteOptions): Promise<SubmittedCase>;
  status(caseId: string, options?: StatusOptions): Promise<CaseStatus>;
  /** Resolves when the case has completed, failed or was cancelled. @throws CaseTimeout */
  waitForCase(caseId: string, options?: WaitOptions): Promise<CaseStatus>;
  cancel(caseId: string, options?: CancelOptions): Promise<CaseStatus>;
  subscribe(options: SubscribeOptions): Promise<Subscribed>;
  renewSubscription(subscriptionId: string, options?: SubscriptionLife): Promise<Subscribed>;
  unsubscribe(subscriptionId: string, options?: WriteOptions): Promise<JsonObject>;
  listWorkItems(query?: WorkItemQuery): Promise<WorkItemPage>;
  /** All pages. */
  workItems(query?: WorkItemQuery): AsyncGenerator<WorkItem, void>;
  checkout(workItemId: string, options?: CheckoutOptions): Promise<CheckedOutItem>;
  /** Extends the lease of a checked-out item. */
  renew(workItemId: string, options?: CheckoutOptions): Promise<CheckedOutItem>;
  complete(workItemId: string, output?: unknown, options?: EndOptions): Promise<EndedItem>;
  release(workItemId: string, options?: ItemOptions): Promise<WorkItem>;
  skip(workItemId: string, options?: EndOptions): Promise<EndedItem>;
  listSpecifications(query?: SpecificationQuery): Promise<SpecificationPage>;
  describeSpecification(specification: string, options?: CallOptions): Promise<DescribedSpecification>;
  /** Calls any other tool. Without `idempotency_key` in its input it is sent once, unless it is `repeatable`. */
  call(tool: string, input?: ToolInput, options?: CallOptions): Promise<JsonObject>;
  /** Handles work items one after the other, until the signal is aborted. */
  work(handler: WorkHandler, options?: WorkOptions): Promise<WorkDone>;
  newIdempotencyKey(): string;
}

/** @throws ClientSettingsError with all problems */
export function createClient(options: ClientOptions): Client {
  const { settings, problems } = checkOptions(options);
  if (problems.length > 0) throw new ClientSettingsError(problems);
  return clientOf(settings);
}

export function clientOf(settings: ClientSettings): Client {
  const callTool = createCallTool(settings);
  // Agents choose similar keys; the prefix keeps them distinct.
  const prefix = settings.agent === '' ? '' : `${settings.agent}-`;
  const newIdempotencyKey = (): string => `${prefix}${crypto.randomUUID()}`;

  // The caller knows the response type of the tool.
  const look = async <Answer>(tool: string, input: ToolInput, options: CallOptions): Promise<Answer> =>
    (await callTool(tool, input, { ...options, repeatable: true })) as unknown as Answer;

  const write = async <Answer>(
    tool: string,
    input: ToolInput,
    { idempotencyKey = newIdempotencyKey(), signal }: WriteOptions,
  ): Promise<Answer> =>
    (await callTool(tool, { ...input, idempotency_key: idempotencyKey }, { signal })) as unknown as Answer;

  const change = <Answer>(
    tool: string,
    input: ToolInput,
    { checkoutToken, ...options }: ItemOptions,
  ): Promise<Answer> => write(tool, { ...input, checkout_token: checkoutToken }, options);

  const client: Client = {
    submit: (specification, data, options = {}) =>
      write('cases_submit', { spec_id: specification, case_data: data }, options),
    status: (caseId, { waitMs, afterEvent, signal } = {}) =>
      look('cases_status', { case_id: caseId, wait_ms: waitMs, after_event: afterEvent }, { signal }),
    waitForCase: (caseId, options = {}) => waitForCase(client.status, caseId, options),
    cancel: (caseId, { undo, waitMs = 0, ...options } = {}) =>
      write('cases_cancel', { case_id: caseId, undo, wait_ms: waitMs }, options),
    subscribe: ({ callbackUrl, events, secret, expiresInSeconds, ...options }) => {
      const about = 'caseId' in options ? { case_id: options.caseId } : { spec_id: options.specification };
      const wishes = { callback_url: callbackUrl, events, secret, expires_in: expiresInSeconds };
      return write('cases_subscribe', { ...about, ...wishes }, options);
    },
    renewSubscription: (subscriptionId, { expiresInSeconds, ...options } = {}) =>
      write('cases_subscribe', { subscription_id: subscriptionId, expires_in: expiresInSeconds }, options),
    unsubscribe: (subscriptionId, options = {}) =>
      write('cases_unsubscribe', { subscription_id: subscriptionId }, options),
    listWorkItems: ({ caseId, specification, status, mine, limit, cursor, signal } = {}) =>
      look(
        'workitems_list',
        { case_id: caseId, spec_id: specification, status, mine, limit, cursor },
        { signal },
      ),
    async *workItems(query = {}) {
      for (let page = query; ; ) {
        const { work_items: items, next_cursor: cursor } = await client.listWorkItems(page);
        yield* items;
        if (cursor === undefined) return;
        page = { ...query, cursor };
      }
    },
    checkout: (workItemId, { leaseMs, ...options } = {}) =>
      change('workitems_checkout', { workitem_id: workItemId, lease_ms: leaseMs }, options),
    renew: (workItemId, { leaseMs, ...options } = {}) =>
      change('workitems_checkout', { workitem_id: workItemId, lease_ms: leaseMs, renew: true }, options),
    complete: (workItemId, output, { waitMs = 0, ...options } = {}) =>
      change(
        'workitems_complete',
        { workitem_id: workItemId, output_data: output, wait_ms: waitMs },
        options,
      ),
    release: (workItemId, options = {}) => change('workitems_release', { workitem_id: workItemId }, options),
    skip: (workItemId, { waitMs = 0, ...options } = {}) =>
      change('workitems_skip', { workitem_id: workItemId, wait_ms: waitMs }, options),
    listSpecifications: ({ query, language, limit, cursor, signal } = {}) =>
      look('specifications_list', { query, language, limit, cursor }, { signal }),
    describeSpecification: (specification, options = {}) =>
      look('specifications_describe', { spec_id: specification }, options),
    call: (tool, input = {}, options = {}) => callTool(tool, input, options),
    work: (handler, options = {}) => new Worker(toWorkClient(client), handler, options).run(),
    newIdempotencyKey,
  };
  return client;
}

/** A worker that comes back after its lease cannot change what another worker of its account has taken since. */
function toWorkClient(client: Client): WorkClient {
  const { listWorkItems, newIdempotencyKey } = client;
  const checkoutToken = newIdempotencyKey();
  return {
    listWorkItems,
    newIdempotencyKey,
    checkout: (item, options) => client.checkout(item, { ...options, checkoutToken }),
    renew: (item, options) => client.renew(item, { ...options, checkoutToken }),
    complete: (item, output, options) => client.complete(item, output, { ...options, checkoutToken }),
    skip: (item, options) => client.skip(item, { ...options, checkoutToken }),
    release: (item) => client.release(item, { checkoutToken }),
  };
}
