/** Random flows that send secrets to a server: which calls are sent, with which values, and what is told of them. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createRandom, type Random } from '../../src/testing/index.ts';
import { findLeaks, type Planted } from '../access/planted.ts';
import { type Dialogue, type Fields, type FlowServer, openFlowServer, playDialogue } from './flow-server.ts';
import { type OpenState, openStateOf } from './opened-state.ts';
import type { Sealed } from './question-sessions.ts';
import { randomSecret } from './random-secret.ts';
import { eachRound, maxDuration, rounds, roundsOf, seed } from './rounds.ts';
import { ownChoice, type SecretCall, type SecretFlow, secretFlow } from './secret-flow.ts';
import { outcomeOf } from './secret-outcome.ts';
import { openSecretServer, type SecretServer } from './secret-server.ts';

const about = `seed ${seed}, ${rounds} rounds`;
vi.setConfig({ testTimeout: maxDuration });
const mask = '***REDACTED***';
/** In every value that is typed in place of a name. */
const mark = 'typed-by-mistake';

const lists = ['SET_1', 'SET_2', 'SET_3'];
/** Why the others cannot be sent. */
const refusals: Readonly<Record<string, RegExp>> = {
  UNSET: /“UNSET” has no value: the environment variable is not set/,
  ELSEWHERE: /“ELSEWHERE” may not be sent to 127\.0\.0\.1/,
  UNENCRYPTED: /“UNENCRYPTED” may not be sent to 127\.0\.0\.1:\d+ without encryption/,
  UNLISTED: /“UNLISTED” may not be used in workflows/,
  FOREIGN: /“FOREIGN” is not available to the tenant “default”/,
};

const random = createRandom(seed * 1_000 + 31);
const values: Readonly<Record<string, string>> = Object.fromEntries(
  [...lists, ...Object.keys(refusals)].map((name) => [name, randomSecret(random)]),
);
const planted: readonly Planted[] = Object.entries(values).map(([name, value]) => ({ name, value }));
const offered = ['one', 'two'];
let receiver: SecretServer;
let server: FlowServer;
let openState: OpenState;
let [sent, copied]: readonly (readonly SecretFlow[])[] = [];

beforeAll(async () => {
  receiver = await openSecretServer((response) =>
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ names: offered })),
  );
  const flowsOf = (name: string, property: number, variable: (random: Random) => string) =>
    roundsOf(property).map(({ number, random }) =>
      secretFlow(random, { id: `${name}-${number}`, base: receiver.url, variable: () => variable(random) }),
    );
  sent = flowsOf('sent', 31, (random) => random.pick(random.chance(0.2) ? Object.keys(refusals) : lists));
  copied = flowsOf('copied', 132, (random) => random.pick(lists));
  const here = `127.0.0.1:${receiver.port}`;
  const listed = Object.fromEntries([...lists, 'UNSET'].map((name) => [name, { hosts: [here] }]));
  const { UNSET: _, ...secrets } = values;
  server = await openFlowServer({
    secrets,
    files: Object.fromEntries([...sent, ...copied].map(({ id, source }) => [`${id}.json`, source])),
    connectors: JSON.stringify({
      secrets: {
        ...listed,
        ELSEWHERE: { hosts: [`127.0.0.1:${receiver.port + 1}`, 'api.example.com'] },
        UNENCRYPTED: { hosts: ['127.0.0.1'] },
        FOREIGN: { hosts: [here], tenants: ['acme'] },
      },
    }),
  });
  openState = await openStateOf(server);
});
afterAll(async () => {
  await server.close();
  await receiver.close();
});

/** The flow of a round; requests are counted from now on. */
function flowAt(flows: readonly SecretFlow[] = [], number: number): SecretFlow {
  receiver.requests.length = 0;
  const flow = flows[number];
  if (flow === undefined) throw new Error(`There is no flow ${number}.`);
  return flow;
}

const textsOf = (random: Random) => {
  const texts = random.shuffle(['alpha', '$SET_1', `$\{env:SET_1}`, `$\{token}`, `$\{SET_2} & "more"`]);
  return (question: string) => texts[question.length % texts.length] ?? '';
};

/** Each state of a session has the names of its secrets, and no text of the server has a value. */
function expectNames(flow: SecretFlow, { texts, last }: Dialogue): void {
  expect(findLeaks(planted, [['the answers', texts.join('\n')]])).toEqual([]);
  const answers = texts.map((text) => JSON.parse(text) as Partial<Sealed>);
  const states = answers.flatMap((each) =>
    each.state_blob === undefined ? [] : [openState(each as Sealed)],
  );
  expect(states.length).toBe(last.status === 200 ? texts.length : texts.length - 1);
  expect(findLeaks(planted, [['the states', JSON.stringify(states)]])).toEqual([]);
  const steps = states.at(-1)?.steps.filter((step) => step.kind === 'answer') ?? [];
  for (const { question, value } of steps) {
    const { variable = '' } = flow.questions.find(({ id }) => id === question) ?? {};
    if (variable !== '') expect(value).toBe(`$${variable}`);
  }
}

