/**
 * Sources of workflows from the operator's view: which sources are read, their precedence, what lists and doctor
 * report. Credentials for repositories are never shown.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { DefinitionList } from '../../src/operations/index.ts';
import { type CliResult, openScratch, type Scratch } from '../cli/open-scratch.ts';
import { type GitServer, startGitServer } from './git-server.ts';

let scratch: Scratch;
let server: GitServer | undefined;

afterEach(async () => {
  scratch.close();
  await server?.close();
  server = undefined;
});

interface GuideFields {
  readonly id?: string;
  readonly name: string;
  readonly category?: string;
  readonly tags?: readonly string[];
}

const guide = ({ id = 'review-guide', ...fields }: GuideFields): string =>
  JSON.stringify({
    id,
    description: 'Leads through a review.',
    version: '1.0.0',
    steps: [{ id: 'look-at-it', title: 'Look', prompt: 'Look at it.' }],
    ...fields,
  });

const broken = guide({ name: 'Broken' }).replace('"steps":[{"id":"look-at-it"', '"steps":[{"id":"?"');

/** The program, the user and the project each have a separate folder. */
const run = (
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<CliResult> =>
  scratch.run([...args, '--data', 'data'], {
    program: join(scratch.folder, 'program'),
    environment: { HOME: join(scratch.folder, 'home'), ...environment },
  });

const bundled = 'program/examples/guides/review.json';
const user = 'home/.local/share/signalbox/workflows/review.json';
const project = 'workflows/review.json';

/** By id: the source and the path. */
async function listed(
  args: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
): Promise<Readonly<Record<string, string>>> {
  const { out, err } = await run(['workflows', '--json', ...args], environment);
  expect(err).toBe('');
  const { definitions }: DefinitionList = JSON.parse(out);
  return Object.fromEntries(
    definitions.map(({ id, title, valid, origin }) => [
      id,
      `${valid ? (title ?? '') : 'invalid'}, ${origin.kind}: ${origin.name}`,
    ]),
  );
}

function write(path: string, text: string): void {
  const file = join(scratch.folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

test('[U2.1] for one id the last source wins: bundled, user, project, named folders, those beside them', async () => {
  scratch = openScratch({ [bundled]: guide({ name: 'Bundled' }) });
  const more = { SIGNALBOX_MORE_WORKFLOWS: 'more' };
  expect(await listed()).toEqual({ 'review-guide': 'Bundled, bundled: signalbox' });
  write(user, guide({ name: 'User' }));
  expect(await listed()).toEqual({ 'review-guide': 'User, user: workflows' });
  write(project, guide({ name: 'Project' }));
  expect(await listed()).toEqual({ 'review-guide': 'Project, project: workflows' });
  write('named/review.json', guide({ name: 'Named' }));
  expect(await listed(['--workflows', 'named'])).toEqual({ 'review-guide': 'Named, configured: named' });
  write('more/review.json', guide({ name: 'More' }));
  expect(await listed([], more)).toEqual({ 'review-guide': 'More, configured: more' });
  expect(await listed(['--workflows', 'named'], more)).toEqual({ 'review-guide': 'More, configured: more' });
  rmSync(join(scratch.folder, 'more/review.json'));
  expect(await listed([], { WORKFLOW_STORAGE_PATH: 'more' })).toEqual({
    'review-guide': 'Project, project: workflows',
  });
});

test('[U2.1] named folders replace the default sources, unless more are requested; each source can be disabled', async () => {
  scratch = openScratch({
    [bundled]: guide({ id: 'of-program', name: 'B' }),
    [user]: guide({ id: 'of-user', name: 'U' }),
    [project]: guide({ id: 'of-project', name: 'P' }),
    'named/review.json': guide({ id: 'of-folder', name: 'N' }),
  });
  const idsWith = async (args: readonly string[], environment: Readonly<Record<string, string>>) =>
    Object.keys(await listed(args, environment));
  const named = ['--workflows', 'named'];
  expect(await idsWith([], {})).toEqual(['of-program', 'of-project', 'of-user']);
  expect(await idsWith(named, {})).toEqual(['of-folder']);
  expect(await idsWith(named, { WORKFLOW_INCLUDE_BUNDLED: 'true' })).toEqual(['of-folder', 'of-program']);
  expect(await idsWith(named, { SIGNALBOX_USER_WORKFLOWS: 'yes' })).toEqual(['of-folder', 'of-user']);
  expect(await idsWith(named, { SIGNALBOX_PROJECT_WORKFLOWS: '1' })).toEqual(['of-folder', 'of-project']);
  expect(await idsWith([], { SIGNALBOX_BUNDLED_WORKFLOWS: 'false' })).toEqual(['of-project', 'of-user']);
  expect(await idsWith([], { WORKFLOW_INCLUDE_USER: 'false' })).toEqual(['of-program', 'of-project']);
  expect(await idsWith([], { WORKFLOW_INCLUDE_PROJECT: 'false' })).toEqual(['of-program', 'of-user']);
});

test('[U2.1] a broken file is listed as invalid, and neither hides another nor is hidden', async () => {
  scratch = openScratch({ [bundled]: guide({ name: 'Bundled' }), [project]: broken });
  const { out } = await run(['workflows', '--json']);
  const { definitions }: DefinitionList = JSON.parse(out);
  const listedKinds = definitions.map(({ id, valid, origin: { kind } }) => [id, valid, kind]);
  expect(listedKinds).toEqual([
    ['review-guide', true, 'bundled'],
    ['review.review-guide', false, 'project'],
  ]);
  write('more/review.json', guide({ name: 'More' }));
  const again: DefinitionList = JSON.parse(
    (await run(['workflows', '--json'], { SIGNALBOX_MORE_WORKFLOWS: 'more' })).out,
  );
  expect(again.definitions.map(({ id, valid, origin: { kind } }) => [id, valid, kind])).toEqual([
    ['review-guide', true, 'configured'],
    ['review.review-guide', false, 'project'],
  ]);
});

test('[U2.1][T8] lists show the source of workflows, unless there is only one folder', async () => {
  scratch = openScratch({ [project]: guide({ id: 'of-project', name: 'P' }) });
  expect((await run(['workflows'])).out).not.toContain('from');
  write(bundled, guide({ id: 'of-program', name: 'B' }));
  const { out } = await run(['workflows']);
  expect(out).toMatch(/^workflow .* from *\n/);
  expect(out).toMatch(/\nof-program .* bundled *\n/);
  expect(out).toMatch(/\nof-project .* project: workflows *\n/);
  rmSync(join(scratch.folder, project));
  expect((await run(['workflows'])).out).toMatch(/\nof-program .* bundled *\n/);
});

const token = 'planted-token-of-git';
const basic = `Basic ${Buffer.from(`oauth2:${token}`).toString('base64')}`;

/** Same as `run`, with git and a token for a server of this machine; the token is never shown. */
async function runWith(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<CliResult> {
  const ran = await run(args, {
    PATH: process.env['PATH'] ?? '',
    SIGNALBOX_GIT_CA: server?.caCertificates ?? '',
    GIT_LOCALHOST_TOKEN: token,
    ...environment,
  });
  expect(`${ran.out}${ran.err}`).not.toMatch(/planted|Basic /);
  return ran;
}

const runWithGit = (args: readonly string[], repositories: string): Promise<CliResult> =>
  runWith(args, { SIGNALBOX_GIT_REPOSITORIES: repositories });

const findingsOf = ({ out }: CliResult): readonly unknown[] =>
  JSON.parse(out).findings.filter(({ what }: { readonly what: string }) => what.startsWith('repository'));

test('[U2.1][U2.2][T9] guides of a repository override all others, and doctor reports its state', async () => {
  scratch = openScratch({ [project]: guide({ name: 'Ours' }) });
  server = await startGitServer();
  await server.commit('guides', { 'workflows/review.json': guide({ name: 'Theirs' }) });
  server.behave({ kind: 'protect', authorization: basic });
  const address = `https://localhost:${server.port}/guides.git`;
  const { definitions }: DefinitionList = JSON.parse(
    (await runWithGit(['workflows', '--json'], address)).out,
  );
  expect(definitions).toMatchObject([
    { id: 'review-guide', title: 'Theirs', origin: { kind: 'git', name: address }, writable: false },
  ]);
  expect(findingsOf(await runWithGit(['doctor', '--json'], address))).toMatchObject([
    {
      what: `repository ${address}`,
      verdict: 'ok',
      found: expect.stringMatching(/^[0-9a-f]{12}, checked at 20/),
    },
  ]);
  const asked = server.seen.length;
  server.behave({ kind: 'fail', message: token });
  // Read-only calls do not fetch a fresh repository again.
  expect((await runWithGit(['workflows'], address)).out).toContain('review-guide');
  expect(server.seen.length).toBe(asked);
  // No stored file contains the token.
  for (const each of readdirSync(scratch.folder, { recursive: true, withFileTypes: true })) {
    if (each.isFile()) expect(readFileSync(join(each.parentPath, each.name)).includes(token)).toBe(false);
  }
});

test('[U2.2][T9] a repository that was never fetched is a failure, and the others are available', async () => {
  scratch = openScratch({ [project]: guide({ name: 'Ours' }) });
  server = await startGitServer();
  server.behave({ kind: 'fail', message: `it is ${token}` });
  const address = `https://localhost:${server.port}/guides.git`;
  const ran = await runWithGit(['workflows', '--json'], address);
  expect(JSON.parse(ran.out).definitions).toMatchObject([{ title: 'Ours', origin: { kind: 'project' } }]);
  expect(ran.err).toContain(`A git repository could not be updated: ${address}: `);
  expect(findingsOf(await runWithGit(['doctor', '--json'], address))).toMatchObject([
    { verdict: 'fail', advice: 'Its workflows are unavailable until it can be fetched.' },
  ]);
});

test('[U2.2] invalid addresses are refused at the start, all at once, and not repeated', async () => {
  scratch = openScratch({});
  const wrong = [
    'https://planted:planted@git.example.com/a',
    'http://planted.example/a',
    'file:///planted',
    '-planted',
  ].join(',');
  const { code, err } = await runWithGit(['workflows'], wrong);
  expect(code).not.toBe(0);
  for (const messages of [
    'Address 1 of SIGNALBOX_GIT_REPOSITORIES holds credentials; leave them out and set GIT_GIT_EXAMPLE_COM_TOKEN.',
    'Address 2 of SIGNALBOX_GIT_REPOSITORIES is not encrypted',
    'Address 3 of SIGNALBOX_GIT_REPOSITORIES is not reachable over https or ssh',
    'Address 4 of SIGNALBOX_GIT_REPOSITORIES starts with “-”',
  ]) {
    expect(err).toContain(messages);
  }
  const { out } = await runWithGit(['config'], `${wrong},https://git.example.com/b`);
  expect(out).toContain('(not a valid address),https://git.example.com/b (from SIGNALBOX_GIT_REPOSITORIES)');
  const spaces = await runWithGit(['config'], 'https://planted:planted@git.example.com/a b');
  expect(spaces.err).toContain(
    'SIGNALBOX_GIT_REPOSITORIES must be comma-separated addresses of git repositories',
  );
});

test('[U2.2] the setting names of another system mean the same: JSON, one address and its branch, minutes', async () => {
  scratch = openScratch({});
  const list = JSON.stringify([
    'https://git.example.com/a',
    { repositoryUrl: 'https://git.example.com/b', branch: 'next' },
    { url: 'https://git.example.com/c', authToken: 'planted' },
  ]);
  const { out } = await runWith(['config', '--json'], {
    WORKFLOW_GIT_REPOS: list,
    WORKFLOW_GIT_REPO_URL: 'https://git.example.com/d',
    WORKFLOW_GIT_REPO_BRANCH: 'main',
    WORKFLOW_GIT_SYNC_INTERVAL: '15',
  });
  const { settings }: { settings: readonly { readonly name: string; readonly value: string }[] } =
    JSON.parse(out);
  const shownOf = (name: string) => settings.find((each) => each.name === name)?.value;
  expect(shownOf('gitRepositories')).toBe(
    'https://git.example.com/a,https://git.example.com/b#next,(not a valid address),https://git.example.com/d',
  );
  expect([shownOf('gitBranch'), shownOf('gitInterval')]).toEqual(['main', '15 minutes']);
  const { err } = await runWith(['workflows'], { WORKFLOW_GIT_REPOS: list });
  expect(err).toContain('Address 3 of SIGNALBOX_GIT_REPOSITORIES holds credentials');
});
