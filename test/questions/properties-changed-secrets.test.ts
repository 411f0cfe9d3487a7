/** Secrets that change while a session is open: a call sends the values that they have when it is sent. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createRandom, type Random } from '../../src/testing/index.ts';
import { type ChangingSecrets, changingNames, openChangingSecrets, sourceOf } from './changing-secrets.ts';
import type { Fields } from './flow-server.ts';
import { eachRound, maxDuration, rounds, roundsOf, seed } from './rounds.ts';
import { type CallRequest, requestFor, type SecretCall, type SecretFlow, secretFlow } from './secret-flow.ts';
import { openSecretServer, type SecretServer } from './secret-server.ts';

const about = `seed ${seed}, ${rounds} rounds`;
vi.setConfig({ testTimeout: maxDuration });
type Values = ReadonlyMap<string, string>;

/** A request that the server got, and the values of the secrets at that time. */
interface Received {
  readonly request: CallRequest;
  readonly values: Values;
}

let api: SecretServer;
let secrets: ChangingSecrets;
let flows: readonly SecretFlow[];
let received: Received[] = [];
/** Performed before each request is answered. @returns the status */
let respond = async (): Promise<number> => 200;

beforeAll(async () => {
  api = await openSecretServer(async (response, request) => {
    received.push({ request, values: new Map(secrets.values) });
    const status = await respond();
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
  });
  flows = roundsOf(33).map(({ random, number }) =>
    secretFlow(random, {
      ...{ id: `late-${number}`, base: api.url, withChoices: false },
      variable: () => random.pick(changingNames),
    }),
  );
  const files = Object.fromEntries(flows.map(({ id, source }) => [`${id}.json`, source]));
  secrets = await openChangingSecrets(createRandom(seed), api.port, files);
});
afterAll(async () => {
  await secrets.close();
  await api.close();
});

const textOf = (question: string): string => `about ${question}`;

/** Answers all questions, and starts no operation. @returns the last answer of the server */
async function answerAll({ id: workflow, questions }: SecretFlow, random: Random): Promise<Fields> {
  const { ask } = secrets.server;
  let { body } = await ask('POST /v1/question-sessions', { workflow_id: workflow });
  for (const { id, kind, variable } of questions) {
    if (kind === 'copy') continue;
    const { session_id, state_blob } = body;
    const answer_value = kind === 'secret' ? `$${variable}` : textOf(id);
    const given = { state_blob, answer_value, complete: false };
    ({ body } = await ask(`POST /v1/question-sessions/${session_id}/answers`, given));
    if (random.chance(0.1)) await secrets.change(random, random.pick(changingNames));
  }
  return body;
}

/** What is called if an operation fails. @param failing its index; none if it is negative */
function callsOf({ calls }: SecretFlow, failing: number): readonly SecretCall[] {
  const operations = calls.filter(({ kind }) => kind === 'operation');
  if (failing < 0) return operations;
  const before = operations.slice(0, failing).toReversed();
  const undos = before.flatMap(({ of }) => calls.filter((call) => call.kind === 'undo' && call.of === of));
  return [...operations.slice(0, failing + 1), ...undos];
}

/** With these values of the secrets. */
const requestWith = ({ questions }: SecretFlow, call: SecretCall, values: Values): CallRequest =>
  requestFor(call, (question) => {
    const { variable = '' } = questions.find(({ id }) => id === question) ?? {};
    return variable === '' ? textOf(question) : (values.get(variable) ?? '');
  });

test(`[Q12.2] property 33: an operation and its undo send the values that their secrets have when they are sent, not those of the answers, ${about}`, async () => {
  const seen = { operation: 0, undo: 0, environment: 0, file: 0, store: 0, during: 0 };
  await eachRound(33, async ({ number, random }) => {
    const flow = flows[number];
    if (flow === undefined) throw new Error(`There is no flow ${number}.`);
    received = [];
    const last = await answerAll(flow, random);
    expect([last['question'], received]).toEqual([null, []]);
    const registered = new Map(secrets.values);
    const sent = flow.calls.flatMap(({ sends }) => sends.map(({ variable }) => variable));
    const used = [...new Set(sent.filter((name) => name !== ''))];
    for (const name of used) await secrets.change(random, name);
    const started = new Map(secrets.values);

    const operations = callsOf(flow, -1);
    const failing = random.chance(0.5) ? operations.length - 1 : -1;
    respond = async () => {
      const status = received.length === failing + 1 ? 403 : 200;
      if (random.chance(0.7)) await secrets.change(random, random.pick(used));
      return status;
    };
    const { session_id, state_blob } = last;
    const target = `POST /v1/question-sessions/${session_id}/complete`;
    const { status } = await secrets.server.ask(target, { state_blob });
    expect(status).toBe(failing < 0 ? 200 : 409);
    const calls = callsOf(flow, failing);
    expect(received.map(({ request }) => request)).toEqual(
      calls.map((call, at) => requestWith(flow, call, received[at]?.values ?? registered)),
    );
    for (const [at, call] of calls.entries()) {
      const values = received[at]?.values ?? registered;
      expect(requestWith(flow, call, values)).not.toEqual(requestWith(flow, call, registered));
      if (call.kind !== 'choices') seen[call.kind] += 1;
      for (const { variable } of call.sends) {
        if (variable === '') continue;
        seen[sourceOf(variable)] += 1;
        seen.during += values.get(variable) === started.get(variable) ? 0 : 1;
      }
    }
  });
  expect(Object.entries(seen).filter(([, count]) => count < rounds / 8)).toEqual([]);
});