/** The last one first. */
const undoneBefore = ({ calls }: SecretFlow, failing: SecretCall): readonly string[] =>
  calls
    .slice(0, calls.indexOf(failing))
    .flatMap(({ kind, of }) => (kind === 'undo' ? [of] : []))
    .toReversed();

test(`[Q12.2][Q7.4][Q11.2] property 31: a call is sent with the values of its secrets, or not at all and with the reason, ${about}`, async () => {
  const seen = new Map<string, number>();
  const note = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1);
  await eachRound(31, async ({ number, random }) => {
    const flow = flowAt(sent, number);
    const secretOf = (name: string) => (name in refusals ? undefined : values[name]);
    const expected = outcomeOf(flow, textsOf(random), secretOf, offered);
    const dialogue = await playDialogue(server, { workflow_id: flow.id }, expected.answers);
    expect(receiver.requests).toEqual(expected.requests);
    expectNames(flow, dialogue);
    const { refused } = expected;
    if (refused === null) {
      expect(dialogue.last.body).toMatchObject({ completed: true, run_status: 'completed' });
      note('completed');
    } else {
      const { call, field, variable } = refused;
      expect(dialogue.last.body['error']).toEqual({
        code: 'SECRET_ERROR',
        message: expect.stringMatching(refusals[variable] ?? /^$/),
        env_var: variable,
        field,
        ...(call.kind === 'operation'
          ? { operation: call.of, undone: undoneBefore(flow, call).join(', ') }
          : {}),
      });
      note(variable);
      note(call.kind);
    }
    for (const { url } of expected.requests) note(url.includes('/undo/') ? 'undone' : 'sent');
    if (Object.values(expected.answers).includes(ownChoice)) note('own choices');
  });
  for (const what of [...Object.keys(refusals), 'choices', 'operation', 'own choices', 'undone'])
    expect([what, (seen.get(what) ?? 0) >= rounds / 60]).toEqual([what, true]);
  expect(seen.get('completed')).toBeGreaterThan(rounds / 4);
  expect(seen.get('sent')).toBeGreaterThan(rounds);
});

test(`[Q1.3][Q3.1][Q12.2] property 32: the copy of a copy of a secret is masked and marked, and sent as its value, ${about}`, async () => {
  let chains = 0;
  await eachRound(132, async ({ number, random }) => {
    const flow = flowAt(copied, number);
    const { answers, requests } = outcomeOf(flow, textsOf(random), (name) => values[name], offered);
    const { last } = await playDialogue(server, { workflow_id: flow.id }, answers);
    expect(receiver.requests).toEqual(requests);
    const shown = flow.questions.map(({ id, kind, variable }) => ({
      question_id: id,
      value: variable === '' ? answers[id] : mask,
      is_sensitive: variable !== '',
      is_automatic: kind === 'copy',
    }));
    expect(last.body).toMatchObject({ completed: true, feedback_history: shown });
    const { body } = await server.ask(`GET /v1/runs/${last.body['run_id']}`);
    expect(body['output']).toMatchObject({
      answers: Object.fromEntries(shown.map(({ question_id: id, value }) => [id, value])),
    });
    const copies = flow.questions.filter(({ kind }) => kind === 'copy').map(({ id }) => id);
    chains += flow.questions.filter(({ source = '' }) => copies.includes(source)).length;
  });
  expect(chains).toBeGreaterThan(rounds / 20);
});

test(`[Q12.1][Q3.5] property 30: what is typed in place of a name is stored by no session and no run, ${about}`, async () => {
  await eachRound(230, async ({ number, random }) => {
    const { id } = flowAt(copied, number);
    const typed = `${mark} ${randomSecret(random)}`;
    const { body: begun } = await server.ask('POST /v1/question-sessions', { workflow_id: id });
    const { session_id, state_blob } = begun as unknown as Sealed;
    const { body: run } = await server.ask('POST /v1/runs', { workflow: id, waitMs: 5_000 });
    const [item] = run['waitingFor'] as readonly Fields[];
    for (const [target, body] of [
      ['POST /v1/question-sessions', { workflow_id: id, answers: { token: typed } }],
      [`POST /v1/question-sessions/${session_id}/answers`, { state_blob, answer_value: typed }],
      ['POST /v1/runs', { workflow: id, params: { answers: { token: typed } } }],
      [`POST /v1/items/${item?.['item']}/complete`, { output: { value: typed } }],
    ] as const) {
      const refused = await server.ask(target, body);
      expect([target, refused.status, refused.body['error_code']]).toEqual([target, 400, 'secret_refused']);
      expect(refused.body['context']).toMatchObject({
        question: 'token',
        env_var: expect.stringMatching(/^SET_/),
      });
      expect(refused.text).not.toContain(mark);
    }
  });
  const written = await server.written();
  expect(written).toContain('copied-0');
  expect(written.includes(mark)).toBe(false);
});
