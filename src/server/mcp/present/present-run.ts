/** Presents a run as `workflow_run` and every workflow tool answer: one flat object, for every status. */

import { anything, choice, object, text } from '../../../languages/answer-schema.ts';
import {
  needsAnswer,
  OperationError,
  presentItem,
  presentRunOf,
  type RunView,
  runningTasks,
} from '../../../operations/index.ts';
import type { JsonObject, ToolAnswer } from '../contract/tool.ts';
import { nextOfQuestion, presentQuestion, type Question, questionsOf } from './present-question.ts';
import { uriOfRun } from './resource-uri.ts';

export const runStatuses = [
  ...['completed', 'running', 'input_required'],
  ...['suspended', 'failed', 'cancelled'],
] as const;

export type RunAnswerStatus = (typeof runStatuses)[number];

export const runAnswer = object({
  run_id: text,
  status: choice(runStatuses),
  result: anything,
  message: text,
  work_item_id: text,
  next: text,
});

/**
 * @param run with whether the request was performed before
 * @param describe the error object of the current call
 */
export function presentRun(run: RunView & { readonly repeated?: boolean }, describe: Describe): ToolAnswer {
  const status = statusOf(run);
  if (status === 'failed') return presentFailed(run, describe);
  const questions = questionsOf(run);
  const ofLanguage = presentRunOf(run);
  const value: JsonObject = {
    ...headOf(run, status),
    ...(status === 'completed' ? { result: run.output } : {}),
    message: messageOf(run, status),
    ...(status === 'input_required' ? asking(questions) : alsoOpen(questions)),
    ...ofLanguage?.introduction,
    ...ofLanguage?.fields,
    ...timesOf(run),
    ...afterIntroduction(ofLanguage?.first, nextOf(run, status, questions)),
  };
  return { kind: 'answer', value, ...readMoreHintOf(run), bulky: ['result'] };
}

/** @param first what to do before anything else */
const afterIntroduction = (first: string | undefined, { next }: JsonObject): JsonObject =>
  next === undefined ? {} : { next: first === undefined ? next : `${first} ${String(next)}` };

/** How to read what an answer about a run leaves out. */
export function readMoreHintOf({
  run,
  state,
}: Pick<RunView, 'run' | 'state'>): Pick<ToolAnswer, 'resource' | 'rest'> {
  const pieces = `in pieces with cases_status {"case_id": "${run}", "output_from": 0}`;
  if (state === 'completed') return { resource: uriOfRun(run, 'output'), rest: `Read it ${pieces}.` };
  if (state === 'failed') {
    const rest = `Read the partial result ${pieces}; run_history {"run_id": "${run}"} shows what happened.`;
    return { resource: uriOfRun(run, 'state'), rest };
  }
  const rest = `workitems_list {"case_id": "${run}"} lists all questions. Read the variables ${pieces}.`;
  return { resource: uriOfRun(run, 'state'), rest };
}

/**
 * A question counts only if nothing else can advance the run. Before that the run is running, with the question in
 * the answer.
 */
export function statusOf(run: RunView): RunAnswerStatus {
  switch (run.state) {
    case 'completed':
    case 'failed':
    case 'cancelled':
      return run.state;
    case 'created':
    case 'executing':
      return 'running';
    case 'suspended':
      return needsAnswer(run) ? 'input_required' : 'suspended';
    case 'waiting':
      return needsAnswer(run) ? 'input_required' : 'running';
  }
}

/** In one sentence, without data of the run. */
export function messageOf(run: RunView, status: RunAnswerStatus): string {
  const steps = runningTasks(run);
  const at = steps.length === 0 ? '' : `: ${steps.slice(0, 5).join(', ')}${steps.length > 5 ? ', …' : ''}`;
  switch (status) {
    case 'running':
      return `“${run.workflow}” is running${at}.`;
    case 'input_required':
      return stepMessageOf(run) ?? `“${run.workflow}” waits for an answer${at}.`;
    case 'suspended':
      return `“${run.workflow}” is suspended${at}.`;
    case 'failed':
      return failedMessage(run);
    case 'completed':
      return `“${run.workflow}” has completed.`;
    case 'cancelled':
      return `“${run.workflow}” was cancelled${undoneText(run.undone)}.`;
  }
}

/** Steps that the agent does itself are named, and do not wait for other people. */
function stepMessageOf(run: RunView): string | undefined {
  const steps = questionsOf(run).flatMap((question) => {
    const { isStep, title } = presentItem(question) ?? {};
    return isStep === true && question.mayAnswer ? [title ?? question.task] : [];
  });
  const titles = steps.slice(0, 5).map((title) => `“${title}”`);
  if (titles.length === 0) return undefined;
  const more = steps.length > titles.length ? ', …' : '';
  return `“${run.workflow}” continues with the ${titles.length === 1 ? 'step' : 'steps'} ${titles.join(', ')}${more}.`;
}

