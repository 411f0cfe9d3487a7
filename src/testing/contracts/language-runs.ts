/** Contract: runs of a language, over every interface. */
import assert from 'node:assert/strict';
import type { Json } from '../../kernel/index.ts';
import { entriesOf, type LanguageCase, playWithTools, readOutput } from './language-case.ts';
import type { OpenedLanguage } from './language-fixture.ts';
import {
  callRoute,
  callTools,
  type Fields,
  jsonRpc,
  mcpOf2026,
  openMcpOf2025,
  openMcpOfProcess,
  type Send,
} from './language-interface.ts';

export const runCases: readonly LanguageCase[] = [
  {
    fact: 'a run over REST asks, refuses a wrong answer, and completes',
    async run(opened) {
      await finish(opened, await start(opened));
    },
  },
  {
    fact: 'a run over JSON-RPC does the same',
    run: async (opened) => void (await playWithTools(jsonRpc(opened.address()), opened)),
  },
  {
    fact: 'a run over MCP of 2025 does the same, and its workflow is a tool',
    run: async (opened) => playOverMcp(await openMcpOf2025(opened.address()), opened),
  },
  {
    fact: 'a run over MCP of 2026 does the same, and its workflow is a tool',
    run: (opened) => playOverMcp(mcpOf2026(opened.address()), opened),
  },
  {
    fact: 'a run over standard input and output does the same, and its workflow is a tool',
    async run(opened) {
      const child = opened.start('stdio');
      await playOverMcp(await openMcpOfProcess(child), opened);
      child.kill('SIGKILL');
    },
  },
  {
    fact: 'a run of the command line does the same',
    async run({ fixture, verb }) {
      const { workflow, inputs, answers, refused, output } = fixture;
      const begun = await verb('run', workflow, '--params', JSON.stringify(inputs), '--json');
      const run = String(readOutput(begun, 4)['run']);
      const answer = (value: Json) => verb('answer', run, '--value', JSON.stringify(value), '--json');
      assert.equal((await answer(refused)).code, 2);
      const listed = readOutput(await verb('items', run, '--json'), 0);
      assert.deepEqual(
        entriesOf(listed['items']).map(({ task = '' }) => task),
        [answers[0]?.task],
      );
      let ended: Fields = {};
      for (const each of answers) ended = readOutput(await answer(each.answer), 0);
      assert.deepEqual([ended['status'], ended['output']], ['completed', output]);
    },
  },
  {
    fact: 'an exported run can be imported: its journal plays again',
    async run(opened) {
      const { fixture, address } = opened;
      const { run = '' } = await finish(opened, await start(opened));
      const { body: document } = await callRoute(address(), 'GET', `runs/${String(run)}/export`);
      const { status, body } = await callRoute(address(), 'POST', 'imports', { document });
      assert.equal(status, 201, JSON.stringify(body));
      assert.notEqual(body['run'], run);
      assert.deepEqual([body['status'], body['output']], ['completed', fixture.output]);
    },
  },
  {
    fact: 'a run continues after its server was killed',
    async run(opened) {
      const begun = await start(opened);
      const { answers } = opened.fixture;
      const next = await answerOver(opened, begun, answers[0]?.answer ?? null);
      await opened.restart();
      const path = `runs/${String(next['run'])}`;
      const { body } = await callRoute(opened.address(), 'GET', path);
      assert.deepEqual(body['waitingFor'], next['waitingFor']);
      await finish(opened, body, 1);
    },
  },
];

/** Over REST. @returns the run */
async function start({ fixture: { workflow, inputs }, address }: OpenedLanguage): Promise<Fields> {
  const request = { workflow, params: inputs, waitMs: 10_000 };
  const { status, body } = await callRoute(address(), 'POST', 'runs', request);
  assert.equal(status, 201, JSON.stringify(body));
  return body;
}

/** Answers the questions from this one on. @returns the run */
async function finish(opened: OpenedLanguage, begun: Fields, from = 0): Promise<Fields> {
  const { answers, refused, output } = opened.fixture;
  let run = begun;
  for (const [at, { task, answer }] of answers.entries()) {
    if (at < from) continue;
    assert.equal(questionOf(run)['task'], task);
    if (at === 0) {
      const { status, body } = await complete(opened, run, refused);
      assert.ok(status >= 400 && status < 500, JSON.stringify(body));
    }
    run = await answerOver(opened, run, answer);
  }
  assert.deepEqual([run['status'], run['output']], ['completed', output]);
  return run;
}

const questionOf = (run: Fields): Fields => entriesOf(run['waitingFor'])[0] ?? {};

const complete = ({ address }: OpenedLanguage, run: Fields, output: Json) =>
  callRoute(address(), 'POST', `items/${String(questionOf(run)['item'])}/complete`, { output });

/** @returns the run, when it waits again or has ended */
async function answerOver(opened: OpenedLanguage, run: Fields, answer: Json): Promise<Fields> {
  const { status, body } = await complete(opened, run, answer);
  assert.equal(status, 200, JSON.stringify(body));
  const path = `runs/${String(run['run'])}?waitMs=10000`;
  return (await callRoute(opened.address(), 'GET', path)).body;
}

async function playOverMcp(send: Send, opened: OpenedLanguage): Promise<void> {
  const { workflow: id, language } = opened.fixture;
  const tool = callTools(send);
  const [listed = {}] = entriesOf((await tool('workflow_list', {}))['workflows']);
  const names = entriesOf((await send('tools/list', {}))['tools']).map(({ name }) => name);
  assert.ok(names.includes(listed['tool'] ?? ''), `${String(listed['tool'])} is not in ${names.join(', ')}`);
  const found = await tool('workflow_get', { id });
  assert.deepEqual([found['id'], found['language'], found['valid']], [id, language, true]);
  await playWithTools(tool, opened);
}
