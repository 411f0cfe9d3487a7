/** Presents a run as a case: the answer of `cases_status`, with the terms of cases and of runs. */
import type { Json } from '../../../kernel/index.ts';
import {
  anything,
  choice,
  flag,
  list,
  number,
  object,
  record,
  text,
} from '../../../languages/answer-schema.ts';
import { type CaseView, presentRunOf, type RunView, viewCase } from '../../../operations/index.ts';
import type { JsonObject, ToolAnswer } from '../contract/tool.ts';
import { questionsOf } from './present-question.ts';
import { messageOf, nextOf, readMoreHintOf, statusOf } from './present-run.ts';
import { cutPiece } from './text-page.ts';

export const caseAnswer = object({
  case_id: text,
  status: choice(['created', 'running', 'completed', 'failed']),
  state: text,
  progress: number,
  running_tasks: list(text),
  waiting_for: list(record),
  input_required: flag,
  output_data: anything,
  next: text,
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
