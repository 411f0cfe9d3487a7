/** One tenant sends everything that could stop a server; another one makes small calls meanwhile. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorTable, findErrorCode } from '../../src/operations/errors/error-table.ts';
import { openScratch, type Scratch } from '../cli/open-scratch.ts';
import { endPrograms, type RunningProgram, startProgram } from '../cli/start-program.ts';
import type { HttpRequest, HttpResponse, Send } from './attack.ts';
import { attacks } from './attacks.ts';
import { smallCalls } from './small-calls.ts';
import { senderOf, serverArguments, serverEnvironment, serverFiles } from './two-tenants.ts';

const mebibyte = 1_048_576;
const patience = 60_000;

let scratch: Scratch;
let running: RunningProgram;
let origin = '';
let neighbour: Send;
let nth = 0;

beforeAll(async () => {
  scratch = openScratch(serverFiles);
  running = startProgram(scratch.folder, [...serverArguments, '--log-level', 'error'], {
    // The test makes more calls per second than a principal may.
    env: { ...serverEnvironment, SIGNALBOX_RATE: 'none' },
  });
  await running.says('Press Ctrl-C to end.');
  origin = /http:\S+(?=\/mcp)/.exec(running.err())?.[0] ?? '';
  neighbour = senderOf(origin, 'neighbour', 'ann');
}, patience);

afterAll(async () => {
  await endPrograms([running.child]);
  scratch.close();
});

/** Throws if one of them is not answered correctly. */
async function makeSmallCalls(): Promise<void> {
  for (const { perform } of smallCalls) await perform(neighbour, nth++);
}

test.each(attacks.map((attack) => [attack.name, attack] as const))(
  '[W11.1][W11.2] %s: other tenants are served, and the attacker gets a clear answer',
  { timeout: patience },
  async (_, { prepare, perform, small }) => {
    const attacker = senderOf(origin, 'attacker', `mallory-${nth}`);
    await prepare?.(attacker, small);
    const [response] = await Promise.all([perform(attacker, small, nth++), makeSmallCalls()]);
    expect(response.text.length).toBeLessThanOrEqual(mebibyte);
    expectClear(response);
    await makeSmallCalls();
  },
);

test('[W11.1] after all of that the server is up, and has reported no internal error', async () => {
  await makeSmallCalls();
  expect([running.child.exitCode, running.child.signalCode]).toEqual([null, null]);
  expect(running.err()).not.toContain('"level":"error"');
});

interface Answer {
  readonly error_code?: string;
  /** Of the protocol. */
  readonly result?: { readonly isError?: boolean; readonly structuredContent?: Answer };
}

/** A result, or an error of the table that is not internal, with its status. */
function expectClear({ status, text }: HttpResponse): void {
  // The last message of a stream is the answer.
  const json = text.startsWith('{') ? text : text.slice(text.lastIndexOf('\ndata: ') + '\ndata: '.length);
  const answer: Answer = JSON.parse(json);
  const error = answer.result?.structuredContent?.error_code ?? answer.error_code;
  if (error === undefined) {
    expect([status, answer.result?.isError]).toEqual([expect.toBeOneOf([200, 201]), undefined]);
    return;
  }
  const code = findErrorCode(error);
  expect([error, code]).toEqual([error, expect.any(String)]);
  const { category, problemStatus, status: plainStatus } = errorTable[code ?? 'internal_error'];
  expect(category).not.toBe('internal');
  expect(answer.result === undefined ? [problemStatus, plainStatus] : [200]).toContain(status);
}

test('[W11.1] every attack is within the limits of a request at its full size', async () => {
  const requests: HttpRequest[] = [];
  const record: Send = async (request) => {
    requests.push(request);
    return { status: 200, text: '{"case_id":"run","items":[{"item":"item"}]}' };
  };
  for (const { prepare, perform, full } of attacks) {
    await prepare?.(record, full);
    await perform(record, full, 0);
  }
  expect(requests.length).toBeGreaterThan(attacks.length);
  for (const { path, body = {} } of requests) {
    expect([path, Buffer.byteLength(JSON.stringify(body)) <= 4 * mebibyte]).toEqual([path, true]);
    for (const text of textsIn(body)) expect([path, text.length <= mebibyte]).toEqual([path, true]);
  }
});

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};
