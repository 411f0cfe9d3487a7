/**
 * Asks the human of a 2025 client, by a request of our own: one form after the other, each answer given to its work item
 * at once. A form whose question somebody else has answered is taken back [P4.1].
 */
import type { ElicitRequestFormParams, ServerContext } from '@modelcontextprotocol/server';
import type { Principal, RunView } from '../../../operations/index.ts';
import { answerItem } from './answer-items.ts';
import { type FormQuestion, formParams, formQuestionsOf, type QuestionFilter } from './ask-human.ts';
import { fetchRun, hasEnded, type PerformAs } from './call-context.ts';
import { linkSignals } from './link-signals.ts';

export interface Asker {
  readonly performAs: PerformAs;
  readonly principal: Principal;
  readonly request: ServerContext;
  readonly stop: AbortSignal;
  /** Of all that is asked, what is put to the human. */
  readonly questionFilter?: QuestionFilter;
  /** Goes along with each form. */
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** Work items that this human does not answer: they declined, or could not be asked. */
export type Unanswered = Set<string>;

/** How long a human may take. */
const formTimeout = 3_600_000;
/** Between two looks at a run while a form is open. */
const maxLookMs = 5_000;
/** After so many answers that did not fit, whoever fills in the form does not understand it. */
const maxTries = 5;

/**
 * Asks one question, until it is answered or will not be.
 * @returns false where there is none that this human could be asked
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
    const outcome = await answerItem(asker.performAs, asker.principal, question, response.content);
    if (outcome === 'taken') return true;
    if (outcome === 'declined') break;
    problem = outcome.message;
  }
  unanswered.add(question.item);
  return true;
}

type FormOutcome =
  | { readonly kind: 'answered'; readonly content: unknown }
  /** The run went past it: it was answered elsewhere, or is not asked any longer. */
  | { readonly kind: 'passed' };

/** Undefined where it could not be shown, or nobody answered in time. */
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

/** Not by the SDK's own way to ask: that refuses what does not fit with an error, where asking again is better. */
function elicit(
  { request, meta }: Asker,
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
