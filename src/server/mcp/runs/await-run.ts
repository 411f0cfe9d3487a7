/**
 * Waits for a run as long as its caller does: reports progress, shows its questions to the user, converts it to a
 * task, and returns its view when the time is up. The run itself depends on none of this [P3.2].
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

/** How long a client that takes tasks waits for a run that may end at once, in milliseconds. */
export const taskGrace = 200;
/** Clients of 2026 end a call that asks more often with an error. */
const maxRounds = 10;

export interface AwaitRunOptions {
  readonly run: RunView;
  readonly waitMs: number;
  /** Start of the wait, on the monotonic clock. */
  readonly startedAt: number;
  /** How often the call has asked. Default: not yet. */
  readonly round?: number;
  /** Errors of the answers of the previous round, by work item. */
  readonly problems?: ReadonlyMap<string, OperationError>;
  /** The user was asked before, and declined. */
  readonly isDeclined?: boolean;
  /** What the call did before it waited: then only items for people are shown to the user. */
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
    // A client that cannot be asked gets the question instead of a task that waits for other people.
    if (client.takesTasks && tool.tasks !== undefined && canMove) return { kind: 'task', run };
    await report(run);
    const left = Math.ceil(startedAt + options.waitMs - performance.now());
    if (run.openItems > 0 && (isStuck(run) || left <= 0)) {
      if (!client.canAsk || options.isDeclined) return viewResult(run);
      if (client.era === 'modern') return ask(context, run, options) ?? viewResult(run);
      if (!(await askNow(context, run, options, unanswered))) return viewResult(run);
      // The time that the user takes does not count as waiting for the run.
      startedAt = performance.now();
      run = await fetchRun(performAs, principal, { run: run.run });
      continue;
    }
    if (left <= 0 || isStuck(run)) return viewResult(run);
    // With progress notifications, each event ends the poll; otherwise only what ends the wait.
    const everyStep = client.progressToken === undefined ? {} : { after: run.seq };
    run = await fetchRun(performAs, principal, { run: run.run, waitMs: left, ...everyStep }, stop);
  }
}

/** The next round of a call that has asked: sends the answers, then waits for the same run [P4.1]. */
export async function resumeRound(
  context: CallContext,
  state: unknown,
  startedAt: number,
): Promise<WaitResult> {
  const { keys, principal, client, tool, input, performAs, request } = context;
  const { run, waitMs, asked, round, told } = openRound(keys, state, { principal, tool: tool.name, input });
  const given = Object.entries(request?.mcpReq.inputResponses ?? {}).filter(([item]) => asked.includes(item));
  const before = await fetchRun(performAs, principal, { run });
  const responses = Object.fromEntries(given);
  const { problems, declined } = await answerItems(performAs, principal, client, before, responses);
  const view = await fetchRun(performAs, principal, { run });
  const along = told === undefined ? {} : { told };
  return awaitRun(context, {
    run: view,
    waitMs,
    startedAt,
    round,
    problems,
    isDeclined: declined.size > 0,
    ...along,
  });
}

/** `undefined` if this user can answer none of the questions, or the call has asked too often. */
function ask(context: CallContext, run: RunView, options: AwaitRunOptions): WaitResult | undefined {
  const { keys, principal, tool, input } = context;
  const { waitMs, problems, told, round = 0 } = options;
  const questions = formQuestionsOf(run, principal, questionFilterOf(options));
  if (questions.length === 0 || round === maxRounds) return undefined;
  const forms = questions.map(
    (each) => [each.item, formOf(each, problems?.get(each.item)?.message)] as const,
  );
  const asked = questions.map(({ item }) => item);
  const state = { run: run.run, waitMs, asked, round: round + 1, ...(told === undefined ? {} : { told }) };
  const requestState = sealRound(keys, state, { principal, tool: tool.name, input });
  const inputRequests = Object.fromEntries(forms);
  return { kind: 'ask', result: inputRequired({ inputRequests, requestState }) };
}

async function askNow(
  { performAs, principal, client, request, stop }: CallContext,
  run: RunView,
  options: AwaitRunOptions,
  unanswered: Unanswered,
): Promise<boolean> {
  if (request === null) return false;
  return askOne(
    { performAs, principal, client, request, stop, questionFilter: questionFilterOf(options) },
    run,
    unanswered,
  );
}

/** A caller that answers work items one by one also answers the next one, unless only people may. */
const questionFilterOf = ({ told }: AwaitRunOptions): QuestionFilter =>
  told === undefined ? 'all' : 'people';

/** The protocol requires progress to increase with each notification. */
function progressReporter({ client, request }: CallContext): (run: RunView) => Promise<void> {
  const { progressToken } = client;
  if (progressToken === undefined || request === null) return async () => {};
  let told = -1;
  return async (run) => {
    if (run.progress <= told) return;
    told = run.progress;
    const params = { progressToken, progress: told, total: 1, message: describeProgress(run) };
    // A disconnected client needs no progress.
    await request.mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
}
