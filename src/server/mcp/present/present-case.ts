/** Presents a run as a case: the answer of `cases_status`, with the terms of cases and of runs. */
import type { Json } from '../../../kernel/index.ts';
import {
  anything,
  choice,
  entry,
  flag,
  list,
  number,
  object,
  record,
  text,
  time,
  whole,
} from '../../../languages/answer-schema.ts';
import { type CaseView, presentRunOf, type RunView, viewCase } from '../../../operations/index.ts';
import type { JsonObject, ToolAnswer } from '../contract/tool.ts';
import { cutPiece } from '../resources/text-page.ts';
import { questionsOf } from './present-question.ts';
import { messageOf, nextOf, readMoreHintOf, runFields, statusOf } from './present-run.ts';

export const caseAnswer = object({
  case_id: text('Its id; the same as its run_id.'),
  spec_id: text('Its specification: the workflow.'),
  version: text('As its author wrote it.'),
  revision: text('SHA-256 of the document that the run is pinned to.'),
  status: choice(['created', 'running', 'completed', 'failed'], 'A cancelled case has failed.'),
  state: choice(['created', 'executing', 'suspended', 'completed', 'failed', 'cancelled']),
  progress_state: choice(['pending', 'running', 'succeeded', 'failed', 'canceled']),
  reason: text('For a failed case: “cancelled”, or the code of the failure.'),
  progress: number('From 0 to 1; 1 only at the end.'),
  message: text('Its status, in a sentence.'),
  running_tasks: list(text(), 'Steps that are active or wait for an answer or event.'),
  current_step: text(),
  waiting_for: list(
    entry({
      kind: choice(['item', 'timer', 'signal', 'call']),
      task_name: text(),
    }),
    'What it waits for; for a question (item) all that is needed to answer it.',
  ),
  ...runFields.introduction,
  ...runFields.fields,
  input_required: flag('Only a person’s answer can advance it: see waiting_for.'),
  output_data: anything(
    'The result when completed; the partial result when failed; the variables while it runs; otherwise null.',
  ),
  output_left_out: list(text(), 'While it runs: names of variables that are too large for this answer.'),
  undone: list(text(), 'Steps whose work was undone: it no longer exists, whatever output_data says.'),
  output_text: text('With output_from, instead of output_data: its JSON text from there on.'),
  output_next: whole('output_from of the next piece; absent with the last one.'),
  output_total: whole('Characters of the whole text.'),
  case_xml: text('The data of the case as XML, if requested.'),
  marking: list(
    entry(
      {
        case_id: text('Of the net, with a number for each composite task around it.'),
        net: text(),
        task: text('The composite task that it implements.'),
        conditions: list(record('id, tokens, next')),
        tasks: list(record('id, active, entered, executing, complete, instances')),
      },
      ['task'],
    ),
    'If requested: its state as a marking, net by net; empty when it has ended.',
  ),
  marking_xml: text('With include_xml: the same as XML, if the language has it.'),
  left_out: record('By field: what was too big for this answer, and how to read it.'),
  failure: record('For a failed case: code, message, task_name.'),
  events: whole('Events so far: `after_event` for the next call.'),
  started_by: text(),
  created_at: time(),
  updated_at: time(),
  ended_at: time(),
  next: text('What to do next.'),
});

/** What is returned only on request. */
type Wished = Pick<CaseView, 'case_xml' | 'marking' | 'marking_xml'>;

/** @param outputFrom start of the requested piece of the output, instead of the whole */
export function presentCase(run: RunView, outputFrom?: number, wished: Wished = {}): ToolAnswer {
  const status = statusOf(run);
  const { output_data: output, ...view } = viewCase(run);
  const [current] = view.running_tasks;
  const ofLanguage = presentRunOf(run);
  const value: JsonObject = Object.assign(
    view,
    { progress_state: progressStates[run.state], message: messageOf(run, status) },
    current === undefined ? null : { current_step: current },
    ofLanguage?.introduction,
    ofLanguage?.fields,
    outputFrom === undefined ? { output_data: output } : pieceOf(output, outputFrom),
    wishedFields(wished),
    nextOf(run, status, questionsOf(run)),
  );
  return { kind: 'answer', value, ...readMoreHintOf(run), bulky };
}

function wishedFields({ case_xml, marking, marking_xml }: Wished): JsonObject {
  return {
    ...(case_xml === undefined ? {} : { case_xml }),
    ...(marking === undefined ? {} : { marking }),
    ...(marking_xml === undefined ? {} : { marking_xml }),
  };
}

const bulky = ['output_data', 'failure', 'case_xml', 'marking', 'marking_xml'];

/** Quotation marks take twice the room in an answer. */
const pieceSize = 25_000;

/** The concatenated pieces of a text are the text. */
function pieceOf(output: Json, from: number): JsonObject {
  const { piece, next, total } = cutPiece(JSON.stringify(output), from, pieceSize);
  return { output_text: piece, ...(next === null ? {} : { output_next: next }), output_total: total };
}

/** The status, in the terms of operations. */
const progressStates: Readonly<Record<RunView['state'], string>> = {
  created: 'pending',
  executing: 'running',
  waiting: 'running',
  suspended: 'running',
  completed: 'succeeded',
  failed: 'failed',
  cancelled: 'canceled',
};
