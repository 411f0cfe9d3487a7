/**
 * The client for agents: cases, work items and webhooks over an unreliable network, and the states of sessions. Needs
 * only the web platform, and for files those of its host.
 */

export type { CallOptions, ToolInput } from './call-tool.ts';
export type { CaseEvent, CaseStatus, SubmittedCase, Subscribed } from './case-answers.ts';
export { ClientError } from './client-error.ts';
export { type ClientEnvironment, clientFromEnvironment } from './client-from-environment.ts';
export { type ClientOptions, ClientSettingsError, type Fetch } from './client-options.ts';
export {
  type CancelOptions,
  type CheckoutOptions,
  type Client,
  createClient,
  type EndOptions,
  type ItemOptions,
  type SpecificationQuery,
  type SubscribeOptions,
  type SubscriptionLife,
  type WorkItemQuery,
  type WriteOptions,
} from './create-client.ts';
export { createFileSessionStore } from './create-file-session-store.ts';
export { createMemorySessionStore } from './create-memory-session-store.ts';
export { createReplayGuard, type ReplayGuard } from './create-replay-guard.ts';
export type { Json, JsonObject } from './json.ts';
export { type SessionStore, SessionStoreError } from './session-store.ts';
export {
  type Delivery,
  type DeliveryHeaders,
  type RefusalReason,
  verifyWebhook,
  WebhookRefused,
} from './verify-webhook.ts';
export { CaseTimeout, type StatusOptions, type WaitOptions } from './wait-for-case.ts';
export type { WebhookEvent } from './webhook-event.ts';
export type {
  CheckedOutItem,
  DescribedSpecification,
  EndedItem,
  Specification,
  SpecificationPage,
  WorkItem,
  WorkItemPage,
} from './work-item-answers.ts';
export type { ItemEnd, Job, WorkHandler } from './work-on-item.ts';
export type { WorkDone, WorkOptions } from './worker.ts';
