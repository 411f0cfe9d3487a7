/** The methods of tasks, over runs [P5.1, P5.2]. */

import {
  type CallToolResult,
  type InputRequest,
  ProtocolError,
  ProtocolErrorCode,
  RELATED_TASK_META_KEY,
  type ServerContext,
  type Task,
} from '@modelcontextprotocol/server';
import {
  OperationError,
  type Principal,
  type RunList,
  type RunView,
  renderError,
} from '../../../operations/index.ts';
import { linkSignals } from '../../pipeline/link-signals.ts';
import type { Client } from '../contract/client.ts';
import { nameForTools } from '../registry/name-tools.ts';
import { answerItems } from './answer-items.ts';
import { type Asker, askOne, type Unanswered } from './ask-by-request.ts';
import { formOf, formQuestionsOf } from './ask-human.ts';
import { fetchRun, hasEnded, type PerformAs } from './call-context.ts';
import type { DeclinedItems } from './declined-items.ts';
import { describeProgress } from './describe-progress.ts';
import { type DetailedTask, detailedTask, isOver, legacyTask, type TaskEnd } from './task-wire.ts';

export interface TaskDependencies {
  readonly performAs: PerformAs;
  /** Retention of ended runs, in milliseconds. */
  readonly retention: number | null;
  readonly declined: DeclinedItems;
  /** Told of a task that changes although its run does not: its user declined. */
  readonly changed: (principal: Principal, id: string) => void;
  /** Aborted when the server closes. */
  readonly closing: AbortSignal;
  /** The result that the call that started the run would return. */
  readonly endOf: (principal: Principal, run: RunView) => Promise<TaskEnd>;
}

/** How long one poll of a run waits, in milliseconds. */
const maxLookMs = 20_000;

/** @param canAsk whether the requesting client can ask its user */
export async function getTask(
  dependencies: TaskDependencies,
  principal: Principal,
  id: string,
  canAsk: boolean,
): Promise<DetailedTask> {
  const run = await getOwnRun(dependencies, principal, id);
  const end =
    hasEnded(run) && run.status !== 'cancelled' ? await dependencies.endOf(principal, run) : undefined;
  return detailedTask(run, dependencies.retention, end, canAsk ? formsOf(dependencies, principal, run) : {});
}

/** `undefined` if it does not exist for this principal. */
export async function findTask(...asked: Parameters<typeof getTask>): Promise<DetailedTask | undefined> {
  return getTask(...asked).catch((error: unknown) => {
    if (error instanceof ProtocolError && error.code === ProtocolErrorCode.InvalidParams) return undefined;
    throw error;
  });
}

/** Unknown keys are ignored; an invalid answer is refused, and the others are accepted. */
export async function updateTask(
  dependencies: TaskDependencies,
  principal: Principal,
  client: Client,
  id: string,
  responses: Readonly<Record<string, unknown>>,
): Promise<void> {
  const run = await getOwnRun(dependencies, principal, id);
  const { performAs } = dependencies;
  const { problems, declined } = await answerItems(performAs, principal, client, run, responses);
  for (const item of declined) dependencies.declined.add(item);
  if (declined.size > 0) dependencies.changed(principal, id);
  if (problems.size === 0) return;
  const rendered = [...problems].map(
    ([item, { details }]) => [item, renderError(details, nameForTools('runs'))] as const,
  );
  const said = rendered.map(([item, { message }]) => `${item}: ${message}`);
  const violations = rendered.flatMap(([item, details]) =>
    (details.violations ?? []).map((violation) => ({ ...violation, key: item })),
  );
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, said.join(' '), { violations });
}

/** Has no effect on an ended one. @returns the current state */
export async function cancelTask(
  dependencies: TaskDependencies,
  principal: Principal,
  id: string,
): Promise<RunView> {
  const run = await getOwnRun(dependencies, principal, id);
  if (hasEnded(run)) return run;
  try {
    const cancelInput = { run: run.run, waitMs: maxLookMs };
    return (await dependencies.performAs(
      principal,
      'runs.cancel',
      cancelInput,
      dependencies.closing,
    )) as unknown as RunView;
  } catch (error) {
    // It ended in the meantime.
    if (!(error instanceof OperationError && error.details.category === 'conflict')) throw error;
    return getOwnRun(dependencies, principal, id);
  }
}

