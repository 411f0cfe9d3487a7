/**
 * Random dialogues: a client begins a session, also with answers that it knows in advance, answers, goes back, keeps or
 * changes what it answered, restores, completes and cancels. The product and the reference get the same requests.
 */
import type { Random } from '../../src/testing/index.ts';
import { type FlowDocument, hasOperations, questionsOf, variablesOf } from './flow-document.ts';
import { type Answer, held } from './question-sessions.ts';
import { formOf, validAnswer } from './random-answer.ts';
import { words } from './random-flow.ts';
import { type GivenAnswer, ReferenceChanges } from './reference-changes.ts';

/** Of an operation of sessions: `questions.NAME`. */
export interface DialogueRequest {
  readonly name: 'start' | 'restart' | 'submit' | 'back' | 'restore' | 'complete' | 'cancel';
  readonly input: Readonly<Record<string, unknown>>;
}

export const toolOf: Readonly<Record<DialogueRequest['name'], string>> = {
  start: 'start_workflow',
  restart: 'restart_workflow',
  submit: 'submit_answer',
  back: 'go_back',
  restore: 'restore_session',
  complete: 'complete_workflow',
  cancel: 'cancel_workflow',
};

export interface DialogueStep {
  readonly request: DialogueRequest;
  /** Null at the start. */
  readonly before: Answer | null;
  readonly answer: Answer;
  readonly expected: ReferenceChanges;
  readonly noted: readonly Noted[];
  /** All is answered, and the operations were started. */
  readonly isCompleted: boolean;
}

/** What a request has added to the history. */
export interface Noted {
  /** Its place in the history. */
  readonly id: number;
  /** The answer of the user to this question before the session went back; `undefined` if there was none. */
  readonly earlier: GivenAnswer | undefined;
}

export interface DialogueClient {
  ask(request: DialogueRequest): Promise<Answer>;
  /** The time of the server. */
  now(): number;
  /** Lets some time pass. */
  wait(milliseconds: number): void;
  /** Whether every answer says when it was given. Default: some do. */
  readonly isTimed?: boolean;
  /** Maximum number of requests. */
  readonly requests: number;
}

/** @param look after each request */
export async function playDialogue(
  { ask, now, wait, isTimed = false, requests }: DialogueClient,
  flow: FlowDocument,
  random: Random,
  look: (step: DialogueStep) => Promise<void> | void,
): Promise<void> {
  const known = isTimed || random.chance(0.6) ? [] : answersInAdvance(random, flow);
  const expected = new ReferenceChanges(flow, now, known);
  let planned: Planned | undefined = beginning(random, expected, known);
  let before: Answer | null = null;
  let isStarted = false;
  for (let count = 1; planned !== undefined; count++) {
    const { request, noted }: Planned = planned;
    const sealed = before === null ? {} : held(before);
    const answer = await ask({ ...request, input: { ...sealed, ...request.input } });
    const { current } = expected.reference;
    isStarted ||= current === null && hasOperations(flow) && performsOperations(request);
    const isCompleted = current === null && (isStarted || !hasOperations(flow));
    await look({ request, before, answer, expected, noted, isCompleted });
    if (request.name === 'cancel' || count === requests) return;
    before = answer;
    wait(random.int(5_000));
    planned = next(random, expected, { isStarted, isCompleted, isTimed });
  }
}

type Planned = Pick<DialogueStep, 'request' | 'noted'>;

const plan = (
  name: DialogueRequest['name'],
  input: DialogueRequest['input'] = {},
  noted: readonly Noted[] = [],
): Planned => ({ request: { name, input }, noted });

const performsOperations = ({ name, input }: DialogueRequest): boolean =>
  name === 'complete' || (name === 'submit' && input['complete'] === true);

function beginning(
  random: Random,
  { flow, reference }: ReferenceChanges,
  known: readonly GivenAnswer[],
): Planned {
  const answers = Object.fromEntries(known.map(({ question, value }) => [question, value]));
  const input = { workflow_id: flow.workflow_id, ...(known.length === 0 ? {} : { answers }) };
  const noted = reference.history.map((_, id) => ({ id, earlier: undefined }));
  return plan(random.pick(['start', 'start', 'restart']), input, noted);
}

interface Situation {
  readonly isStarted: boolean;
  readonly isCompleted: boolean;
  readonly isTimed: boolean;
}

/** The reference has done it. `undefined`: the dialogue ends. */
function next(
  random: Random,
  expected: ReferenceChanges,
  { isStarted, isCompleted, isTimed }: Situation,
): Planned | undefined {
  const isOpen = expected.reference.current !== null;
  const canReturn = expected.earlier.length > 0 && !isStarted;
  const back = (name: 'back' | 'restore', question?: string): Planned => {
    expected.back(question);
    return plan(name, question === undefined ? {} : { question_id: question });
  };
  return random.weighted<() => Planned | undefined>([
    [isOpen ? 12 : 0, () => nextAnswer(random, expected, isTimed)],
    [canReturn ? 2 : 0, () => back('back')],
    [canReturn ? 2 : 0, () => back('back', random.pick(expected.earlier))],
    [canReturn ? 2 : 0, () => back('restore', random.pick(expected.earlier))],
    [2, () => plan('restore')],
    [isOpen ? 0 : 2, () => plan('complete')],
    [isCompleted ? 0 : 0.5, () => plan('cancel')],
    // There is not much more to do.
    [isStarted ? 4 : 0, () => undefined],
  ])();
}

function nextAnswer(random: Random, expected: ReferenceChanges, isTimed: boolean): Planned | undefined {
  const { reference, proposal } = expected;
  const { current } = reference;
  const isKept =
    current !== null &&
    proposal !== null &&
    reference.problemOf(current, proposal) === null &&
    random.chance(0.5);
  const value = isKept ? proposal : validAnswer(random, reference);
  if (value === undefined) return undefined;
  const timestamp = isTimed || random.chance(0.3) ? random.int(2 ** 31) : undefined;
  const input = {
    answer_value: formOf(random, value),
    complete: random.chance(0.3),
    ...(timestamp === undefined ? {} : { timestamp }),
  };
  const known = reference.history.length;
  const pending = [...expected.pending];
  expected.answer(value, timestamp);
  const noted = reference.history.slice(known).map(({ question, automatic }, index): Noted => {
    // Each answer takes the place of the first one that waits for its question.
    const at = automatic ? -1 : pending.findIndex((each) => each.question === question);
    const [earlier] = at < 0 ? [] : pending.splice(at, 1);
    return { id: known + index, earlier: earlier !== undefined && 'at' in earlier ? earlier : undefined };
  });
  return plan('submit', input, noted);
}

/** To some questions; not all of them are valid. */
export function answersInAdvance(random: Random, flow: FlowDocument): readonly GivenAnswer[] {
  return questionsOf(flow)
    .filter(() => random.chance(0.4))
    .map((question): GivenAnswer => {
      const { id, type, validation = {} } = question;
      const variables = variablesOf(flow, question);
      if (variables.length > 0) return { question: id, value: `$${random.pick(variables)}` };
      if (type === 'integer') return { question: id, value: random.between(-3, 9) };
      if (type === 'boolean') return { question: id, value: random.chance(0.5) };
      return { question: id, value: random.pick([...words, ...(validation.choices ?? [])]) };
    });
}
