/**
 * Goes along with a run for as long as its caller waits: tells how far it is, puts its questions to the human, hands it
 * over as a task, and gives back what there is when the time is over. The run itself does not depend on any of it [P3.2].
 */
import { inputRequired } from '@modelcontextprotocol/server';
import type { OperationError, RunView } from '../../../operations/index.ts';
import { answerItems } from './answer-items.ts';
import { askOne, type Unanswered } from './ask-by-request.ts';
import { formOf, questionsOf } from './ask-human.ts';
import { type Arrival, hasEnded, isStuck, type Journey, lookAt } from './journey.ts';
import { openRound, sealRound } from './round-state.ts';
import { stepsOf } from './steps-of.ts';

/** How long a client that takes tasks is kept waiting for a run that may be over at once. */
export const taskGrace = 200;

export interface Itinerary {
  readonly run: RunView;
  readonly waitMs: number;
  /** When the waiting began, by the clock that never goes back. */
  readonly begun: number;
  /** What was wrong with the answers of the round before, by work item. */
  readonly problems?: ReadonlyMap<string, OperationError>;
  /** The human was asked before, and did not want to answer. */
  readonly isDeclined?: boolean;
}

export async function goAlong(journey: Journey, itinerary: Itinerary): Promise<Arrival> {
  const { client, stop, performAs, principal, tool } = journey;
  const report = progressReporter(journey);
  const unanswered: Unanswered = new Set();
  let { run, begun } = itinerary;
  for (;;) {
    if (hasEnded(run) || stop.aborted) return { kind: 'view', run };
    const canMove = !isStuck(run) || (client.canAsk && questionsOf(run, principal).length > 0);
    // Whoever cannot be asked is told what is asked, rather than left with a task that waits for others.
    if (client.takesTasks && tool.tasks !== undefined && canMove) return { kind: 'task', run };
    await report(run);
    const left = Math.ceil(begun + itinerary.waitMs - performance.now());
    if (run.openItems > 0 && (isStuck(run) || left <= 0)) {
      if (!client.canAsk || itinerary.isDeclined) return { kind: 'view', run };
      if (client.era === 'modern') return ask(journey, run, itinerary) ?? { kind: 'view', run };
      if (!(await askNow(journey, run, unanswered))) return { kind: 'view', run };
      // The human's time is not the run's.
      begun = performance.now();
      run = await lookAt(performAs, principal, { run: run.run });
      continue;
    }
    if (left <= 0 || isStuck(run)) return { kind: 'view', run };
    // With somebody who wants to know every step, each event is worth a look; else only what ends the waiting.
    const everyStep = client.progressToken === undefined ? {} : { after: run.seq };
    run = await lookAt(performAs, principal, { run: run.run, waitMs: left, ...everyStep }, stop);
  }
}

/** The next round of a call that has asked: its answers first, then on with the same run [P4.1]. */
export async function resumeRound(journey: Journey, state: unknown, begun: number): Promise<Arrival> {
  const { keys, principal, tool, input, performAs, request } = journey;
  const { run, waitMs, asked } = openRound(keys, state, { principal, tool: tool.name, input });
  const given = Object.entries(request?.mcpReq.inputResponses ?? {}).filter(([item]) => asked.includes(item));
  const before = await lookAt(performAs, principal, { run });
  const { problems, declined } = await answerItems(performAs, principal, before, Object.fromEntries(given));
  const view = await lookAt(performAs, principal, { run });
  return goAlong(journey, { run: view, waitMs, begun, problems, isDeclined: declined.size > 0 });
}

/** Undefined where there is nothing that this human could answer. */
function ask(journey: Journey, run: RunView, { waitMs, problems }: Itinerary): Arrival | undefined {
  const { keys, principal, tool, input } = journey;
  const questions = questionsOf(run, principal);
  if (questions.length === 0) return undefined;
  const forms = questions.map(
    (each) => [each.item, formOf(each, problems?.get(each.item)?.message)] as const,
  );
  const state = { run: run.run, waitMs, asked: questions.map(({ item }) => item) };
  const requestState = sealRound(keys, state, { principal, tool: tool.name, input });
  const inputRequests = Object.fromEntries(forms);
  return { kind: 'ask', result: inputRequired({ inputRequests, requestState }) };
}

async function askNow(journey: Journey, run: RunView, unanswered: Unanswered): Promise<boolean> {
  const { performAs, principal, request, stop } = journey;
  return request !== null && askOne({ performAs, principal, request, stop }, run, unanswered);
}

/** The protocol wants progress to grow with each word of it. */
function progressReporter({ client, request }: Journey): (run: RunView) => Promise<void> {
  const { progressToken } = client;
  if (progressToken === undefined || request === null) return async () => {};
  let told = -1;
  return async (run) => {
    if (run.progress <= told) return;
    told = run.progress;
    const params = { progressToken, progress: told, total: 1, message: stepsOf(run) };
    // Whoever has gone does not want to know.
    await request.mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
}
