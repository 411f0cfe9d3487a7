/** Describes a run as a case. */
import { z } from 'zod';
import type { Json } from '../../kernel/index.ts';
import {
  described,
  flag,
  hash,
  integer,
  json,
  listOf,
  namedObject,
  objectOf,
  text,
  timestamp,
} from '../../languages/output-fields.ts';
import type { RunView } from '../runs/read-model/run-view.ts';
import { markedNet } from './case-marking.ts';
import { caseState, caseStatus, stateOfCase, statusOfCase } from './case-status.ts';
import { caseWait, viewWait } from './case-wait.ts';

export const caseView = namedObject('CaseView', 'A case: its status, its output, and what it waits for.', {
  case_id: text('Id of the case.'),
  spec_id: text('Id of its specification.'),
  version: text('Version of the specification, as its author wrote it.'),
  revision: hash('Revision that the case is pinned to: SHA-256 of the document.'),
  status: caseStatus,
  state: caseState,
  reason: z.exactOptional(text('For a failed case: “cancelled”, or the code of the failure.')),
  progress: described(z.number().min(0).max(1), 'From 0 to 1; 1 only at the end.'),
  running_tasks: listOf(text(), 'Active tasks, including those that wait for a person or an event.'),
  waiting_for: listOf(caseWait),
  input_required: flag('Whether only an answer can advance the case: see waiting_for.'),
  output_data: json(
    'The result when completed; the partial result when failed; the variables while it runs; otherwise null.',
  ),
  output_left_out: z.exactOptional(
    listOf(text(), 'While it runs: names of variables that are too large for this answer.'),
  ),
  undone: z.exactOptional(
    listOf(text(), 'Tasks whose work was undone: what output_data says of them no longer exists.'),
  ),
  case_xml: z.exactOptional(text('The data of the case as XML, if requested.')),
  failure: z.exactOptional(
    objectOf(
      {
        code: text(),
        message: text(),
        task_name: z.exactOptional(text('Absent if the whole case failed.')),
        data: z.exactOptional(json('Data of the failure.')),
      },
      'For a failed case: the cause and the task.',
    ),
  ),
  events: integer('Number of events so far.'),
  started_by: text('Subject of the submitter.'),
  created_at: timestamp(),
  updated_at: timestamp('Time of its last event.'),
  ended_at: z.exactOptional(timestamp('Absent until it has ended.')),
  marking: z.exactOptional(
    listOf(markedNet, 'If requested: its state as a marking, net by net; empty when it has ended.'),
  ),
  marking_xml: z.exactOptional(text('If requested and its language has it: the marking as XML.')),
});

export type CaseView = z.infer<typeof caseView>;

export function viewCase(run: RunView): CaseView {
  const { state, failure, endedAt } = run;
  const status = statusOfCase(run.status);
  const reason = state === 'cancelled' ? 'cancelled' : (run.failureCode ?? '');
  return {
    case_id: run.run,
    spec_id: run.workflow,
    version: run.version,
    revision: run.revision,
    status,
    state: stateOfCase(state),
    ...(status === 'failed' ? { reason } : {}),
    progress: run.progress,
    running_tasks: runningTasks(run),
    waiting_for: run.waitingFor.map(viewWait),
    input_required: needsAnswer(run),
    output_data: outputOfCase(run),
    ...(run.undone.length === 0 ? {} : { undone: run.undone }),
    ...(run.variablesLeftOut === undefined ? {} : { output_left_out: run.variablesLeftOut }),
    ...(failure === null ? {} : { failure: viewFailure(failure) }),
    events: run.seq,
    started_by: run.startedBy,
    created_at: run.createdAt,
    updated_at: run.updatedAt,
    ...(endedAt === null ? {} : { ended_at: endedAt }),
  };
}

export function runningTasks({ waitingFor }: Pick<RunView, 'waitingFor'>): readonly string[] {
  return [...new Set(waitingFor.map(({ task }) => task))];
}

/** A question counts if nothing else can advance the run. A fork does not advance until its approvals are given. */
export function needsAnswer({ state, waitingFor }: Pick<RunView, 'state' | 'waitingFor'>): boolean {
  return waitingFor.some(
    (wait) =>
      wait.kind === 'item' && (state === 'waiting' || (state === 'suspended' && wait.reason === 'approval')),
  );
}

const outputOfCase = ({ state, partial, variables, output }: RunView): Json =>
  state === 'failed' ? (partial ?? {}) : (variables ?? output);

function viewFailure({ code, message, task, data }: NonNullable<RunView['failure']>) {
  return {
    code,
    message,
    ...(task === '' ? {} : { task_name: task }),
    ...(data === null ? {} : { data }),
  };
}
