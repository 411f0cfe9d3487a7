/**
 * Secrets from every source are planted, and sent to a server that repeats them, in whole sessions over every interface.
 * Then all that anybody can see or read is searched for them.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createRandom } from '../../src/testing/index.ts';
import { findLeaks, type Planted } from '../access/planted.ts';
import { openScratch } from '../cli/open-scratch.ts';
import { openTestTerminal } from '../cli/open-test-terminal.ts';
import { connectTestClient, type TestClient } from '../mcp/test-client.ts';
import { type EventClient, follow } from '../server/event-client.ts';
import { answers, type EchoingAnswer, echoOf } from './echoing-answers.ts';
import { type Fields, type FlowServer, openFlowServer } from './flow-server.ts';
import { type OpenState, openStateOf } from './opened-state.ts';
import type { Sealed, ShownQuestion } from './question-sessions.ts';
import { randomSecret } from './random-secret.ts';
import { eachRound, maxDuration, rounds, roundsOf, seed } from './rounds.ts';
import { type SecretFlow, secretFlow } from './secret-flow.ts';
import { openSecretServer, type SecretServer } from './secret-server.ts';
import { Tally } from './tally.ts';

const about = `seed ${seed}, ${rounds} rounds`;
vi.setConfig({ testTimeout: maxDuration });
const random = createRandom(seed * 1_000 + 122);
const word = (): string =>
  Array.from({ length: 12 }, () => random.pick([...'abcdefghijklmnopqrstuvwxyz0123456789'])).join('');
/** Every secret begins with the first and ends with the second: a part of one is found, too. */
const [head, tail] = [word(), word()];
const secret = (more: readonly string[] = []): string => `${head}${randomSecret(random, more)}${tail}`;
const planted: readonly Planted[] = [
  { name: 'the beginning of a secret', value: head },
  { name: 'the end of a secret', value: tail },
];
/** What anybody may see: the same search finds it. */
const plain: Planted = { name: 'a plain answer', value: `plain ${randomSecret(random)}` };

const sources = ['VARIABLE', 'STRANGE_VARIABLE', 'FILE', 'COMMAND', 'SAVED'];
const kinds = ['present, 2026', 'present, 2025', 'former, 2025'] as const;

let folder = '';
let receiver: SecretServer;
let server: FlowServer;
let openState: OpenState;
let flows: readonly SecretFlow[];
let clients: readonly TestClient[];
let events: EventClient;
let chooseAnswer: (kind: string) => EchoingAnswer = () => 'success';
const seen = new Tally();
/** All that was seen, by place. */
const places = new Map<string, string[]>();
const keep = (place: string, ...texts: readonly string[]): void =>
  void places.set(place, [...(places.get(place) ?? []), ...texts]);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signalbox-planted-'));
  receiver = await openSecretServer((response, received, message) => {
    const kind = received.url.split('/')[4] ?? '';
    const chosen = chooseAnswer(kind);
    seen.add(`calls for ${kind}`);
    seen.add(chosen);
    answers[chosen](response, echoOf(received, message));
  });
  flows = roundsOf(122).map(({ number, random: own }) =>
    secretFlow(own, { id: `flow-${number}`, base: receiver.url, variable: () => own.pick(sources) }),
  );
  await writeFile(join(folder, 'output'), secret());
  await writeFile(join(folder, 'file'), secret(), { mode: 0o600 });
  const hosts = [`127.0.0.1:${receiver.port}`];
  const print = 'process.stdout.write(require("node:fs").readFileSync(process.argv[1]))';
  server = await openFlowServer({
    secrets: { VARIABLE: secret(), STRANGE_VARIABLE: secret(['é', '🚦', '\n', '\t']) },
    files: Object.fromEntries(flows.map(({ id, source }) => [`${id}.json`, source])),
    connectors: JSON.stringify({
      secrets: {
        ...Object.fromEntries(sources.map((name) => [name, { hosts }])),
        FILE: { hosts, file: join(folder, 'file') },
        COMMAND: { hosts, command: [process.execPath, '-e', print, join(folder, 'output')] },
      },
    }),
  });
  openState = await openStateOf(server);
  clients = await Promise.all(kinds.map((kind) => connectTestClient(kind, server.mcp)));
  events = await follow(server.url, '/v1/events');
});
afterAll(async () => {
  for (const client of clients) await client.close();
  events.hangUp();
  await server.close();
  await receiver.close();
  await rm(folder, { recursive: true, force: true });
});

/** The next answer of a session, or an error. */
type Send = (tool: 'start_workflow' | 'submit_answer', input: Fields) => Promise<Fields>;

const sendOverRest: Send = async (tool, { session_id, ...input }) => {
  const path = tool === 'start_workflow' ? '' : `/${session_id}/answers`;
  const { text, body } = await server.ask(`POST /v1/question-sessions${path}`, input);
  keep('answers over REST', text);
  return body;
};

const sendOverMcp =
  (client: TestClient): Send =>
  async (tool, input) => {
    const { text, value } = await client.call(tool, input);
    keep('answers over MCP', text, JSON.stringify(value));
    keep('notifications', ...client.takeNotifications().map((each) => JSON.stringify(each)));
    return value;
  };

function answerTo({ accepts: [name], choices }: Pick<ShownQuestion, 'accepts' | 'choices'>): string {
  return name ?? choices?.[0] ?? plain.value;
}