/** Empty if it has ended. */
export function nextOf(run: RunView, status: RunAnswerStatus, questions: readonly Question[]): JsonObject {
  const [first] = questions;
  switch (status) {
    case 'running':
      return {
        next: first === undefined ? nextOfRunning(run) : `${nextOfRunning(run)} ${nextOfQuestion(first)}`,
      };
    case 'input_required':
      return first === undefined ? {} : { next: nextOfQuestion(first) };
    case 'suspended':
      return { next: `The run is suspended. Resume it with “signalbox resume ${run.run}” in a terminal.` };
    case 'failed':
      return { next: `run_history {"run_id": "${run.run}"} shows what happened.` };
    case 'completed':
    case 'cancelled':
      return {};
  }
}

/** An agent that follows it literally reaches the end without polling repeatedly. */
function nextOfRunning({ run, state, waitingFor, updatedAt }: RunView): string {
  const look = `cases_status {"case_id": "${run}", "wait_ms": 20000}`;
  const dues = waitingFor.flatMap((wait) => ('due' in wait && wait.due !== null ? [wait.due] : []));
  const signals = waitingFor.flatMap((wait) => (wait.kind === 'signal' ? [wait.signal] : []));
  const onlyWaits = waitingFor.every(({ kind }) => kind === 'timer' || kind === 'signal');
  const [due] = dues.sort();
  const isSoon = due !== undefined && Date.parse(due) - Date.parse(updatedAt) <= 20_000;
  if (state === 'waiting' && onlyWaits && waitingFor.length > 0 && !isSoon) {
    const until = due === undefined ? '' : `before ${due}`;
    const unlessSignalled = signals.length === 0 ? '' : `unless the signal “${signals[0]}” is sent`;
    const when = [until, unlessSignalled].filter((part) => part !== '').join(', ');
    return `Nothing happens ${when}: tell the user, and call ${look} then, not before.`;
  }
  return `Call ${look} until status is “completed” or “failed”, or input_required is true; the run continues in the background.`;
}

const headOf = (run: RunView & { readonly repeated?: boolean }, status: RunAnswerStatus): JsonObject => ({
  run_id: run.run,
  workflow_id: run.workflow,
  version: run.version,
  revision: run.revision,
  status,
  progress: run.progress,
  current_steps: runningTasks(run),
  ...(run.repeated === true ? { repeated: true } : {}),
  ...(run.origin?.kind === 'fork' ? { forked_from: { run_id: run.origin.run, event: run.origin.at } } : {}),
});

const timesOf = ({ createdAt, updatedAt, endedAt }: RunView): JsonObject => ({
  created_at: createdAt,
  updated_at: updatedAt,
  ...(endedAt === null ? {} : { ended_at: endedAt }),
});

function asking(questions: readonly Question[]): JsonObject {
  const [first] = questions;
  if (first === undefined) return {};
  return { ...presentQuestion(first, 'runs'), ...(questions.length > 1 ? alsoOpen(questions) : {}) };
}

function alsoOpen(questions: readonly Question[]): JsonObject {
  return questions.length === 0 ? {} : { work_items: questions.map((each) => presentQuestion(each, 'runs')) };
}

function failedMessage({ workflow, failure, undone }: RunView): string {
  const at = failure === null || failure.task === '' ? '' : ` at “${failure.task}”`;
  return `“${workflow}” failed${at}${failure === null ? '' : `: ${failure.message}`}${undoneText(undone)}`;
}

/** In parentheses, after a message. */
function undoneText(undone: RunView['undone']): string {
  if (undone.length === 0) return '';
  return ` (undone: ${undone.slice(0, 5).join(', ')}${undone.length > 5 ? ', …' : ''})`;
}

type Describe = (error: OperationError) => JsonObject;

function presentFailed(run: RunView & { readonly repeated?: boolean }, describe: Describe): ToolAnswer {
  const { failure, partial, undone } = run;
  const step = failure?.task ?? '';
  const error = new OperationError({
    code: 'run_failed',
    message: failedMessage(run),
    context: { workflow: run.workflow, run: run.run, ...(step === '' ? {} : { task: step }) },
  });
  const value: JsonObject = {
    ...describe(error),
    ...headOf(run, 'failed'),
    ...(step === '' ? {} : { step_id: step }),
    ...(failure === null || failure.operation === '' ? {} : { command: failure.operation }),
    failure_code: failure?.code ?? '',
    ...(failure === null || failure.data === null ? {} : { response_payload: failure.data }),
    partial: partial ?? {},
    ...(undone.length === 0 ? {} : { undone }),
    ...timesOf(run),
  };
  return {
    kind: 'answer',
    value,
    isError: true,
    ...readMoreHintOf(run),
    bulky: ['partial', 'response_payload'],
  };
}
