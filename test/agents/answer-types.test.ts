/** The client's types are written by hand, since it imports nothing: the compiler holds them against answers of a real server. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../src/client/index.ts';
import { type AgentsFixture, openAgentsFixture } from './agents-fixture.ts';

type Method = Exclude<keyof Client, 'workItems' | 'call' | 'work' | 'newIdempotencyKey' | 'unsubscribe'>;

/** By method; some answer several ways. */
const answers: (readonly [method: Method, answer: object])[] = [];
let fixture: AgentsFixture;
let scratch: string;

beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'signalbox-types-'));
  fixture = await openAgentsFixture();
  const client = fixture.clientOf('ann');
  const note = async <Answer extends object>(method: Method, asked: Promise<Answer>): Promise<Answer> => {
    const answer = await asked;
    answers.push([method, answer]);
    return answer;
  };
  await note('listSpecifications', client.listSpecifications());
  await note('describeSpecification', client.describeSpecification('review'));
  const { case_id: first } = await note('submit', client.submit('review', { number: 1 }));
  await note('status', client.status(first));
  const { subscription_id: subscription } = await note(
    'subscribe',
    client.subscribe({ caseId: first, callbackUrl: 'https://receiver.invalid/hook' }),
  );
  await note('renewSubscription', client.renewSubscription(subscription));
  const { work_items: items } = await note('listWorkItems', client.listWorkItems());
  const item = items[0]?.workitem_id ?? '';
  await note('checkout', client.checkout(item));
  await note('renew', client.renew(item));
  await note('release', client.release(item));
  await note('complete', client.complete(item, { seen: 1, by: 'ann' }));
  await note('waitForCase', client.waitForCase(first));
  const { case_id: second } = await client.submit('review', { number: 2 });
  await note('cancel', client.cancel(second));
  await note('status', client.status(second));
});

afterAll(async () => {
  await fixture.close();
  rmSync(scratch, { recursive: true });
});

const root = fileURLToPath(new URL('../..', import.meta.url));
const options = [
  ...[
    '--strict',
    '--exactOptionalPropertyTypes',
    '--noEmit',
    '--allowImportingTsExtensions',
    '--ignoreConfig',
  ],
  ...['--module', 'nodenext', '--target', 'es2023', '--types', 'node', '--pretty', 'false'],
  ...['--lib', 'es2023,dom,dom.asynciterable,dom.iterable', '--rootDir', '/'],
];

/** What the compiler says of a text: a process of its own, because it needs a third of the memory that the tests share. */
function messagesOf(text: string): readonly string[] {
  const file = join(scratch, 'answers.ts');
  writeFileSync(file, text);
  const compiler = join(root, 'node_modules/typescript-7/bin/tsc');
  const { stdout, error } = spawnSync(process.execPath, [compiler, ...options, file], { cwd: root });
  if (error !== undefined) throw error;
  return String(stdout)
    .split('\n')
    .filter((line) => /^\S.*TS\d+:/.test(line));
}

const typed = (method: string, answer: object, at: number): string => `
  const given${at} = ${JSON.stringify(answer)} as const;
  export const answer${at}: Awaited<ReturnType<Client['${method}']>> = given${at};`;

const head = `import type { Client } from '${root}src/client/index.ts';\n`;

test('[A9] every answer of the server is of the type that the client declares', () => {
  expect(
    messagesOf(head + answers.map(([method, answer], at) => typed(method, answer, at)).join('')),
  ).toEqual([]);
});

test('[A9] an answer of another type would be noticed', () => {
  const [, status] = answers.find(([method]) => method === 'status') ?? [];
  const { events: _, ...rest } = { events: 0, ...status, running_tasks: 'check' };
  const [message = '', ...others] = messagesOf(head + typed('status', rest, 0));
  expect([message, others]).toEqual([expect.stringMatching(/events|running_tasks/), []]);
});
