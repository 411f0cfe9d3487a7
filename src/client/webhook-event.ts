/** The event of a delivery. It may have more fields than are listed here. */
import type { CaseEvent } from './case-answers.ts';
import type { Json, JsonObject } from './json.ts';
import type { WorkItem } from './work-item-answers.ts';

interface EventHead {
  readonly case_id: string;
  /** Time of the event. */
  readonly timestamp: string;
  readonly spec_id: string;
  /** The same as `spec_id`. */
  readonly specification: string;
  readonly version: string;
  readonly subscription_id: string;
  /** The same for all attempts of a delivery. */
  readonly delivery_id: string;
  /** Higher for later events of the same case. */
  readonly sequence: number;
  /** The result, if the case has completed. */
  readonly outcome: Json;
  /** Why the result is not included, and where to read it. */
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

/** @returns `undefined` if it is not one */
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
