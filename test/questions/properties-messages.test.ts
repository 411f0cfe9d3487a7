/** Random JSON-RPC messages over POST /rpc: valid ones have a valid answer, and no other one disturbs the server. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectedHistory } from './expected-notifications.ts';
import { type Fields, type FlowServer, openFlowServer } from './flow-server.ts';
import { type Answer, textOf } from './question-sessions.ts';
import { type DialogueRequest, playDialogue, toolOf } from './random-dialogue.ts';
import { randomFlow, withEcho } from './random-flow.ts';
import {
  type Body,
  bodyOf,
  changed,
  damaged,
  type ExpectedAnswer,
  isToolCall,
  requestFor,
  wrongs,
} from './random-messages.ts';
import { eachRound, rounds, roundsOf, seed } from './rounds.ts';

const about = `seed ${seed}, ${rounds} rounds`;
const flows = roundsOf(10).map(({ random, number }) =>
  withEcho(randomFlow(random, `flow-${number}`, { without: ['choices'], maxStates: 4 })),
);
let server: FlowServer;

beforeAll(async () => {
  const files = Object.fromEntries(flows.map((flow) => [`${flow.workflow_id}.json`, textOf(flow)]));
  server = await openFlowServer({
    files,
    env: { SIGNALBOX_RATE: 'none', SIGNALBOX_RATE_PER_TENANT: 'none' },
  });
});
afterAll(() => server.close());

async function post(body: Body['bytes']): Promise<{ readonly status: number; readonly answer: unknown }> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${server.url}/rpc`, { method: 'POST', headers, body });
  const text = await response.text();
  return { status: response.status, answer: text === '' ? undefined : JSON.parse(text) };
}

const text = expect.stringMatching(/\S/);

/** As it must be, whatever else is in it. */
function shapeOf(expected: ExpectedAnswer): unknown {
  if (expected.kind === 'none') return undefined;
  const head = { jsonrpc: '2.0', id: expected.id };
  switch (expected.kind) {
    case 'result':
      return { ...head, result: expect.not.objectContaining({ isError: true }) };
    case 'error':
      return { ...head, error: { code: expected.code, message: text, data: expect.any(Object) } };
    case 'invalid input': {
      const { field, isResult } = expected;
      const error = { code: 'VALIDATION_ERROR', message: text, field, validation_rule: text };
      const told = expect.objectContaining({ error_code: 'invalid_input', error });
      return isResult
        ? { ...head, result: { content: expect.any(Array), structuredContent: told, isError: true } }
        : { ...head, error: { code: -32_602, message: 'Invalid params', data: told } };
    }
  }
}

async function expectAnswer({ name, bytes, expected, status }: Body): Promise<void> {
  const got = await post(bytes);
  const isNone = 'kind' in expected && expected.kind === 'none';
  const answer = 'kind' in expected ? shapeOf(expected) : expected.map(shapeOf);
  expect([name, got]).toEqual([name, { status: status ?? (isNone ? 204 : 200), answer }]);
}

test(`[W6.1][W6.2][Q6.1] property 10: a valid request has a valid answer, a wrong one an error with its id, and the session goes on, ${about}`, async () => {
  const seen = new Set<string>();
  await eachRound(10, async ({ number, random }) => {
    const flow = flows[number];
    if (flow === undefined) throw new Error(`There is no flow ${number}.`);
    const ask = async ({ name, input }: DialogueRequest): Promise<Answer> => {
      const request = requestFor(random, toolOf[name], input);
      for (const body of [bodyOf(changed(random, request)), damaged(random, request)]) {
        seen.add(body.name);
        await expectAnswer(body);
      }
      const { status, answer } = await post(JSON.stringify(request));
      expect([status, answer]).toEqual([200, shapeOf({ kind: 'result', id: request.id })]);
      const { result } = answer as { readonly result: Fields };
      return (isToolCall(request) ? result['structuredContent'] : result) as unknown as Answer;
    };
    const client = { ask, requests: 6, isTimed: true, now: () => expect.any(Number), wait: () => {} };
    await playDialogue(client, flow, random, ({ answer, expected }) => {
      expect(answer.feedback_history).toEqual(expectedHistory(expected));
    });
  });
  expect([...seen].sort()).toEqual([...wrongs].sort());
});
