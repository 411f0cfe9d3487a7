/** A client of one session: it holds the state, answers at random, and compares what it hears with the reference. */
import { expect } from 'vitest';
import { type FlowDocument, statesOf } from './flow-document.ts';
import type { Fields } from './flow-server.ts';
import type { HeardAnswer, KilledServer } from './killed-server.ts';
import type { PerformingServer } from './performing-server.ts';
import { type Failing, type Outcome, predictOperations } from './predict-operations.ts';
import type { Answer } from './question-sessions.ts';
import { formOf, validAnswer } from './random-answer.ts';
import { ReferenceSession } from './reference-session.ts';
import { type Round, where } from './rounds.ts';

export interface SessionClientOptions {
  readonly send: KilledServer['send'];
  readonly round: Round;
  readonly flow: FlowDocument;
  /** An operation of the flow that always fails. */
  readonly failing: Failing;
  /** After so many it leaves the session open. */
  readonly maxAnswers: number;
}

export class SessionClient {
  /** Empty before the session has begun. */
  id = '';
  /** The last answer is sent, so the server may store the session. */
  isEnding = false;
  hasEnded = false;
  /** What its run does, once it has ended; null if the flow has no operations. */
  outcome: Outcome | null = null;
  readonly #options: SessionClientOptions;
  readonly #reference: ReferenceSession;

  constructor(options: SessionClientOptions) {
    this.#options = options;
    this.#reference = new ReferenceSession(options.flow, () => 0);
  }

  /** Until it ends, or is left open. */
  play(): Promise<void> {
    return this.#naming(() => this.#play());
  }

  /** Compares what its operations did, and the result of its run. */
  checkRun(server: Pick<PerformingServer, 'performedFor'>): Promise<void> {
    return this.#naming(() => this.#checkRun(server));
  }

  async #play(): Promise<void> {
    const { send, flow, round, maxAnswers } = this.#options;
    const reference = this.#reference;
    let answer = accepted(await send('/v1/question-sessions', { workflow_id: flow.workflow_id }));
    this.id = answer.session_id;
    const path = `/v1/question-sessions/${this.id}`;
    for (let count = 0; ; count++) {
      this.#expectPredicted(answer);
      const { state_blob } = answer;
      // No start performs operations, also if nothing is asked.
      if (reference.current === null) return this.#end(() => send(`${path}/complete`, { state_blob }));
      const value = validAnswer(round.random, reference);
      if (value === undefined || count === maxAnswers) return;
      const body = { state_blob, answer_value: formOf(round.random, value) };
      reference.answer(value);
      if (reference.current === null) return this.#end(() => send(`${path}/answers`, body));
      answer = accepted(await send(`${path}/answers`, body));
    }
  }

  /** @param ask the last request; it is repeated while the operations are under way */
  async #end(ask: () => Promise<HeardAnswer>): Promise<void> {
    const reference = this.#reference;
    const { flow, failing } = this.#options;
    this.isEnding = true;
    let heard = await ask();
    while (['queued', 'running'].includes(String(heard.body['run_status']))) heard = await ask();
    this.hasEnded = true;
    const outcome = hasOperations(flow) ? predictOperations(reference, failing) : null;
    this.outcome = outcome;
    if (outcome?.failed === true) {
      const { operation } = failing;
      const error = { code: 'ADAPTER_ERROR', operation, undone: outcome.undone.join(', ') };
      expect(heard.body).toMatchObject({ error });
      return;
    }
    const answer = accepted(heard);
    this.#expectPredicted(answer);
    expect([answer.completed, answer.run_status]).toEqual([true, outcome === null ? null : 'completed']);
  }

  async #checkRun({ performedFor }: Pick<PerformingServer, 'performedFor'>): Promise<void> {
    const { outcome } = this;
    expect(performedFor(this.id)).toEqual(outcome?.calls ?? []);
    if (outcome === null) return;
    const { body } = await this.#options.send(`/v1/runs/${this.id}`);
    expect(body['state']).toBe(outcome.failed ? 'failed' : 'completed');
    if (outcome.failed) return;
    const { answers, operations } = body['output'] as RunOutput;
    expect(answers).toEqual(this.#reference.values());
    const results = Object.entries(operations).map(([name, response]) => [name, response?.body ?? null]);
    expect(Object.fromEntries(results)).toEqual(outcome.results);
  }

  #expectPredicted({ question, feedback_history: history, deferred_operations: operations }: Answer): void {
    const { current, history: expected, registered } = this.#reference;
    expect(question?.id).toBe(current?.id);
    if (current?.type === 'choice') expect(question?.choices).toEqual(this.#reference.choicesOf(current));
    expect(history.map((each) => [each.question_id, each.value, each.is_automatic])).toEqual(
      expected.map((each) => [each.question, each.value, each.automatic]),
    );
    expect(operations.map((each) => [each.operation_id, each.feedback_id])).toEqual(
      registered.map((each) => [each.operation, each.feedback]),
    );
  }

  /** An error names the round. */
  async #naming(perform: () => Promise<void>): Promise<void> {
    try {
      await perform();
    } catch (error) {
      if (error instanceof Error) error.message = `${where(this.#options.round)}: ${error.message}`;
      throw error;
    }
  }
}

interface RunOutput {
  readonly answers: Fields;
  /** The response to each; null if it was skipped. */
  readonly operations: Readonly<Record<string, { readonly body: unknown } | null>>;
}

/** Only then it becomes a run, also if its answers register none of them. */
const hasOperations = (flow: FlowDocument): boolean =>
  statesOf(flow).some(({ operations = [] }) => operations.length > 0);

/** Throws if it is refused. */
function accepted({ status, body }: HeardAnswer): Answer {
  if (status !== 200) throw new Error(`It was refused: ${JSON.stringify(body)}`);
  return body as unknown as Answer;
}
