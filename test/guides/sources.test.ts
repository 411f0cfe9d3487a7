/** Where workflows come from: which sources are read, which of one id counts, and what lists say of it. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openScratch, type Ran, type Scratch } from '../../src/cli/open-scratch.ts';
import type { DefinitionList } from '../../src/operations/index.ts';

let scratch: Scratch;
afterEach(() => scratch.close());

interface GuideWords {
  readonly id?: string;
  readonly name: string;
  readonly category?: string;
  readonly tags?: readonly string[];
}

const guide = ({ id = 'review-guide', ...words }: GuideWords): string =>
  JSON.stringify({
    id,
    description: 'Leads through a review.',
    version: '1.0.0',
    steps: [{ id: 'look-at-it', title: 'Look', prompt: 'Look at it.' }],
    ...words,
  });

const broken = guide({ name: 'Broken' }).replace('"steps":[{"id":"look-at-it"', '"steps":[{"id":"?"');

/** The program, the user and the project each have a folder of their own in the scratch. */
const run = (args: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<Ran> =>
  scratch.run([...args, '--data', 'data'], {
    program: join(scratch.folder, 'program'),
    environment: { HOME: join(scratch.folder, 'home'), ...environment },
  });

const bundled = 'program/examples/guides/review.json';
const user = 'home/.local/share/signalbox/workflows/review.json';
const project = 'workflows/review.json';

/** By id: who says so, and where from. */
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

test('[U2.1] of one id the last source counts: bundled, user, project, folders that are named, those beside them', async () => {
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

test('[U2.1] whoever names folders gets these alone, unless they ask for more; each source can be left out', async () => {
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
  const told = definitions.map(({ id, valid, origin: { kind } }) => [id, valid, kind]);
  expect(told).toEqual([
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

test('[U2.1][T8] people see where workflows come from, unless that is their one folder', async () => {
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
