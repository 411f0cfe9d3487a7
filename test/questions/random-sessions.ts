/** Sessions of the random flows that most properties are tested with, and what the reference predicts of their state. */
import { type FlowDocument, questionsOf, variablesOf } from './flow-document.ts';
import { type PlayedStep, playRandom } from './play-random.ts';
import { openQuestionSessions, type QuestionSessions } from './question-sessions.ts';
import { type FlowOptions, randomFlow } from './random-flow.ts';
import type { ReferenceSession } from './reference-session.ts';
import { eachRound, roundsOf } from './rounds.ts';

export interface RandomSessions extends QuestionSessions {
  readonly flows: readonly FlowDocument[];
  /** The flow of a round. */
  flowAt(number: number): FlowDocument;
  /** Plays every flow once, with other answers for each property. */
  playAll(property: number, look: (step: PlayedStep) => Promise<void> | void): Promise<void>;
}

export async function openRandomSessions(options: FlowOptions = {}): Promise<RandomSessions> {
  const flows = roundsOf(1).map(({ random, number }) => randomFlow(random, `flow-${number}`, options));
  const sessions = await openQuestionSessions(flows);
  const flowAt = (number: number): FlowDocument => {
    const flow = flows[number];
    if (flow === undefined) throw new Error(`There is no flow ${number}.`);
    return flow;
  };
  return {
    ...sessions,
    flows,
    flowAt,
    playAll: (property, look) =>
      eachRound(property, async ({ number, random }) => {
        await playRandom(sessions, flowAt(number), random, look);
      }),
  };
}

const historyOf = (reference: ReferenceSession) =>
  reference.history.map(({ question, value, automatic, timestamp }, id) => {
    const asked = questionsOf(reference.flow).find((each) => each.id === question);
    return {
      feedback_id: id,
      timestamp,
      entry_id: question,
      entry_data: { type: asked?.type, value },
      is_automatic: automatic,
      is_sensitive: asked !== undefined && variablesOf(reference.flow, asked).length > 0,
    };
  });

/** Without its ids, revision and proposals. */
export const expectedState = (reference: ReferenceSession) => ({
  workflow_id: reference.flow.workflow_id,
  current_question_id: reference.current?.id ?? null,
  feedback_history: historyOf(reference),
  level_stack: reference.levels().slice(0, -1),
  current_level: reference.levels().at(-1) ?? null,
  deferred_operations: reference.registered.map(({ operation, feedback }) => ({
    type: operation.includes('.') ? 'adapter_operation' : 'operation',
    feedback_id: feedback,
    adapter_name: operation.includes('.') ? operation.split('.')[0] : '',
    operation_data: { operation_id: operation },
  })),
});
