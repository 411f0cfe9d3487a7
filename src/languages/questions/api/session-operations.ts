/** The operations of a question session. Each takes the state that the client holds, and returns the next one [Q3.2]. */
import { z } from 'zod';
import type { Json } from '../../../kernel/index.ts';
import type { LanguageOperation, OperationHost } from '../../language-api.ts';
import { Refusal, refuseInput } from '../../refusal.ts';
import { answerRefused, sessionRefused, unknownAnswers } from '../refusals.ts';
import { wayOf } from '../session/compatible.ts';
import {
  advance,
  alreadyStarted,
  answerOf,
  beginSession,
  cancelRun,
  checkOwnRun,
  findRun,
  openState,
} from '../session/conduct.ts';
import type { FoundFlow } from '../session/find-flow.ts';
import { type FlowName, goBackTo, type Held, withoutProposal } from '../session/held.ts';
import { ended, positionOf, restored } from '../session/notifications.ts';
import { play, playStep } from '../session/play.ts';
import { answerStep, type OpenSession, problemAt, proceed } from '../session/proceed.ts';
import { sealSession } from '../session/sealed-session.ts';
import {
  answersField,
  questionField,
  type SessionAnswer,
  sessionAnswer,
  sessionFields,
} from '../session/session-fields.ts';
import { sessionStateOf } from '../session/session-state.ts';
import { problemOfValue, readGivenAnswer } from '../validate-answer.ts';
import { presentError } from './present-error.ts';
import { tools } from './tools.ts';

const shared = { acts: 'calls', notifies: true, output: sessionAnswer, presentError } as const;

const flowFields = {
  workflow_id: z.string().min(1).max(300).optional().describe('Id of the flow.'),
  adapters: z
    .array(z.string().min(1).max(100))
    .min(1)
    .max(50)
    .optional()
    .describe('In place of a flow: names of adapters, whose questions are asked.'),
  answers: answersField.optional(),
};
type NamedFlow = {
  readonly workflow_id?: string | undefined;
  readonly adapters?: readonly string[] | undefined;
};
const namesOneFlow = (named: NamedFlow): boolean =>
  (named.workflow_id === undefined) !== (named.adapters === undefined);
const whichFlow = { path: ['workflow_id'], message: 'given, or “adapters” in its place, and not both' };

const nameOf = ({ workflow_id: workflow = '', adapters }: NamedFlow): FlowName =>
  adapters === undefined ? { workflow } : { adapters };

const startInput = z
  .strictObject({
    ...flowFields,
    workflow_dsl_path: z
      .string()
      .min(1)
      .max(1_000)
      .optional()
      .describe('Path of its document, as definitions show it. Nothing is read from there.'),
  })
  .refine(namesOneFlow, whichFlow);

export const startSession: LanguageOperation<z.infer<typeof startInput>, SessionAnswer> = {
  ...shared,
  name: 'questions.start',
  summary: 'Begins a question flow, and returns its first question with the sealed state.',
  rest: { method: 'POST', path: '/v1/question-sessions' },
  tool: tools.start,
  examples: [{ input: { workflow_id: 'hetzner-setup' } }],
  input: startInput,
  perform: ({ workflow_dsl_path: path, answers = {}, ...named }, host) =>
    begin('questions.start', host, nameOf(named), answers, path),
};

const restartInput = z.strictObject(flowFields).refine(namesOneFlow, whichFlow);

export const restartSession: LanguageOperation<z.infer<typeof restartInput>, SessionAnswer> = {
  ...shared,
  name: 'questions.restart',
  summary: 'Begins a question flow anew, as a new session.',
  rest: { method: 'POST', path: '/v1/question-sessions/restart' },
  tool: tools.restart,
  examples: [{ input: { workflow_id: 'hetzner-setup' } }],
  input: restartInput,
  perform: ({ answers = {}, ...named }, host) => begin('questions.restart', host, nameOf(named), answers),
};

type Answers = { readonly [question: string]: Json };

async function begin(
  operation: string,
  host: OperationHost,
  name: FlowName,
  answers: Answers,
  path?: string,
): Promise<SessionAnswer> {
  const opened = await beginSession(operation, host, name, (found) => {
    if (path !== undefined) checkPath(found, path);
    return keptAnswers(operation, found, answers);
  });
  // A repeated request must not perform the operations twice.
  return advance(host, opened, null, false);
}

