/** Cases, as the server answers about them. Answers may hold more than is named here. */
import type { Json, JsonObject } from './json.ts';

export interface SubmittedCase {
  readonly case_id: string;
  /** When it was submitted: a repeat says the same. */
  readonly status: CaseStatus['status'];
  readonly created_at: string;
}

export interface CaseStatus {
  readonly case_id: string;
  readonly spec_id: string;
  readonly status: 'created' | 'running' | 'completed' | 'failed';
  readonly state: 'created' | 'executing' | 'suspended' | 'completed' | 'failed' | 'cancelled';
  /** Of a failed case: “cancelled”, or the code of the failure. */
  readonly reason?: string;
  /** From 0 to 1. */
  readonly progress: number;
  readonly running_tasks: readonly string[];
  readonly waiting_for: readonly JsonObject[];
  /** Only somebody's answer can move it. */
  readonly input_required: boolean;
  /** The result when completed; what was reached when failed. */
  readonly output_data: Json;
  readonly failure?: JsonObject;
  /** How many there were so far. */
  readonly events: number;
  readonly message: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly ended_at?: string;
}

export type CaseEvent =
  | 'case_started'
  | 'case_completed'
  | 'case_failed'
  | 'case_cancelled'
  | 'work_item_offered'
  | 'work_item_completed';

export interface Subscribed {
  readonly subscription_id: string;
  readonly expires_at: string;
  readonly events: readonly CaseEvent[];
  readonly callback_url: string;
  /** Where the case can be asked for instead. */
  readonly polling_fallback?: string;
  /** What deliveries are signed with; told this once. */
  readonly secret?: string;
}
