/** The methods of tasks, over runs: what is asked for, of whom, and what is given back [P5.1, P5.2]. */
import {
  type CallToolResult,
  type InputRequest,
  ProtocolError,
  ProtocolErrorCode,
  RELATED_TASK_META_KEY,
  type ServerContext,
  type Task,
} from '@modelcontextprotocol/server';
import { OperationError, type Principal, type RunList, type RunView } from '../../../operations/index.ts';
import { answerItems } from './answer-items.ts';
import { formOf, formParams, questionsOf } from './ask-human.ts';
import { hasEnded, type PerformAs } from './journey.ts';
import { type DetailedTask, detailedTask, isOver, legacyTask, type TaskEnd } from './task-wire.ts';

export interface TaskDesk {
  readonly performAs: PerformAs;
  /** How long ended runs are kept, in milliseconds. */
  readonly retention: number | null;
  /** What the call that began the run would have given. */
  readonly endOf: (principal: Principal, run: RunView) => Promise<TaskEnd>;
}

/** How long one look at a run waits. */
const longestLook = 20_000;
/** How long a cancelled run is given to come to its end before the answer. */
const cancelPatience = 5_000;

/** @param canAsk whether the one who asks for it can be asked */
export async function getTask(
  desk: TaskDesk,
  principal: Principal,
  id: string,
  canAsk: boolean,
): Promise<DetailedTask> {
  const run = await getOwnRun(desk, principal, id);
  const end = hasEnded(run) && run.status !== 'cancelled' ? await desk.endOf(principal, run) : undefined;
  return detailedTask(run, desk.retention, end, canAsk ? formsOf(principal, run) : {});
}

/** Unknown keys are ignored; an answer that does not fit is refused, and the others are taken. */
export async function updateTask(
  desk: TaskDesk,
  principal: Principal,
  id: string,
  responses: Readonly<Record<string, unknown>>,
): Promise<void> {
  const run = await getOwnRun(desk, principal, id);
  const { problems } = await answerItems(desk.performAs, principal, run, responses);
  if (problems.size === 0) return;
  const said = [...problems].map(([item, { message }]) => `${item}: ${message}`);
  const violations = [...problems].flatMap(([item, { details }]) =>
    (details.violations ?? []).map((violation) => ({ ...violation, key: item })),
  );
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, said.join(' '), { violations });
}

/** Does nothing to one that has ended. @returns it as it was before */
export async function cancelTask(desk: TaskDesk, principal: Principal, id: string): Promise<RunView> {
  const run = await getOwnRun(desk, principal, id);
  if (hasEnded(run)) return run;
  try {
    await desk.performAs(principal, 'runs.cancel', { run: run.run, waitMs: cancelPatience });
  } catch (error) {
    // It has ended by itself meanwhile.
    if (!(error instanceof OperationError && error.details.category === 'conflict')) throw error;
  }
  return run;
}

export async function cancelLegacyTask(desk: TaskDesk, principal: Principal, id: string): Promise<Task> {
  const before = await cancelTask(desk, principal, id);
  if (hasEnded(before)) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `The task is ${before.status} already.`);
  }
  return legacyTask(await getOwnRun(desk, principal, id), desk.retention, false);
}

export async function getLegacyTask(
  desk: TaskDesk,
  principal: Principal,
  id: string,
  canAsk: boolean,
): Promise<Task> {
  const run = await getOwnRun(desk, principal, id);
  return legacyTask(run, desk.retention, canAsk && questionsOf(run, principal).length > 0);
}

export async function listLegacyTasks(
  { performAs, retention }: TaskDesk,
  principal: Principal,
  cursor: string | undefined,
): Promise<{ readonly tasks: Task[]; readonly nextCursor?: string }> {
  const input = { startedBy: principal.subject, ...(cursor === undefined ? {} : { cursor }) };
  const list = (await performAs(principal, 'runs.list', input)) as unknown as RunList;
  // A list tells less of a run than a look at it: what it waits for is not known from it.
  const views = await Promise.all(
    list.runs.map(async ({ run }) => (await performAs(principal, 'runs.get', { run })) as unknown as RunView),
  );
  const tasks = views
    .filter((run) => !isOver(run, retention, Date.now()))
    .map((run) => legacyTask(run, retention, false));
  return { tasks, ...(list.nextCursor === null ? {} : { nextCursor: list.nextCursor }) };
}

/** Waits until the run has ended, and asks meanwhile what it asks. */
export async function awaitLegacyResult(
  desk: TaskDesk,
  principal: Principal,
  id: string,
  request: ServerContext,
  canAsk: boolean,
): Promise<CallToolResult> {
  const declined = new Set<string>();
  const problems = new Map<string, OperationError>();
  const { signal } = request.mcpReq;
  let run = await getOwnRun(desk, principal, id);
  while (!hasEnded(run)) {
    if (signal.aborted)
      throw new ProtocolError(ProtocolErrorCode.InternalError, 'The request was cancelled.');
    if (canAsk && run.openItems > 0) await askByRequest(desk, principal, run, request, declined, problems);
    run = await lookAgain(desk, principal, run);
  }
  const end = await desk.endOf(principal, run);
  if (end.kind === 'error') throw new ProtocolError(end.error.code, end.error.message, end.error.data);
  return { ...end.result, _meta: { ...end.result._meta, ...relatedTo(id) } };
}

async function lookAgain({ performAs }: TaskDesk, principal: Principal, run: RunView): Promise<RunView> {
  const input = { run: run.run, after: run.seq, waitMs: longestLook };
  return (await performAs(principal, 'runs.get', input)) as unknown as RunView;
}

/** Once each: whoever does not want to answer is not pressed. */
async function askByRequest(
  desk: TaskDesk,
  principal: Principal,
  run: RunView,
  { mcpReq }: ServerContext,
  declined: Set<string>,
  problems: Map<string, OperationError>,
): Promise<void> {
  for (const item of questionsOf(run, principal)) {
    if (declined.has(item.item)) continue;
    const params = { ...formParams(item, problems.get(item.item)?.message), _meta: relatedTo(run.run) };
    const response = await mcpReq.elicitInput(params, { timeout: 24 * 3_600_000, signal: mcpReq.signal });
    const answered = await answerItems(desk.performAs, principal, run, { [item.item]: response });
    for (const each of answered.declined) declined.add(each);
    for (const [each, problem] of answered.problems) problems.set(each, problem);
  }
}

const relatedTo = (taskId: string) => ({ [RELATED_TASK_META_KEY]: { taskId } });

function formsOf(principal: Principal, run: RunView): Readonly<Record<string, InputRequest>> {
  if (hasEnded(run)) return {};
  return Object.fromEntries(questionsOf(run, principal).map((item) => [item.item, formOf(item)]));
}

/** What another principal began does not exist, and neither does what is not kept any longer. */
async function getOwnRun(
  { performAs, retention }: TaskDesk,
  principal: Principal,
  id: string,
): Promise<RunView> {
  const run = await performAs(principal, 'runs.get', { run: id }).catch((error: unknown) => {
    const category = error instanceof OperationError ? error.details.category : '';
    if (category === 'not_found' || category === 'validation') return undefined;
    throw error;
  });
  const view = run as unknown as RunView | undefined;
  if (view === undefined || view.startedBy !== principal.subject || isOver(view, retention, Date.now())) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such task.', {
      taskId: id.slice(0, 200),
    });
  }
  return view;
}
