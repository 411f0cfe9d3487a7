/** The server's responses about cases. They may have more fields than are listed here. */
import type { Json, JsonObject } from './json.ts';

export interface SubmittedCase {
  readonly case_id: string;
  /** Time of the submission; the same for repeats. */
  readonly status: CaseStatus['status'];
  readonly created_at: string;
}

export interface CaseStatus {
  readonly case_id: string;
  readonly spec_id: string;
  readonly status: 'created' | 'running' | 'completed' | 'failed';
  readonly state: 'created' | 'executing' | 'suspended' | 'completed' | 'failed' | 'cancelled';
  /** For a failed case: “cancelled”, or the code of the failure. */
  readonly reason?: string;
  /** From 0 to 1. */
  readonly progress: number;
  readonly running_tasks: readonly string[];
  readonly waiting_for: readonly JsonObject[];
  /** The case continues only after a work item is answered. */
  readonly input_required: boolean;
  /** The result of a completed case; the partial result of a failed one; the variables of a running one. */
  readonly output_data: Json;
  /** Tasks whose work was undone: what `output_data` says of them no longer exists. */
  readonly undone?: readonly string[];
  readonly failure?: JsonObject;
  /** Number of events so far. */
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
  /** URL to poll the case instead. */
  readonly polling_fallback?: string;
  /** Secret that signs the deliveries; returned only once. */
  readonly secret?: string;
}