/** A path is never read: it must be that of the document, or end with it. */
function checkPath({ path, flow }: FoundFlow, given: string): void {
  if (path === given || given.endsWith(`/${path}`) || path.endsWith(`/${given}`)) return;
  throw new Refusal({
    code: 'invalid_definition',
    message: `The flow “${flow.flow.id}” is not in “${given}”, but in “${path}”.`,
    suggestedAction: 'Leave “workflow_dsl_path” out: a flow is found by its id.',
    context: { workflow: flow.flow.id, path: given },
  });
}

function keptAnswers(operation: string, { flow }: FoundFlow, answers: Answers): Held['kept'] {
  const unknown = unknownAnswers(answers, [...flow.states.keys()]);
  if (unknown.length > 0) throw new Refusal(refuseInput(operation, unknown));
  const entries = Object.entries(answers).map(([id, given]) => {
    const question = flow.states.get(id)?.question;
    if (question === undefined) throw new Error(`“${id}” is not known.`);
    const value = readGivenAnswer(question, given);
    const problem = problemOfValue(question, value, null);
    // A secret must not be sealed, not even one that is refused later. Another answer may be valid when it is used.
    if (problem !== null && ['secret', 'type'].includes(problem.rule))
      throw new Refusal(answerRefused(question, problem));
    return [id, [{ value, committed: false }]] as const;
  });
  return Object.fromEntries(entries);
}

const given = [z.string().max(70_000), z.number(), z.boolean()] as const;

const submitInput = z.strictObject({
  ...sessionFields,
  answer_value: z
    .union([...given, z.strictObject({ value: z.union(given) })])
    .describe('The answer, as text or as {"value": …}. Of a secret, its name: $API_TOKEN.'),
  timestamp: z.int().min(0).optional().describe('When it was given, in milliseconds since 1970.'),
  complete: z
    .boolean()
    .default(true)
    .describe('false: the last answer starts no operations, so that all answers can be reviewed first.'),
});

const exampleState = { session_id: 'run_01kc7m2v9h4t8x0c3n5q7r1w6z', state_blob: 'sb1.…' };

export const submitAnswer: LanguageOperation<z.infer<typeof submitInput>, SessionAnswer> = {
  ...shared,
  name: 'questions.submit',
  acts: 'starts',
  summary: 'Answers the open question of a session, and returns the next one.',
  rest: { method: 'POST', path: '/v1/question-sessions/{session_id}/answers' },
  tool: tools.submit,
  examples: [{ input: { ...exampleState, answer_value: '$HETZNER_API_TOKEN' } }],
  input: submitInput,
  async perform({ answer_value: answer, timestamp, complete, ...state }, host) {
    const opened = await openState('questions.submit', host, state, true);
    const { id, found, session } = opened;
    const { need, progress } = session.played;
    if (need.kind !== 'answer') {
      throw new Refusal(sessionRefused(id, 'completed', 'All questions of the session are answered.'));
    }
    const { question } = need.asked;
    const value = readGivenAnswer(question, answer);
    const problem = problemAt(progress, question, value, host.now());
    if (problem !== null) throw new Refusal(answerRefused(question, problem, { session: id }));
    const step = answerStep(question, value, host.now(), timestamp);
    const held: Held = {
      ...session.held,
      steps: [...session.held.steps, step],
      kept: withoutProposal(session.held.kept, question.id),
    };
    const played = playStep(found.flow, session.played, step, host.caller.subject);
    return advance(host, { id, found, session: { held, played } }, session, complete);
  },
};

const restoreInput = z.strictObject({
  ...sessionFields,
  question_id: questionField.optional().describe('Goes back to this question, which was answered before.'),
  include_state: z.boolean().default(false).describe('Also return the state of the session, readable.'),
});

