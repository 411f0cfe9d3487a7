/** Git repositories as an operator meets them: settings, lists, doctor; and credentials are seen nowhere. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openScratch, type Ran, type Scratch } from '../../src/cli/open-scratch.ts';
import type { DefinitionList } from '../../src/operations/index.ts';
import { type GitServer, startGitServer } from './git-server.ts';

const token = 'planted-token-of-git';
const basic = `Basic ${Buffer.from(`oauth2:${token}`).toString('base64')}`;

let server: GitServer;
let scratch: Scratch;

beforeEach(async () => {
  server = await startGitServer();
  scratch = openScratch({ 'workflows/review.json': guide('Ours') });
});
afterEach(async () => {
  scratch.close();
  await server.close();
});

const guide = (name: string): string =>
  JSON.stringify({
    id: 'review-it',
    name,
    description: 'Leads through it.',
    version: '1.0.0',
    steps: [{ id: 'look-at-it', title: 'Look', prompt: 'Look at it.' }],
  });

async function run(args: readonly string[], repositories: string, more: object = {}): Promise<Ran> {
  const environment = {
    PATH: process.env['PATH'],
    SIGNALBOX_GIT_REPOSITORIES: repositories,
    SIGNALBOX_GIT_CA: server.authorities,
    GIT_LOCALHOST_TOKEN: token,
    ...more,
  };
  const ran = await scratch.run([...args, '--data', 'data'], { environment });
  expect(`${ran.out}${ran.err}`).not.toMatch(/planted|Basic /);
  return ran;
}

const findingsOf = ({ out }: Ran): readonly unknown[] =>
  JSON.parse(out).findings.filter(({ what }: { readonly what: string }) => what.startsWith('repository'));

test('[U2.1][U2.2][T9] guides of a repository override all others, and doctor tells how it stands', async () => {
  await server.commit('guides', { 'workflows/review.json': guide('Theirs') });
  server.behave({ kind: 'protect', authorization: basic });
  const address = `https://localhost:${server.port}/guides.git`;
  const listed: DefinitionList = JSON.parse((await run(['workflows', '--json'], address)).out);
  expect(listed.definitions).toMatchObject([
    { id: 'review-it', title: 'Theirs', origin: { kind: 'git', name: address }, writable: false },
  ]);
  expect(findingsOf(await run(['doctor', '--json'], address))).toMatchObject([
    {
      what: `repository ${address}`,
      verdict: 'ok',
      found: expect.stringMatching(/^[0-9a-f]{12}, asked at 20/),
    },
  ]);
  const asked = server.seen.length;
  server.behave({ kind: 'fail', words: token });
  // What is fresh enough is not asked for again by whoever only looks.
  expect((await run(['workflows'], address)).out).toContain('review-it');
  expect(server.seen.length).toBe(asked);
  // Nothing that is kept holds the token.
  for (const each of readdirSync(scratch.folder, { recursive: true, withFileTypes: true })) {
    if (each.isFile()) expect(readFileSync(join(each.parentPath, each.name)).includes(token)).toBe(false);
  }
});

test('[U2.2][T9] one that was never fetched and cannot be is a failure, and the others are there', async () => {
  server.behave({ kind: 'fail', words: `it is ${token}` });
  const address = `https://localhost:${server.port}/guides.git`;
  const ran = await run(['workflows', '--json'], address);
  expect(JSON.parse(ran.out).definitions).toMatchObject([{ title: 'Ours', origin: { kind: 'project' } }]);
  expect(ran.err).toContain(`A git repository is as it was: ${address}: `);
  expect(findingsOf(await run(['doctor', '--json'], address))).toMatchObject([
    { verdict: 'fail', advice: 'Its workflows are not there until it can be fetched.' },
  ]);
});

test('[U2.2] addresses that cannot be used are refused at the start, all at once, and not repeated', async () => {
  const wrong = [
    'https://planted:planted@git.example.com/a',
    'http://planted.example/a',
    'file:///planted',
    '-planted',
  ].join(',');
  const { code, err } = await run(['workflows'], wrong);
  expect(code).not.toBe(0);
  for (const words of [
    'Address 1 of SIGNALBOX_GIT_REPOSITORIES holds credentials: leave them out, and set GIT_GIT_EXAMPLE_COM_TOKEN.',
    'Address 2 of SIGNALBOX_GIT_REPOSITORIES is not encrypted',
    'Address 3 of SIGNALBOX_GIT_REPOSITORIES is no repository that can be reached',
    'Address 4 of SIGNALBOX_GIT_REPOSITORIES begins with “-”',
  ]) {
    expect(err).toContain(words);
  }
  const { out } = await run(['config'], `${wrong},https://git.example.com/b`);
  expect(out).toContain(
    '(no address that can be used),https://git.example.com/b (from SIGNALBOX_GIT_REPOSITORIES)',
  );
  const spaces = await run(['config'], 'https://planted:planted@git.example.com/a b');
  expect(spaces.err).toContain('SIGNALBOX_GIT_REPOSITORIES must be addresses of git repositories');
});

test('[U2.2] the names of another system mean the same: JSON, one address and its branch, minutes', async () => {
  const list = JSON.stringify([
    'https://git.example.com/a',
    { repositoryUrl: 'https://git.example.com/b', branch: 'next' },
    { url: 'https://git.example.com/c', authToken: 'planted' },
  ]);
  const { out } = await run(['config', '--json'], '', {
    WORKFLOW_GIT_REPOS: list,
    WORKFLOW_GIT_REPO_URL: 'https://git.example.com/d',
    WORKFLOW_GIT_REPO_BRANCH: 'main',
    WORKFLOW_GIT_SYNC_INTERVAL: '15',
  });
  const { settings }: { settings: readonly { readonly name: string; readonly value: string }[] } =
    JSON.parse(out);
  const shownOf = (name: string) => settings.find((each) => each.name === name)?.value;
  expect(shownOf('gitRepositories')).toBe(
    'https://git.example.com/a,https://git.example.com/b#next,(no address that can be used),https://git.example.com/d',
  );
  expect([shownOf('gitBranch'), shownOf('gitInterval')]).toEqual(['main', '15 minutes']);
  const { err } = await run(['workflows'], '', { WORKFLOW_GIT_REPOS: list });
  expect(err).toContain('Address 3 of SIGNALBOX_GIT_REPOSITORIES holds credentials');
});
