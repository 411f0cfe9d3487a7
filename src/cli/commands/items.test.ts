import { afterEach, expect, test } from 'vitest';
import { openScratch, type Scratch } from '../../../test/cli/open-scratch.ts';
import { openTestTerminal } from '../../../test/cli/open-test-terminal.ts';

const opened: Scratch[] = [];
afterEach(() => {
  for (const scratch of opened.splice(0)) scratch.close();
});

const document = `workflows:
  sign:
    graph:
      sign: { type: yield, message: Sign?, expects: { ok: bool }, who: { roles: [manager] } }
  talk:
    graph:
      talk: { type: yield, message: Well?, expects: { ok: bool }, who: { kind: person } }
  eyes:
    graph:
      look: { type: yield, message: Right?, expects: { ok: bool }, who: { four_eyes: true } }
`;

function scratch() {
  const made = openScratch({ 'workflows/w.yaml': document });
  opened.push(made);
  return (args: readonly string[], overrides: Parameters<Scratch['run']>[1] = {}) =>
    made.run([...args, '--data', 'data'], overrides);
}

test('[W2.3][T8] an item for a role is shown with it, and answered by a user with that role', async () => {
  const run = scratch();
  const begun = await run(['run', 'sign']);
  expect(begun).toMatchObject({
    code: 4,
    err: expect.stringContaining('? sign asks (for anyone with the role “manager”): Sign?'),
  });
  expect((await run(['items'])).out).toMatch(/held by +for\n.* anyone with the role “manager”\n$/);
  expect((await run(['items', '--roles', 'manager'])).out).toMatch(/held by +for\n/);
  const refused = await run(['answer', 'last', 'ok=true']);
  expect(refused.code).not.toBe(0);
  expect(refused.err).toMatch(/is for anyone with the role “manager”\./);
  // At a terminal the user is not asked for an answer that would be refused.
  const testTerminal = openTestTerminal(['yes']);
  expect(await run(['answer', 'last'], { terminal: testTerminal.terminal })).toMatchObject({
    code: 4,
    err: 'It is for anyone with the role “manager”.\n',
  });
  expect(testTerminal.prompts()).toEqual([]);
  expect((await run(['answer', 'last', 'ok=true', '--roles', 'clerk,manager'])).code).toBe(0);
  const environment = { SIGNALBOX_ROLES: 'manager' };
  await run(['run', 'sign']);
  expect((await run(['answer', 'last', 'ok=true'], { environment })).code).toBe(0);
});

test('[W2.3][T8] an item for people is answered at a terminal, and users are not asked their own questions', async () => {
  const run = scratch();
  expect((await run(['run', 'talk'])).err).toContain('a person must answer it at a terminal');
  expect((await run(['answer', 'last', 'ok=true'])).err).toMatch(
    /Only a person can answer it\.\n→ Answer it at a terminal: signalbox answer run_/,
  );
  const testTerminal = openTestTerminal(['yes']);
  expect((await run(['answer', 'last'], { terminal: testTerminal.terminal })).code).toBe(0);
  const alone = openTestTerminal(['yes']);
  expect((await run(['run', 'eyes'], { terminal: alone.terminal })).code).toBe(4);
  expect(alone.prompts()).toEqual([]);
});

test('[U9.1] a step of a guide is listed by its title, with the command for people', async () => {
  const guide = `id: fix-it
name: Fix it
description: Fixes it.
version: 1.0.0
steps:
  - id: look-at
    title: Look at {{what}}
    agentRole: You are careful, and read everything twice.
    prompt: Look.
`;
  const made = openScratch({ 'workflows/w.yaml': guide });
  opened.push(made);
  const run = (...args: readonly string[]) => made.run([...args, '--data', 'data']);
  const begun = await run('run', 'fix-it', '--param', 'context={"what": "the door"}');
  expect(begun.err).toMatch(/→ signalbox guide --run \S+ --data data\n/);
  const listed = await run('items');
  expect(listed.out).toContain('Look at the door');
  expect(listed.out).not.toContain('Agent Role');
  // A user who got the id from an agent may be in another folder.
  const item = /run_\w+\.\d+/.exec(listed.out)?.[0] ?? '';
  const elsewhere = await made.run(['answer', item, '--data', 'elsewhere']);
  expect(elsewhere.err).toContain('add --data DIR if the server uses another data folder');
});
