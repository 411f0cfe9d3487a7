/** The server's responses about work items and specifications. They may have more fields than are listed here. */
import type { Json, JsonObject } from './json.ts';

export interface WorkItem {
  readonly workitem_id: string;
  readonly case_id: string;
  readonly spec_id: string;
  readonly task_name: string;
  readonly status: 'offered' | 'held' | 'completed' | 'failed' | 'skipped' | 'withdrawn';
  /** work: the workflow asks; doubt: a call with an unknown outcome; approval: of a fork. */
  readonly reason: 'work' | 'doubt' | 'approval';
  /** The question. */
  readonly message: string;
  readonly expects: JsonObject;
  /** Empty if the item is not checked out. */
  readonly holder: string;
  readonly lease_until?: string;
  /** Only for items with restricted access. */
  readonly may_answer?: boolean;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface CheckedOutItem extends WorkItem {
  /** Input of the work. */
  readonly workitem_data: Json;
  /** JSON Schema of the answer. */
  readonly schema: JsonObject;
}

export interface EndedItem {
  readonly workitem_id: string;
  readonly status: WorkItem['status'];
  readonly case_id: string;
  /** Current state of the case; absent if the caller may not read cases. */
  readonly case_status?: 'completed' | 'running' | 'input_required' | 'suspended' | 'failed' | 'cancelled';
  /** Tasks that are active or waiting. */
  readonly next_tasks: readonly string[];
  /** Result of the case, if it has completed. */
  readonly result?: Json;
}

export interface WorkItemPage {
  readonly work_items: readonly WorkItem[];
  /** Absent on the last page. */
  readonly next_cursor?: string;
}

export interface Specification {
  readonly spec_id: string;
  readonly name: string;
  readonly version: string;
  readonly revision: string;
  readonly language: string;
  readonly description: string;
}

export interface SpecificationPage {
  readonly specifications: readonly Specification[];
  /** Absent on the last page. */
  readonly next_cursor?: string;
}

export interface DescribedSpecification extends Specification {
  /** Null if its language has none. */
  readonly spec_xml: string | null;
  /** As its author wrote it. */
  readonly source?: string;
  readonly tasks: readonly JsonObject[];
  /** JSON Schema of the data of a new case. */
  readonly data_schema: JsonObject;
}
