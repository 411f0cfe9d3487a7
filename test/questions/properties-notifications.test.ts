/** Random dialogues: what is noted of each answer, and what is told of each change. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ann } from '../operations/operations-harness.ts';
import { expectedHistory, expectedNotifications, kindOf } from './expected-notifications.ts';
import { type FlowServer, openFlowServer } from './flow-server.ts';
import { type Heard, type Interface, openInterfaces } from './interfaces.ts';
import { type Answer, type Feedback, textOf } from './question-sessions.ts';
import { type DialogueRequest, type DialogueStep, playDialogue } from './random-dialogue.ts';
import { randomFlow, withEcho } from './random-flow.ts';
import { expectedState, openRandomSessions, type RandomSessions } from './random-sessions.ts';
import { eachRound, maxDuration, rounds, roundsOf, seed } from './rounds.ts';
import { Tally } from './tally.ts';

const about = `seed ${seed}, ${rounds} rounds`;
vi.setConfig({ testTimeout: maxDuration });
let sessions: RandomSessions;

beforeAll(async () => {
  sessions = await openRandomSessions();
});
afterAll(() => sessions.close());

type Look = (step: DialogueStep) => Promise<void> | void;

/** A dialogue about every flow. */
function playAll(property: number, look: Look): Promise<void> {
  const { harness, flowAt } = sessions;
  const client = {
    requests: 20,
    now: () => harness.clock.now(),
    wait: (milliseconds: number) => harness.clock.advance(milliseconds),
    ask: async ({ name, input }: DialogueRequest) =>
      (await harness.call(ann, `questions.${name}`, input)) as unknown as Answer,
  };
  return eachRound(property, ({ number, random }) => playDialogue(client, flowAt(number), random, look));
}

const changes = [
  'NextQuestionReady',
  'FeedbackEntered',
  'FeedbackEntered again',
  'FeedbackEntered secret',
  'FeedbackEntered secret again',
  'FeedbackEntered automatic',
  'FeedbackUpdated again',
  'SessionRestored',
  'Completed Closed',
  'Completed Canceled',
];

describe('notifications', () => {
  test(`[Q5.1] property 4: every change is told, completely and in order, ${about}`, async () => {
    const seen = new Tally();
    await playAll(4, (step) => {
      const { notifications } = step.answer;
      expect(notifications).toEqual(expectedNotifications(step));
      for (const each of notifications) seen.add(kindOf(each));
    });
    expect(seen.below(Object.fromEntries(changes.map((kind) => [kind, rounds / 5])))).toEqual([]);
  });
});

describe('feedback', () => {
  test(`[Q2.3] property 5: every answer has an id of its own, and what was noted of it does not change, ${about}`, async () => {
    const seen = new Tally();
    let ever: readonly Feedback[] = [];
    await playAll(5, ({ before, answer: { feedback_history: history }, noted, expected }) => {
      expect(new Set(history.map(({ feedback_id: id }) => id)).size).toBe(expected.reference.history.length);
      const untouched = history.length - noted.length;
      if (before === null) ever = [];
      else expect(history.slice(0, untouched)).toEqual(before.feedback_history.slice(0, untouched));
      // The first is the answer of this request.
      for (const { id, earlier } of noted.slice(1)) {
        if (earlier === undefined) continue;
        seen.add('used again');
        expect(ever).toContainEqual({ ...history[id], feedback_id: expect.any(Number) });
      }
      ever = [...ever, ...history.slice(untouched)];
      if (untouched > 0) seen.add('untouched');
    });
    expect(seen.below({ untouched: rounds, 'used again': rounds / 2 })).toEqual([]);
  });

  test(`[Q2.3][Q3.1] property 6: every answer is noted with its time, question, type, value and status, as it was given, ${about}`, async () => {
    const seen = new Tally();
    await playAll(6, async ({ request, answer, expected }) => {
      expect(answer.feedback_history).toEqual(expectedHistory(expected));
      for (const feedback of answer.feedback_history) {
        const { type, is_automatic: isAutomatic, is_sensitive: isSecret } = feedback;
        seen.add(isSecret ? 'secret' : isAutomatic ? 'automatic' : type);
      }
      if (request.name === 'cancel') return;
      const { state } = await sessions.restore(answer);
      expect(state?.['feedback_history']).toEqual(expectedState(expected.reference).feedback_history);
    });
    const kinds = ['choice', 'string', 'boolean', 'integer', 'secret', 'automatic'];
    expect(seen.below(Object.fromEntries(kinds.map((kind) => [kind, rounds / 2])))).toEqual([]);
  });
});

const tools: Readonly<Record<DialogueRequest['name'], string>> = {
  start: 'start_workflow',
  restart: 'restart_workflow',
  submit: 'submit_answer',
  back: 'go_back',
  restore: 'restore_session',
  complete: 'complete_workflow',
  cancel: 'cancel_workflow',
};

/** A session has one observer, the caller of the request: the server keeps none that others could observe. */
describe('callers', () => {
  const flows = roundsOf(104).map(({ random, number }) =>
    withEcho(randomFlow(random, `flow-${number}`, { without: ['choices'], maxStates: 4 })),
  );
  let server: FlowServer;
  let interfaces: readonly Interface[];

  beforeAll(async () => {
    const files = Object.fromEntries(flows.map((flow) => [`${flow.workflow_id}.json`, textOf(flow)]));
    server = await openFlowServer({
      files,
      env: { SIGNALBOX_RATE: 'none', SIGNALBOX_RATE_PER_TENANT: 'none' },
    });
    interfaces = await openInterfaces(server);
  });
  afterAll(async () => {
    for (const each of interfaces) await each.close();
    await server.close();
  });

  test(`[Q5.1] property 4: over every interface, its caller is told of each change, over its channel or in its answer, ${about}`, async () => {
    const seen = new Tally();
    await eachRound(104, async ({ number, random }) => {
      const flow = flows[number];
      if (flow === undefined) throw new Error(`There is no flow ${number}.`);
      const callers = [
        ...interfaces.filter(({ hasChannel }) => hasChannel),
        random.pick(interfaces.filter(({ hasChannel }) => !hasChannel)),
      ];
      let heard: readonly Heard[] = [];
      const client = {
        requests: 6,
        isTimed: true,
        // The server has a clock of its own.
        now: () => expect.any(Number),
        wait: () => {},
        async ask({ name, input }: DialogueRequest) {
          heard = await Promise.all(callers.map((each) => each.call(tools[name], input)));
          return heard[0]?.value as unknown as Answer;
        },
      };
      await playDialogue(client, flow, random, (step) => {
        for (const [at, { name, hasChannel }] of callers.entries()) {
          const { value, notifications, isError } = heard[at] ?? {};
          if (isError) throw new Error(`${name}: ${JSON.stringify(value)}`);
          const answer = value as unknown as Answer;
          const told = expectedNotifications({ ...step, answer });
          expect([name, notifications]).toEqual([name, hasChannel ? told : []]);
          expect([name, answer.notifications]).toEqual([name, hasChannel ? [] : told]);
          for (const each of told) seen.add(`${name} ${kindOf(each)}`);
        }
      });
    });
    const expected = interfaces.flatMap(({ name, hasChannel }) =>
      (hasChannel ? changes : ['NextQuestionReady', 'FeedbackEntered', 'Completed Closed']).map(
        (kind) => [`${name} ${kind}`, rounds / 20] as const,
      ),
    );
    expect(seen.below(Object.fromEntries(expected))).toEqual([]);
  });
});
