/**
 * Asks the user of a 2025 client with requests of the server: one form after the other, each answer sent to its work
 * item at once. Withdraws a form whose question was answered elsewhere [P4.1].
 */
import type { ElicitRequestFormParams, ServerContext } from '@modelcontextprotocol/server';
import type { Principal, RunView } from '../../../operations/index.ts';
import { linkSignals } from '../../pipeline/link-signals.ts';
import type { Client } from '../contract/client.ts';
import { answerItem } from './answer-items.ts';
import { type FormQuestion, formParams, formQuestionsOf, type QuestionFilter } from './ask-human.ts';
import { fetchRun, hasEnded, type PerformAs } from './call-context.ts';

export interface Asker {
  readonly performAs: PerformAs;
  readonly principal: Principal;
  readonly client: Client;
  readonly request: ServerContext;
  readonly stop: AbortSignal;
  /** Which of the questions are shown to the user. */
  readonly questionFilter?: QuestionFilter;
  /** Sent with each form. */
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** Work items that this user does not answer: declined, or could not be asked. */
export type Unanswered = Set<string>;

/** Milliseconds a user has to answer. */
const formTimeout = 3_600_000;
/** Interval for polling a run while a form is open. */
const maxLookMs = 5_000;
/** Number of invalid answers after which the form is given up. */
const maxTries = 5;

/**
 * Asks one question, until it is answered or cannot be.
 * @returns false if this user can be asked no question
 */
export async function askOne(asker: Asker, run: RunView, unanswered: Unanswered): Promise<boolean> {
  const { principal, questionFilter } = asker;
  const question = formQuestionsOf(run, principal, questionFilter).find(({ item }) => !unanswered.has(item));
  if (question === undefined) return false;
  let problem: string | undefined;
  for (let tries = 0; tries < maxTries; tries++) {
    const response = await showForm(asker, run, question, problem);
    if (response === undefined) break;
    if (response.kind === 'passed') return true;
    const outcome = await answerItem(
      asker.performAs,
      asker.principal,
      asker.client,
      question,
      response.content,
    );
    if (outcome === 'taken') return true;
    if (outcome === 'declined') break;
    problem = outcome.message;
  }
  unanswered.add(question.item);
  return true;
}

type FormOutcome =
  | { readonly kind: 'answered'; readonly content: unknown }
  /** The run continued: the question was answered elsewhere, or withdrawn. */
  | { readonly kind: 'passed' };

/** `undefined` if the form could not be shown, or was not answered in time. */
async function showForm(
  asker: Asker,
  run: RunView,
  question: FormQuestion,
  problem: string | undefined,
): Promise<FormOutcome | undefined> {
  const over = new AbortController();
  const { signal, unlink } = linkSignals(over.signal, asker.stop);
  const passed = watchUntilPassed(asker, run, question, signal).then((isPassed): FormOutcome | undefined =>
    isPassed ? { kind: 'passed' } : undefined,
  );
  const answered = elicit(asker, { ...formParams(question, problem) }, signal).then(
    (content): FormOutcome => ({ kind: 'answered', content }),
    (): undefined => undefined,
  );
  try {
    return await Promise.race([answered, passed.then((shown) => shown ?? answered)]);
  } finally {
    over.abort();
    unlink();
  }
}

/** Not the SDK's own method: that rejects an invalid answer with an error, where asking again is better. */
export function elicit(
  { request, meta }: Pick<Asker, 'request' | 'meta'>,
  form: ElicitRequestFormParams,
  signal: AbortSignal,
): Promise<unknown> {
  const params = meta === undefined ? form : { ...form, _meta: meta };
  return request.mcpReq.send({ method: 'elicitation/create', params }, { timeout: formTimeout, signal });
}

async function watchUntilPassed(
  { performAs, principal }: Asker,
  begun: RunView,
  { item }: FormQuestion,
  signal: AbortSignal,
): Promise<boolean> {
  let run = begun;
  while (!signal.aborted) {
    run = await fetchRun(performAs, principal, { run: run.run, after: run.seq, waitMs: maxLookMs }, signal);
    if (hasEnded(run) || !formQuestionsOf(run, principal).some((each) => each.item === item))
      return !signal.aborted;
  }
  return false;
}
