/** docs/rest.md is accurate: the output of its commands, its table, and its links. */
import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registry } from '../../src/operations/index.ts';
import { formatScopes } from '../../src/server/rest/format-scopes.ts';
import { restRoutesOf } from '../../src/server/rest/rest-routes.ts';
import { playPage } from './play-session.ts';
import { openRestFixture, type RestFixture } from './rest-fixture.ts';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const page = read('docs/rest.md');

let fixture: RestFixture;
beforeAll(async () => {
  fixture = await openRestFixture({ 'hello.yaml': read('examples/hello/hello.yaml') });
});
afterAll(() => fixture.close());

test('[A8] the terminal sessions of the REST page are accurate', async () => {
  let count = 0;
  for await (const { command, printed, expected } of playPage(page, fixture.url)) {
    expect(printed, command).toMatch(expected);
    count += 1;
  }
  expect(count).toBeGreaterThan(5);
});

test('[A8] the table of routes is that of the code', () => {
  const rows = page
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.slice(2, -2).split(' | '));
  expect(rows).toEqual(
    restRoutesOf(registry).map(({ method, path, operation }) => {
      const known = registry.get(operation);
      const route = `${method} ${path.replace('*}', '}')}`;
      return [`\`${route}\``, `\`${operation}\``, formatScopes(known), known.summary];
    }),
  );
});

test('[A8] links in docs/rest.md have targets', () => {
  const anchors = [...page.matchAll(/^#+ (.*)$/gm)].map(
    ([, title = '']) =>
      `#${title
        .toLowerCase()
        .replaceAll(/[^a-z0-9 -]/g, '')
        .replaceAll(' ', '-')}`,
  );
  const targets = [...page.matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => target);
  const lost = targets.filter((target) =>
    target.startsWith('#')
      ? !anchors.includes(target)
      : !existsSync(new URL(`../../docs/${target.replace(/#.*$/, '')}`, import.meta.url)),
  );
  expect(targets.length).toBeGreaterThan(5);
  expect(lost).toEqual([]);
});
