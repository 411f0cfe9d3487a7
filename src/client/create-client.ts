/** What an agent does with cases and work items, as methods. Everything goes through the one door for calls of tools. */
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
import { type WorkDone, Worker, type WorkOptions } from './worker.ts';

/** Of whatever changes something. */
export interface WriteOptions {
  /** The same for the same intent, whenever it is sent; one is made for each call where absent. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

export interface CheckoutOptions extends WriteOptions {
  /** Until it is free again; as the operator set it where absent. */
  readonly leaseMs?: number;
}

/** How long the server may wait for the case to come to its next stop; it does not where absent. */
export interface EndOptions extends WriteOptions {
  readonly waitMs?: number;
}

export interface CancelOptions extends EndOptions {
  /** Undo what the case has done. */
  readonly undo?: boolean;
}

/** What is absent does not narrow. */
export interface WorkItemQuery {
  readonly caseId?: string;
  readonly specification?: string;
  /** The open ones where absent. */
  readonly status?: readonly WorkItem['status'][];
  /** Only what one has checked out oneself. */
  readonly mine?: boolean;
  /** Of one page. */
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
  /** From now on; 2 hours where absent. */
  readonly expiresInSeconds?: number;
}

/** About one case, or about every case of a specification. */
export type SubscribeOptions = SubscriptionLife & {
  readonly callbackUrl: string;
  /** How cases end where absent. */
  readonly events?: readonly CaseEvent[];
  /** What deliveries are signed with; one is made, and told in the answer, where absent. */
  readonly secret?: string;
} & ({ readonly caseId: string } | { readonly specification: string });

export interface Client {
  submit(specification: string, data?: object, options?: WriteOptions): Promise<SubmittedCase>;
  status(caseId: string, options?: StatusOptions): Promise<CaseStatus>;
  /** Until it has completed, failed or was cancelled. @throws CaseTimeout */
  waitForCase(caseId: string, options?: WaitOptions): Promise<CaseStatus>;
  cancel(caseId: string, options?: CancelOptions): Promise<CaseStatus>;
  subscribe(options: SubscribeOptions): Promise<Subscribed>;
  renewSubscription(subscriptionId: string, options?: SubscriptionLife): Promise<Subscribed>;
  unsubscribe(subscriptionId: string, options?: WriteOptions): Promise<JsonObject>;
  listWorkItems(query?: WorkItemQuery): Promise<WorkItemPage>;
  /** All pages, one after the other. */
  workItems(query?: WorkItemQuery): AsyncGenerator<WorkItem, void>;
  checkout(workItemId: string, options?: CheckoutOptions): Promise<CheckedOutItem>;
  /** Holds what one has checked out for longer. */
  renew(workItemId: string, options?: CheckoutOptions): Promise<CheckedOutItem>;
  complete(workItemId: string, output?: unknown, options?: EndOptions): Promise<EndedItem>;
  release(workItemId: string, options?: WriteOptions): Promise<WorkItem>;
  skip(workItemId: string, options?: EndOptions): Promise<EndedItem>;
  listSpecifications(query?: SpecificationQuery): Promise<SpecificationPage>;
  describeSpecification(specification: string, options?: CallOptions): Promise<DescribedSpecification>;
  /** Any other tool. Without `idempotency_key` in its input, and unless it is `repeatable`, it is sent once. */
  call(tool: string, input?: ToolInput, options?: CallOptions): Promise<JsonObject>;
  /** Takes work items, one after the other, until the signal ends it. */
  work(handler: WorkHandler, options?: WorkOptions): Promise<WorkDone>;
  newIdempotencyKey(): string;
}

/** @throws ClientSettingsError with everything that is wrong */
export function createClient(options: ClientOptions): Client {
  const { settings, problems } = checkOptions(options);
  if (problems.length > 0) throw new ClientSettingsError(problems);
  return clientOf(settings);
}

export function clientOf(settings: ClientSettings): Client {
  const callTool = createCallTool(settings);
  // Agents choose keys alike; beginning with who they are keeps them apart.
  const prefix = settings.agent === '' ? '' : `${settings.agent}-`;
  const newIdempotencyKey = (): string => `${prefix}${crypto.randomUUID()}`;

  // Whoever knows the tool knows what it answers.
  const look = async <Answer>(tool: string, input: ToolInput, options: CallOptions): Promise<Answer> =>
    (await callTool(tool, input, { ...options, repeatable: true })) as unknown as Answer;

  const write = async <Answer>(
    tool: string,
    input: ToolInput,
    { idempotencyKey = newIdempotencyKey(), signal }: WriteOptions,
  ): Promise<Answer> =>
    (await callTool(tool, { ...input, idempotency_key: idempotencyKey }, { signal })) as unknown as Answer;

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
      write('workitems_checkout', { workitem_id: workItemId, lease_ms: leaseMs }, options),
    renew: (workItemId, { leaseMs, ...options } = {}) =>
      write('workitems_checkout', { workitem_id: workItemId, lease_ms: leaseMs, renew: true }, options),
    complete: (workItemId, output, { waitMs = 0, ...options } = {}) =>
      write('workitems_complete', { workitem_id: workItemId, output_data: output, wait_ms: waitMs }, options),
    release: (workItemId, options = {}) => write('workitems_release', { workitem_id: workItemId }, options),
    skip: (workItemId, { waitMs = 0, ...options } = {}) =>
      write('workitems_skip', { workitem_id: workItemId, wait_ms: waitMs }, options),
    listSpecifications: ({ query, language, limit, cursor, signal } = {}) =>
      look('specifications_list', { query, language, limit, cursor }, { signal }),
    describeSpecification: (specification, options = {}) =>
      look('specifications_describe', { spec_id: specification }, options),
    call: (tool, input = {}, options = {}) => callTool(tool, input, options),
    work: (handler, options = {}) => new Worker(client, handler, options).run(),
    newIdempotencyKey,
  };
  return client;
}