/** @returns the id of the session */
async function playSession(send: Send, { id }: SecretFlow): Promise<string> {
  let session = '';
  for (let answer = await send('start_workflow', { workflow_id: id }); ; ) {
    const { session_id, state_blob, question } = answer as Partial<Sealed> & {
      readonly question?: ShownQuestion | null;
    };
    seen.add(state_blob === undefined ? 'errors' : 'answers');
    if (session_id === undefined || state_blob === undefined) return session;
    session = session_id;
    keep('sealed states', state_blob);
    keep('opened states', JSON.stringify(openState({ session_id, state_blob })));
    if (question === null || question === undefined) return session;
    answer = await send('submit_answer', { session_id, state_blob, answer_value: answerTo(question) });
  }
}

/** A person types names and answers, and a new value where one can be saved. @returns the id of the session */
async function playAtTerminal({ id, questions }: SecretFlow): Promise<string> {
  const typed = questions.flatMap(({ kind, variable }) => {
    if (kind === 'copy') return [];
    if (kind === 'choice') return ['1'];
    if (kind === 'text') return [plain.value];
    return variable === 'SAVED' ? [secret(), 'yes'] : [`$${variable}`];
  });
  const { terminal, shown } = openTestTerminal([...typed, 'yes', undefined]);
  const scratch = openScratch();
  const { out, err, code } = await scratch.run(['ask', id, '--data', server.data], { terminal });
  scratch.close();
  seen.add(`exit code ${code}`);
  keep('the terminal', shown(), out, err);
  return /run_\w+/.exec(shown())?.[0] ?? '';
}

/** The same flow as a run, whose choices are work items. @returns the id of the run */
async function playRun({ id, questions }: SecretFlow): Promise<string> {
  const known = questions.flatMap(({ id: question, kind, variable }) =>
    kind === 'secret' ? [[question, `$${variable}`]] : kind === 'text' ? [[question, plain.value]] : [],
  );
  const params = { answers: Object.fromEntries(known) };
  let { body, text } = await server.ask('POST /v1/runs', { workflow: id, params, waitMs: 10_000 });
  const run = String(body['run']);
  for (;;) {
    keep('answers over REST', text);
    const [item] = (body['waitingFor'] ?? []) as readonly Fields[];
    if (item?.['kind'] !== 'item' || item['reason'] !== 'work') return run;
    const { enum: choices } = Object(item['answerSchema']).properties.value;
    await server.ask(`POST /v1/items/${item['item']}/complete`, { output: { value: choices[0] } });
    ({ body, text } = await server.ask(`GET /v1/runs/${run}?waitMs=10000`));
  }
}

test(`[Q12.2][Q10.2][S3.1] no secret is in any state, answer, notification, event, error, log, metric or file, also if a server repeats it, ${about}`, async () => {
  await eachRound(122, async ({ number, random: own }) => {
    const flow = flows[number];
    if (flow === undefined) throw new Error(`There is no flow ${number}.`);
    await writeFile(join(folder, 'file'), secret());
    if (number % 4 === 0) await server.ask('PUT /v1/secrets/SAVED', { value: secret() });
    const all = Object.keys(answers) as EchoingAnswer[];
    const way = own.pick(['REST', 'MCP', 'terminal', 'run'] as const);
    seen.add(way);
    const isPatient = way === 'REST' || way === 'MCP';
    chooseAnswer = (kind) =>
      (kind === 'choices' && !isPatient) || own.chance(0.6) ? 'success' : own.pick(all);
    const played = {
      REST: () => playSession(sendOverRest, flow),
      MCP: () => playSession(sendOverMcp(own.pick(clients)), flow),
      terminal: () => playAtTerminal(flow),
      run: () => playRun(flow),
    };
    const run = await played[way]();
    for (const part of ['', '/history?raw=true', '/history', '/export', '/replay'])
      keep('pages of runs', (await server.ask(`GET /v1/runs/${run}${part}`)).text);
  });
  for (const page of [
    '/',
    '/metrics',
    '/v1/audit?limit=200',
    '/v1/connectors',
    '/v1/feed',
    '/v1/items?limit=200',
  ])
    keep(`GET ${page}`, await (await fetch(`${server.url}${page}`)).text());
  keep('the sources of secrets', (await server.ask(`GET /v1/secrets?names=${sources.join(',')}`)).text);
  await server.ask('POST /v1/backups', {});
  keep('the event stream', events.body);
  const parts = await server.parts();
  const found: (readonly [string, string | Buffer])[] = [
    ...[...places].map(([place, texts]) => [place, texts.join('\n')] as const),
    ...parts,
  ];
  expect(findLeaks(planted, found)).toEqual([]);
  // What is no secret is found by the same search, so that it looked in the right places.
  const shown = found.flatMap(([place, content]) =>
    findLeaks([plain], [[place, content]]).length > 0 ? [place] : [],
  );
  expect(shown).toEqual(expect.arrayContaining(visible));
  expect(shown).not.toContain('sealed states');
  const often = [
    'REST',
    'MCP',
    'terminal',
    'run',
    'calls for choices',
    'calls for operation',
    'answers',
    'errors',
  ];
  expect(seen.below(Object.fromEntries(often.map((kind) => [kind, rounds / 10])))).toEqual([]);
  const once = ['calls for undo', ...Object.keys(answers)];
  expect(seen.below(Object.fromEntries(once.map((kind) => [kind, 1])))).toEqual([]);
});

const visible = [
  'answers over REST',
  'answers over MCP',
  'notifications',
  'opened states',
  'pages of runs',
  'the event stream',
  'the terminal',
];
