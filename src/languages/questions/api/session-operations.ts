/** The operations of a question session. Each takes the state that the client holds, and returns the next one [Q3.2]. */
import { z } from 'zod';
import type { Values } from '../../facets.ts';
import type { LanguageOperation, OperationHost } from '../../language-api.ts';
import { Refusal } from '../../refusal.ts';
import { checkKnownAnswers } from '../known-answers.ts';
import { problemAt } from '../progress.ts';
import { answerRefused, sessionRefused } from '../refusals.ts';
import { wayOf } from '../session/compatible.ts';
import {
  alreadyStarted,
  answerOf,
  beginSession,
  cancelRun,
  continueSession,
  findRun,
  loadSession,
  requireSameAnswers,
  type SealedState,
} from '../session/conduct.ts';
import type { FoundFlow } from '../session/find-flow.ts';
import { type FlowName, goBackTo, type Held, withoutProposal } from '../session/held.ts';
import { ended, positionOf, restored } from '../session/notifications.ts';
import { play, playStep, type Session } from '../session/play.ts';
import { answerStep, type LoadedSession, proceed } from '../session/proceed.ts';
import { sealSession } from '../session/sealed-session.ts';
import {
  answersField,
  questionField,
  type SessionAnswer,
  sessionAnswer,
  sessionFields,
} from '../session/session-fields.ts';
import { sessionStateOf } from '../session/session-state.ts';
import { readGivenAnswer } from '../validate-answer.ts';
import { presentError } from './present-error.ts';
import { tools } from './tools.ts';

const shared = { notifies: true, output: sessionAnswer, presentError } as const;

const beginning = z.strictObject({
  workflow_id: z.string().min(1).max(300).optional().describe('Id of the flow.'),
  adapters: z
    .array(z.string().min(1).max(100))
    .min(1)
    .max(50)
    .optional()
    .describe('In place of a flow: names of adapters, whose questions are asked.'),
  answers: answersField.optional(),
  workflow_dsl_path: z
    .string()
    .min(1)
    .max(1_000)
    .optional()
    .describe('Path of its document, as definitions show it. Nothing is read from there.'),
});
type Beginning = z.infer<typeof beginning>;

const namesOneFlow = ({ workflow_id: workflow, adapters }: Beginning): boolean =>
  (workflow === undefined) !== (adapters === undefined);
const whichFlow = { path: ['workflow_id'], message: '“workflow_id” or “adapters”, and not both' };

/** An operation that begins a session. */
function onFlow(
  verb: 'start' | 'restart',
  path: '' | '/restart',
  summary: string,
  input: z.ZodType<Beginning>,
): LanguageOperation<Beginning, SessionAnswer> {
  const name = `questions.${verb}`;
  return {
    ...{ ...shared, acts: 'calls', name, summary, tool: tools[verb] },
    input: input.refine(namesOneFlow, whichFlow),
    rest: { method: 'POST', path: `/v1/question-sessions${path}` },
    examples: [{ input: { workflow_id: 'hetzner-setup' } }],
    async perform({ workflow_id: workflow = '', adapters, answers = {}, workflow_dsl_path: file }, host) {
      const flow: FlowName = adapters === undefined ? { workflow } : { adapters };
      const loaded = await beginSession(name, host, flow, (found) => {
        if (file !== undefined) checkPath(found, file);
        return keptAnswers(name, found, answers);
      });
      // A repeated request must not perform the operations twice.
      return continueSession(host, loaded, null, false);
    },
  };
}

export const startSession = onFlow(
  'start',
  '',
  'Begins a question flow, and returns its first question with the sealed state.',
  beginning,
);

export const restartSession = onFlow(
  'restart',
  '/restart',
  'Begins a question flow anew, as a new session.',
  beginning.omit({ workflow_dsl_path: true }),
);

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

/** A secret must not be sealed, not even one that is refused later. Another answer may be valid when it is used. */
function keptAnswers(
  operation: string,
  { flow }: FoundFlow,
  answers: NonNullable<Beginning['answers']>,
): Held['kept'] {
  const questions = [...flow.states.values()].map(({ question }) => question);
  const refused = checkKnownAnswers(operation, questions, answers, ['secret', 'type']);
  if (refused !== null) throw new Refusal(refused);
  const known = questions.filter(({ id }) => Object.hasOwn(answers, id));
  return Object.fromEntries(
    known.map((question) => {
      const value = readGivenAnswer(question, answers[question.id] ?? null);
      return [question.id, [{ value, committed: false }]];
    }),
  );
}

interface SessionOperation<Input extends SealedState>
  extends Pick<LanguageOperation<Input>, 'summary' | 'input'> {
  readonly acts: 'calls' | 'starts';
  /** Default: the verb. */
  readonly path?: string;
  /** Fields of the example, beside the state. */
  readonly example?: Values;
  /** The open question is about to be answered, so it must be the one that the client saw. */
  readonly withOpen?: boolean;
  perform(host: OperationHost, loaded: LoadedSession, given: Input): Promise<SessionAnswer>;
}

