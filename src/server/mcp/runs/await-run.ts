/**
 * Goes along with a run for as long as its caller waits: tells how far it is, puts its questions to the human, hands it
 * over as a task, and gives back what there is when the time is over. The run itself does not depend on any of it [P3.2].
 */
import { inputRequired } from '@modelcontextprotocol/server';
import type { OperationError, RunView } from '../../../operations/index.ts';
import type { JsonObject } from '../contract/tool.ts';
import { answerItems } from './answer-items.ts';
import { askOne, type Unanswered } from './ask-by-request.ts';
import { formOf, formQuestionsOf, type QuestionFilter } from './ask-human.ts';
import { type CallContext, fetchRun, hasEnded, isStuck, type WaitResult } from './call-context.ts';
import { describeProgress } from './describe-progress.ts';
import { openRound, sealRound } from './round-state.ts';

/** How long a client that takes tasks is kept waiting for a run that may be over at once. */
export const taskGrace = 200;

export interface AwaitRunOptions {
  readonly run: RunView;
  readonly waitMs: number;
  /** When the waiting began, by the clock that never goes back. */
  readonly startedAt: number;
  /** What was wrong with the answers of the round before, by work item. */
  readonly problems?: ReadonlyMap<string, OperationError>;
  /** The human was asked before, and did not want to answer. */
  readonly isDeclined?: boolean;
  /** What the call has done before it went along: then only what is for people is put to them. */
  readonly told?: JsonObject;
}

export async function awaitRun(context: CallContext, options: AwaitRunOptions): Promise<WaitResult> {
  const { client, stop, performAs, principal, tool } = context;
  const report = progressReporter(context);
  const unanswered: Unanswered = new Set();
  const { told } = options;
  const viewResult = (run: RunView): WaitResult => ({
    kind: 'view',
    run,
    ...(told === undefined ? {} : { told }),
  });
  let { run, startedAt } = options;
  for (;;) {
    if (hasEnded(run) || stop.aborted) return viewResult(run);
    const canMove = !isStuck(run) || (client.canAsk && formQuestionsOf(run, principal).length > 0);
    // Whoever cannot be asked is told what is asked, rather than left with a task that waits for others.
    if (client.takesTasks && tool.tasks !== undefined && canMove) return { kind: 'task', run };
    await report(run);
    const left = Math.ceil(startedAt + options.waitMs - performance.now());
    if (run.openItems > 0 && (isStuck(run) || left <= 0)) {
      if (!client.canAsk || options.isDeclined) return viewResult(run);
      if (client.era === 'modern') return ask(context, run, options) ?? viewResult(run);
      if (!(await askNow(context, run, options, unanswered))) return viewResult(run);
      // The human's time is not the run's.
      startedAt = performance.now();
      run = await fetchRun(performAs, principal, { run: run.run });
      continue;
    }
    if (left <= 0 || isStuck(run)) return viewResult(run);
    // With somebody who wants to know every step, each event is worth a look; else only what ends the waiting.
    const everyStep = client.progressToken === undefined ? {} : { after: run.seq };
    run = await fetchRun(performAs, principal, { run: run.run, waitMs: left, ...everyStep }, stop);
  }
}

/** The next round of a call that has asked: its answers first, then on with the same run [P4.1]. */
export async function resumeRound(
  context: CallContext,
  state: unknown,
  startedAt: number,
): Promise<WaitResult> {
  const { keys, principal, tool, input, performAs, request } = context;
  const { run, waitMs, asked, told } = openRound(keys, state, { principal, tool: tool.name, input });
  const given = Object.entries(request?.mcpReq.inputResponses ?? {}).filter(([item]) => asked.includes(item));
  const before = await fetchRun(performAs, principal, { run });
  const { problems, declined } = await answerItems(performAs, principal, before, Object.fromEntries(given));
  const view = await fetchRun(performAs, principal, { run });
  const along = told === undefined ? {} : { told };
  return awaitRun(context, {
    run: view,
    waitMs,
    startedAt,
    problems,
    isDeclined: declined.size > 0,
    ...along,
  });
}

/** Undefined where there is nothing that this human could answer. */
function ask(context: CallContext, run: RunView, options: AwaitRunOptions): WaitResult | undefined {
  const { keys, principal, tool, input } = context;
  const { waitMs, problems, told } = options;
  const questions = formQuestionsOf(run, principal, questionFilterOf(options));
  if (questions.length === 0) return undefined;
  const forms = questions.map(
    (each) => [each.item, formOf(each, problems?.get(each.item)?.message)] as const,
  );
  const asked = questions.map(({ item }) => item);
  const state = { run: run.run, waitMs, asked, ...(told === undefined ? {} : { told }) };
  const requestState = sealRound(keys, state, { principal, tool: tool.name, input });
  const inputRequests = Object.fromEntries(forms);
  return { kind: 'ask', result: inputRequired({ inputRequests, requestState }) };
}

async function askNow(
  { performAs, principal, request, stop }: CallContext,
  run: RunView,
  options: AwaitRunOptions,
  unanswered: Unanswered,
): Promise<boolean> {
  if (request === null) return false;
  return askOne(
    { performAs, principal, request, stop, questionFilter: questionFilterOf(options) },
    run,
    unanswered,
  );
}

/** Whoever answers one work item after the other does the next one, too, unless only people may. */
const questionFilterOf = ({ told }: AwaitRunOptions): QuestionFilter =>
  told === undefined ? 'all' : 'people';

/** The protocol wants progress to grow with each word of it. */
function progressReporter({ client, request }: CallContext): (run: RunView) => Promise<void> {
  const { progressToken } = client;
  if (progressToken === undefined || request === null) return async () => {};
  let told = -1;
  return async (run) => {
    if (run.progress <= told) return;
    told = run.progress;
    const params = { progressToken, progress: told, total: 1, message: describeProgress(run) };
    // Whoever has gone does not want to know.
    await request.mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
}