export async function cancelLegacyTask(
  dependencies: TaskDependencies,
  principal: Principal,
  id: string,
): Promise<Task> {
  const before = await getOwnRun(dependencies, principal, id);
  if (hasEnded(before)) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `The task is already ${before.status}.`);
  }
  const run = await cancelTask(dependencies, principal, id);
  if (hasEnded(run)) return legacyTask(run, dependencies.retention, describeProgress(run), false);
  const message = 'The task is being cancelled and has not ended yet. Check again shortly.';
  throw new ProtocolError(ProtocolErrorCode.InternalError, message);
}

export async function getLegacyTask(
  dependencies: TaskDependencies,
  principal: Principal,
  id: string,
  canAsk: boolean,
): Promise<Task> {
  const run = await getOwnRun(dependencies, principal, id);
  return legacyTask(
    run,
    dependencies.retention,
    describeProgress(run),
    canAsk && formQuestionsOf(run, principal).length > 0,
  );
}

export async function listLegacyTasks(
  { performAs, retention }: TaskDependencies,
  principal: Principal,
  cursor: string | undefined,
): Promise<{ readonly tasks: Task[]; readonly nextCursor?: string }> {
  const input = { startedBy: principal.subject, ...(cursor === undefined ? {} : { cursor }) };
  const { runs, nextCursor } = (await performAs(principal, 'runs.list', input)) as unknown as RunList;
  const tasks = runs
    .filter((run) => !isOver(run, retention, Date.now()))
    .map((run) => legacyTask(run, retention, run.state, false));
  return { tasks, ...(nextCursor === null ? {} : { nextCursor }) };
}

/** Waits until the run has ended, and asks the user its questions in the meantime. */
export async function awaitLegacyResult(
  dependencies: TaskDependencies,
  principal: Principal,
  id: string,
  request: ServerContext,
  client: Client,
): Promise<CallToolResult> {
  const stop = linkSignals(request.mcpReq.signal, dependencies.closing);
  try {
    const asker = {
      performAs: dependencies.performAs,
      principal,
      client,
      request,
      stop: stop.signal,
      meta: relatedTo(id),
    };
    const run = await followToEnd(asker, await getOwnRun(dependencies, principal, id));
    const end = await dependencies.endOf(principal, run);
    if (end.kind === 'error') throw new ProtocolError(end.error.code, end.error.message, end.error.data);
    return { ...end.result, _meta: { ...end.result._meta, ...relatedTo(id) } };
  } finally {
    stop.unlink();
  }
}

async function followToEnd(asker: Asker, begun: RunView): Promise<RunView> {
  const { performAs, principal, client, stop } = asker;
  const unanswered: Unanswered = new Set();
  let run = begun;
  while (!hasEnded(run)) {
    if (stop.aborted) {
      throw new ProtocolError(ProtocolErrorCode.InternalError, 'The task has not ended yet. Ask again.');
    }
    const isAsked = client.canAsk && run.openItems > 0 && (await askOne(asker, run, unanswered));
    const waitInput = isAsked ? {} : { after: run.seq, waitMs: maxLookMs };
    run = await fetchRun(performAs, principal, { run: run.run, ...waitInput }, stop);
  }
  return run;
}

const relatedTo = (taskId: string) => ({ [RELATED_TASK_META_KEY]: { taskId } });

/** A declined item is not asked again under the same key; its message says how to answer it anyway. */
function formsOf(
  { declined }: TaskDependencies,
  principal: Principal,
  run: RunView,
): Readonly<Record<string, InputRequest>> {
  if (hasEnded(run)) return {};
  const open = formQuestionsOf(run, principal).filter(({ item }) => !declined.has(item));
  return Object.fromEntries(open.map((each) => [each.item, formOf(each)]));
}

/** A task of another principal, or past its retention, does not exist. */
async function getOwnRun(
  { performAs, retention }: TaskDependencies,
  principal: Principal,
  id: string,
): Promise<RunView> {
  const view = await fetchRun(performAs, principal, { run: id }).catch((error: unknown) => {
    const category = error instanceof OperationError ? error.details.category : '';
    if (category === 'not_found' || category === 'validation') return undefined;
    throw error;
  });
  if (view === undefined || view.startedBy !== principal.subject || isOver(view, retention, Date.now())) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'The task does not exist.', {
      taskId: id.slice(0, 200),
    });
  }
  return view;
}
