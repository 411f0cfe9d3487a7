/**
 * Goes along with a run for as long as its caller waits: tells how far it is, puts its questions to the human, hands it
 * over as a task, and gives back what there is when the time is over. The run itself does not depend on any of it [P3.2].
 */
import { inputRequired } from '@modelcontextprotocol/server';
import type { RunView } from '../../../operations/index.ts';
import { answerItems } from './answer-items.ts';
import { formOf, questionsOf } from './ask-human.ts';
import { type Arrival, hasEnded, type Journey, type Problems } from './journey.ts';
import { openRound, sealRound } from './round-state.ts';

/** How long a client that takes tasks is kept waiting for a run that may be over at once. */
export const taskGrace = 200;

export interface Itinerary {
  readonly run: RunView;
  readonly waitMs: number;
  /** When the call began, by the clock that never goes back. */
  readonly begun: number;
  readonly problems?: Problems;
  /** The human was asked before, and did not want to answer. */
  readonly isDeclined?: boolean;
}

export async function goAlong(journey: Journey, itinerary: Itinerary): Promise<Arrival> {
  const { client, signal } = journey;
  const deadline = itinerary.begun + itinerary.waitMs;
  const report = progressReporter(journey);
  let { run } = itinerary;
  for (;;) {
    await report(run);
    if (hasEnded(run) || signal.aborted) return { kind: 'view', run };
    if (client.takesTasks && journey.tool.tasks !== undefined) return { kind: 'task', run };
    const left = Math.ceil(deadline - performance.now());
    if (run.openItems > 0 && (isStuck(run) || left <= 0)) {
      return (itinerary.isDeclined ? undefined : ask(journey, run, itinerary)) ?? { kind: 'view', run };
    }
    if (left <= 0 || isStuck(run)) return { kind: 'view', run };
    run = await look(journey, run, left);
  }
}

/** The next round of a call that has asked: its answers first, then on with the same run [P4.1]. */
export async function resumeRound(journey: Journey, state: unknown, begun: number): Promise<Arrival> {
  const { keys, principal, tool, input, performAs, request } = journey;
  const { run, waitMs } = openRound(keys, state, { principal, tool: tool.name, input });
  const before = await lookAt(journey, { run });
  const { problems, declined } = await answerItems(
    performAs,
    principal,
    before,
    request?.mcpReq.inputResponses ?? {},
  );
  const view = await lookAt(journey, { run });
  return goAlong(journey, { run: view, waitMs, begun, problems, isDeclined: declined.size > 0 });
}

/** Nothing but people can move it. */
const isStuck = ({ state, openItems }: RunView): boolean =>
  state === 'suspended' || (state === 'waiting' && openItems > 0);

/** Undefined where the client cannot, or there is nothing that its human could answer. */
function ask(journey: Journey, run: RunView, itinerary: Itinerary): Arrival | undefined {
  const { client, keys, principal, tool, input } = journey;
  if (!client.canAsk) return undefined;
  const questions = questionsOf(run, principal);
  if (questions.length === 0) return undefined;
  const forms = questions.map((item) => {
    const form = formOf(item, itinerary.problems?.get(item.item)?.message);
    return [item.item, form] as const;
  });
  const state = { run: run.run, waitMs: itinerary.waitMs };
  const requestState = sealRound(keys, state, { principal, tool: tool.name, input });
  return {
    kind: 'ask',
    result: inputRequired({ inputRequests: Object.fromEntries(forms), requestState }),
  };
}

/** With somebody who wants to know every step, each event is worth a look; else only what ends the waiting. */
async function look(journey: Journey, { run, seq }: RunView, waitMs: number): Promise<RunView> {
  const everyStep = journey.client.progressToken === undefined ? {} : { after: seq };
  return lookAt(journey, { run, waitMs, ...everyStep });
}

async function lookAt(
  { performAs, principal }: Journey,
  input: { readonly run: string; readonly waitMs?: number; readonly after?: number },
): Promise<RunView> {
  return (await performAs(principal, 'runs.get', input)) as unknown as RunView;
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

/** Where it is, in words: for progress and for tasks. */
export function stepsOf(run: RunView): string {
  if (run.status !== 'running') return run.failure === null ? run.status : `failed: ${run.failure.message}`;
  const tasks = [...new Set(run.waitingFor.map(({ task }) => task))];
  const shown = tasks.slice(0, 3).join(', ');
  const more = tasks.length > 3 ? ` and ${tasks.length - 3} more` : '';
  const where = shown === '' ? '' : `: ${shown}${more}`;
  return `${run.state}${where} (${Math.round(100 * run.progress)} %)`;
}
