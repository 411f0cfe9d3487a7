/** What a delivery tells. It may hold more than is named here. */
import type { CaseEvent } from './case-answers.ts';
import type { Json, JsonObject } from './json.ts';
import type { WorkItem } from './work-item-answers.ts';

interface EventHead {
  readonly case_id: string;
  /** When it happened. */
  readonly timestamp: string;
  readonly spec_id: string;
  /** The same as `spec_id`, as the design calls it. */
  readonly specification: string;
  readonly version: string;
  readonly subscription_id: string;
  /** The same whenever it is delivered again. */
  readonly delivery_id: string;
  /** Higher for what happened later in the same case. */
  readonly sequence: number;
  /** What the case gave, where it has completed. */
  readonly outcome: Json;
  /** Why it is not told here, and where it can be read. */
  readonly outcome_left_out?: string;
}

export type WebhookEvent =
  | (EventHead & { readonly event_type: 'case_started' | 'case_completed' })
  | (EventHead & {
      readonly event_type: 'case_failed';
      readonly failure?: JsonObject;
      readonly reason?: string;
    })
  | (EventHead & { readonly event_type: 'case_cancelled'; readonly reason: string })
  | (EventHead & {
      readonly event_type: 'work_item_offered' | 'work_item_completed';
      readonly workitem_id: string;
      readonly task_name: string;
      readonly workitem_reason: WorkItem['reason'];
    });

/** @returns undefined where it is none */
export function readWebhookEvent(text: string): WebhookEvent | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isEvent(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const eventTypes: ReadonlySet<unknown> = new Set<CaseEvent>([
  'case_started',
  'case_completed',
  'case_failed',
  'case_cancelled',
  'work_item_offered',
  'work_item_completed',
]);

function isEvent(value: unknown): value is WebhookEvent {
  if (typeof value !== 'object' || value === null) return false;
  const { event_type: type, case_id: caseId, delivery_id: delivery } = value as Partial<WebhookEvent>;
  return eventTypes.has(type) && typeof caseId === 'string' && typeof delivery === 'string';
}