/** An operation on a session that has begun. */
function onSession<Input extends SealedState>(
  verb: 'submit' | 'restore' | 'back' | 'complete' | 'cancel',
  { path = verb, example = {}, withOpen = false, perform, ...more }: SessionOperation<Input>,
): LanguageOperation<Input, SessionAnswer> {
  const name = `questions.${verb}`;
  const state = { session_id: 'run_01kc7m2v9h4t8x0c3n5q7r1w6z', state_blob: 'sb1.…' };
  return {
    ...{ ...shared, ...more, name, tool: tools[verb] },
    rest: { method: 'POST', path: `/v1/question-sessions/{session_id}/${path}` },
    examples: [{ input: { ...state, ...example } }],
    perform: async (given, host) => perform(host, await loadSession(name, host, given, withOpen), given),
  };
}

const given = [z.string().max(70_000), z.number(), z.boolean()] as const;

export const submitAnswer = onSession('submit', {
  acts: 'starts',
  summary: 'Answers the open question of a session, and returns the next one.',
  path: 'answers',
  example: { answer_value: '$HETZNER_API_TOKEN' },
  input: z.strictObject({
    ...sessionFields,
    answer_value: z
      .union([...given, z.strictObject({ value: z.union(given) })])
      .describe('The answer, as text or as {"value": …}. Of a secret, its name: $API_TOKEN.'),
    timestamp: z.int().min(0).optional().describe('When it was given, in milliseconds since 1970.'),
    complete: z
      .boolean()
      .default(true)
      .describe('false: the last answer starts no operations, so that all answers can be reviewed first.'),
  }),
  withOpen: true,
  async perform(host, { id, found, session }, { answer_value: answer, timestamp, complete }) {
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
    return continueSession(host, { id, found, session: { held, played } }, session, complete);
  },
});

export const restoreSession = onSession('restore', {
  acts: 'calls',
  summary: 'Continues a session from its state, and returns the open question with the earlier answer.',
  input: z.strictObject({
    ...sessionFields,
    question_id: questionField.optional().describe('Goes back to this question, which was answered before.'),
    include_state: z.boolean().default(false).describe('Also return the state of the session, readable.'),
  }),
  async perform(host, loaded, { question_id: question, include_state: withState }) {
    const { id, found } = loaded;
    // A state from before the end is one of a session that has ended, too.
    const run = await findRun(host, id);
    const session =
      question === undefined ? await proceed(host, loaded, false) : await wentBack(host, loaded, question);
    if (run !== null) await requireSameAnswers(host, { id, found, session }, run);
    const answer = answerOf({ id, found, session }, sealSession(host, id, session.held), run, (shown) => [
      restored(shown),
      ...positionOf(shown),
    ]);
    return withState ? { ...answer, state: sessionStateOf(found.flow, session, answer) } : answer;
  },
});

export const goBack = onSession('back', {
  acts: 'calls',
  summary: 'Goes back to an earlier question; the later answers are kept as proposals.',
  input: z.strictObject({
    ...sessionFields,
    question_id: questionField.optional().describe('Default: the question that was asked before.'),
  }),
  async perform(host, loaded, { question_id: question }) {
    const session = await wentBack(host, loaded, question);
    const sealed = sealSession(host, loaded.id, session.held);
    return answerOf({ ...loaded, session }, sealed, null, positionOf);
  },
});

/** Throws if the question has no answer. @param question default: the last one that was asked */
async function wentBack(
  host: OperationHost,
  { id, found, session: { held, played } }: LoadedSession,
  question: string | undefined,
): Promise<Session> {
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

export const completeSession = onSession('complete', {
  acts: 'starts',
  summary: 'Performs the operations of a session whose questions are all answered.',
  input: z.strictObject(sessionFields),
  withOpen: true,
  async perform(host, loaded) {
    const { need } = loaded.session.played;
    if (need.kind === 'answer') {
      const message = `The question “${need.asked.question.id}” is not answered.`;
      throw new Refusal(sessionRefused(loaded.id, 'unanswered', message));
    }
    return continueSession(host, loaded, loaded.session);
  },
});

export const cancelSession = onSession('cancel', {
  acts: 'starts',
  summary: 'Ends a session without its operations: no earlier state of it can complete it.',
  input: z.strictObject(sessionFields),
  async perform(host, loaded) {
    const { id, session } = loaded;
    const run = await cancelRun(host, loaded);
    // It had nothing to start.
    if (run.kind !== 'run') throw new Refusal(sessionRefused(id, 'completed', 'The session is completed.'));
    if (run.status !== 'cancelled') throw alreadyStarted(run);
    const sealed = sealSession(host, id, session.held);
    const answer = answerOf(loaded, sealed, null, ({ workflow_id }) => [ended(id, workflow_id, 'Canceled')]);
    return { ...answer, question: null, completed: false, deferred_operations: [], run_status: 'cancelled' };
  },
});
