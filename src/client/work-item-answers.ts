/** Work items and specifications, as the server answers about them. Answers may hold more than is named here. */
import type { Json, JsonObject } from './json.ts';

export interface WorkItem {
  readonly workitem_id: string;
  readonly case_id: string;
  readonly spec_id: string;
  readonly task_name: string;
  readonly status: 'offered' | 'held' | 'completed' | 'failed' | 'skipped' | 'withdrawn';
  /** work: the workflow asks; doubt: what became of a call; approval: of a fork. */
  readonly reason: 'work' | 'doubt' | 'approval';
  /** What is asked. */
  readonly message: string;
  readonly expects: JsonObject;
  /** Empty where nobody has checked it out. */
  readonly holder: string;
  readonly lease_until?: string;
  /** Only of items that are not for anybody. */
  readonly may_answer?: boolean;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface CheckedOutItem extends WorkItem {
  /** What to work with. */
  readonly workitem_data: Json;
  /** JSON Schema of the answer. */
  readonly schema: JsonObject;
}

export interface EndedItem {
  readonly workitem_id: string;
  readonly status: WorkItem['status'];
  readonly case_id: string;
  /** Where the case stands now; absent for those who may not look at cases. */
  readonly case_status?: 'completed' | 'running' | 'input_required' | 'suspended' | 'failed' | 'cancelled';
  /** Under way, or waited for. */
  readonly next_tasks: readonly string[];
  /** Of the case, where it has completed. */
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
  /** Null where it is not written in YAWL. */
  readonly spec_xml: string | null;
  /** As its author wrote it. */
  readonly source?: string;
  readonly tasks: readonly JsonObject[];
  /** JSON Schema of the data of a new case. */
  readonly data_schema: JsonObject;
}
