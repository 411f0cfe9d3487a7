/** A run as a case: what `cases_status` shows, in the words of those who know cases and of those who know runs. */
import type { Json } from '../../../kernel/index.ts';
import type { RunView, RunWait } from '../../../operations/index.ts';
import type { JsonObject, ToolAnswer } from '../contract/tool.ts';
import { cutPiece } from '../resources/text-page.ts';
import { anything, choice, flag, list, number, object, record, text, whole } from './answer-schema.ts';
import { presentQuestion, questionsOf } from './present-question.ts';
import { currentSteps, messageOf, nextOf, restOf, statusOf } from './present-run.ts';

const statuses = ['created', 'running', 'completed', 'failed'] as const;

export const caseAnswer = object({
  case_id: text(),
  run_id: text('The same: a run is a case.'),
  workflow_id: text(),
  version: text('As its author wrote it.'),
  revision: text('SHA-256 of the document that the run is pinned to.'),
  status: choice(statuses, 'A cancelled case has failed.'),
  state: choice(['created', 'executing', 'suspended', 'completed', 'failed', 'cancelled']),
  progress_state: choice(['pending', 'running', 'succeeded', 'failed', 'canceled']),
  reason: text('Of a failed case: “cancelled”, or the code of the failure.'),
  progress: number('From 0 to 1; 1 only at the end.'),
  message: text('How it stands, in a sentence.'),
  running_tasks: list(text(), 'Steps under way, or that somebody or something is waited for.'),
  current_step: text(),
  waiting_for: list(
    object({ kind: choice(['item', 'timer', 'signal', 'call']), step_id: text() }),
    'What it waits for; of a question (item) all that is needed to answer it.',
  ),
  input_required: flag('Only somebody’s answer can move it: see waiting_for.'),
  output_data: anything('The result when completed; what was reached when failed; else null.'),
  output_text: text('With output_from, in place of output_data: its JSON text from there on.'),
  output_next: whole('output_from of the next piece; absent with the last one.'),
  output_total: whole('Characters of the whole text.'),
  left_out: record('By field: what was too big for this answer, and how it is read.'),
  failure: record('Of a failed case: code, message, step_id.'),
  events: whole('Events so far: `after_event` for the next call.'),
  started_by: text(),
  created_at: text(),
  updated_at: text(),
  ended_at: text(),
  next: text('What to do next.'),
});

type CaseStatus = (typeof statuses)[number];

/** @param outputFrom where a piece of the output begins that is asked for in place of the whole */
export function presentCase(run: RunView, outputFrom?: number): ToolAnswer {
  const status = statusOf(run);
  const questions = questionsOf(run);
  const steps = currentSteps(run);
  const [current] = steps;
  const value: JsonObject = {
    ...presentCaseState(run),
    workflow_id: run.workflow,
    version: run.version,
    revision: run.revision,
    progress: run.progress,
    message: messageOf(run, status),
    running_tasks: steps,
    ...(current === undefined ? {} : { current_step: current }),
    waiting_for: run.waitingFor.map(presentWait),
    input_required: status === 'input_required',
    ...(outputFrom === undefined ? { output_data: outputOf(run) } : pieceOf(outputOf(run), outputFrom)),
    ...(run.failure === null ? {} : { failure: presentFailure(run.failure) }),
    events: run.seq,
    started_by: run.startedBy,
    created_at: run.createdAt,
    updated_at: run.updatedAt,
    ...(run.endedAt === null ? {} : { ended_at: run.endedAt }),
    ...nextOf(run, status, questions),
  };
  return { kind: 'answer', value, ...restOf(run), bulky: ['output_data', 'failure'] };
}

const outputOf = ({ state, partial, output }: RunView): Json =>
  state === 'failed' ? (partial ?? {}) : output;

/** Quotation marks take twice the room in an answer. */
const pieceSize = 25_000;

/** The pieces of a text, one after the other, are the text. */
function pieceOf(output: Json, from: number): JsonObject {
  const { piece, next, total } = cutPiece(JSON.stringify(output), from, pieceSize);
  return { output_text: piece, ...(next === null ? {} : { output_next: next }), output_total: total };
}

/** Where it stands, as each of the designs says it. */
function presentCaseState(run: Pick<RunView, 'run' | 'state' | 'failureCode'>): JsonObject {
  const [status, state, progressState] = stands[run.state];
  const reason = run.state === 'cancelled' ? 'cancelled' : (run.failureCode ?? '');
  return {
    case_id: run.run,
    run_id: run.run,
    status,
    state,
    progress_state: progressState,
    ...(status === 'failed' ? { reason } : {}),
  };
}

const stands: Readonly<Record<RunView['state'], readonly [CaseStatus, string, string]>> = {
  created: ['created', 'created', 'pending'],
  executing: ['running', 'executing', 'running'],
  waiting: ['running', 'executing', 'running'],
  suspended: ['running', 'suspended', 'running'],
  completed: ['completed', 'completed', 'succeeded'],
  failed: ['failed', 'failed', 'failed'],
  cancelled: ['failed', 'cancelled', 'canceled'],
};

function presentWait(wait: RunWait): JsonObject {
  const { kind, task } = wait;
  switch (wait.kind) {
    case 'item':
      return { kind, ...presentQuestion(wait) };
    case 'timer':
      return { kind, step_id: task, due: wait.due };
    case 'signal':
      return { kind, step_id: task, signal: wait.signal, ...(wait.due === null ? {} : { due: wait.due }) };
    case 'call':
      return { kind, step_id: task, operation: wait.operation, attempt: wait.attempt };
  }
}

function presentFailure({ code, message, task, data }: NonNullable<RunView['failure']>): JsonObject {
  return { code, message, ...(task === '' ? {} : { step_id: task }), ...(data === null ? {} : { data }) };
}