export const restoreSession: LanguageOperation<z.infer<typeof restoreInput>, SessionAnswer> = {
  ...shared,
  acts: 'starts',
  name: 'questions.restore',
  summary: 'Continues a session from its state, and returns the open question with the earlier answer.',
  rest: { method: 'POST', path: '/v1/question-sessions/{session_id}/restore' },
  tool: tools.restore,
  examples: [{ input: exampleState }],
  input: restoreInput,
  async perform({ question_id: question, include_state: withState, ...state }, host) {
    const opened = await openState('questions.restore', host, state, false);
    const { id, found } = opened;
    // A state from before the end is one of a session that has ended, too.
    const run = await findRun(host, id);
    const session =
      question === undefined ? await proceed(host, opened, false) : await wentBack(host, opened, question);
    if (run !== null) await checkOwnRun(host, { id, found, session });
    const answer = answerOf({ id, found, session }, sealSession(host, id, session.held), run, (shown) => [
      restored(shown),
      ...positionOf(shown),
    ]);
    if (!withState) return answer;
    const readable = sessionStateOf(found.flow, id, session.held, session.played);
    return { ...answer, state: readable as unknown as { readonly [field: string]: Json } };
  },
};

const backInput = z.strictObject({
  ...sessionFields,
  question_id: questionField.optional().describe('Default: the question that was asked before.'),
});

export const goBack: LanguageOperation<z.infer<typeof backInput>, SessionAnswer> = {
  ...shared,
  name: 'questions.back',
  summary: 'Goes back to an earlier question; the later answers are kept as proposals.',
  rest: { method: 'POST', path: '/v1/question-sessions/{session_id}/back' },
  tool: tools.back,
  examples: [{ input: exampleState }],
  input: backInput,
  async perform({ question_id: question, ...state }, host) {
    const opened = await openState('questions.back', host, state, false);
    const session = await wentBack(host, opened, question);
    const sealed = sealSession(host, opened.id, session.held);
    return answerOf({ ...opened, session }, sealed, null, positionOf);
  },
};

/** Throws if the question has no answer. @param question default: the last one that was asked */
async function wentBack(
  host: OperationHost,
  { id, found, session: { held, played } }: OpenSession,
  question: string | undefined,
) {
  const run = played.need.kind === 'nothing' ? await findRun(host, id) : null;
  if (run !== null) throw alreadyStarted(run);
  const index = held.steps.findLastIndex(
    (step) => step.kind === 'answer' && (question === undefined || step.question === question),
  );
  if (index < 0) {
    const message =
      question === undefined
        ? 'No question was answered before this one.'
        : `The question “${question}” was not asked before.`;
    throw new Refusal(sessionRefused(id, 'nothing_before', message));
  }
  const back = goBackTo(held, index);
  const then = play(found.flow, back, host.caller.subject);
  return { held: { ...back, way: wayOf(found.flow, then) }, played: then };
}

const stateInput = z.strictObject(sessionFields);

export const completeSession: LanguageOperation<z.infer<typeof stateInput>, SessionAnswer> = {
  ...shared,
  name: 'questions.complete',
  acts: 'starts',
  summary: 'Performs the operations of a session whose questions are all answered.',
  rest: { method: 'POST', path: '/v1/question-sessions/{session_id}/complete' },
  tool: tools.complete,
  examples: [{ input: exampleState }],
  input: stateInput,
  async perform(state, host) {
    const opened = await openState('questions.complete', host, state, true);
    const { need } = opened.session.played;
    if (need.kind === 'answer') {
      const message = `The question “${need.asked.question.id}” is not answered.`;
      throw new Refusal(sessionRefused(opened.id, 'unanswered', message));
    }
    return advance(host, opened, opened.session);
  },
};

export const cancelSession: LanguageOperation<z.infer<typeof stateInput>, SessionAnswer> = {
  ...shared,
  name: 'questions.cancel',
  acts: 'starts',
  summary: 'Ends a session without its operations: no earlier state of it can complete it.',
  rest: { method: 'POST', path: '/v1/question-sessions/{session_id}/cancel' },
  tool: tools.cancel,
  examples: [{ input: exampleState }],
  input: stateInput,
  async perform(state, host) {
    const opened = await openState('questions.cancel', host, state, false);
    const { id, session } = opened;
    const run = await cancelRun(host, opened);
    // It had nothing to start.
    if (run.kind !== 'run') throw new Refusal(sessionRefused(id, 'completed', 'The session is completed.'));
    if (run.status !== 'cancelled') throw alreadyStarted(run);
    const sealed = sealSession(host, id, session.held);
    const answer = answerOf(opened, sealed, null, ({ workflow_id }) => [ended(id, workflow_id, 'Canceled')]);
    return { ...answer, question: null, completed: false, deferred_operations: [], run_status: 'cancelled' };
  },
};
