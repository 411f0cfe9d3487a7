/** The examples are valid, their test cases pass, and together cover every path. */

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { openScratch } from './cli/open-scratch.ts';
import { followedGuides } from './guides/example-answers.ts';

const folder = fileURLToPath(new URL('..', import.meta.url));

function pathOfGuide(id: string): string {
  const path = `examples/guides/${id}`;
  return existsSync(`${folder}${path}.json`) ? `${path}.json` : `${path}.yaml`;
}

async function run(...words: readonly string[]) {
  const scratch = openScratch();
  try {
    return await scratch.run(words, { folder });
  } finally {
    scratch.close();
  }
}

test.each([
  ['examples/travel/travel.yaml', '--api', 'examples/travel/travel-api.yaml'],
  ['examples/first.yaml'],
  ['examples/hello/hello.yaml'],
  ['examples/invoices/invoice-approval.yawl'],
  ['examples/questions/team-lunch.yaml'],
  ...followedGuides.map(({ id }) => [pathOfGuide(id)]),
])('[A8][T3] %s is valid', async (...words) => {
  const { code, out } = await run('validate', ...words);
  expect({ code, end: out.split('\n').at(-2) }).toEqual({ code: 0, end: '1 file, 1 valid, 0 errors' });
});

test.each([
  'examples/travel',
  'examples/first.yaml',
  'examples/hello',
  'examples/invoices',
  'examples/guides',
  'examples/questions',
])('[A8][T6] the test cases of %s pass, and cover every path', async (path) => {
  const { code, out, err } = await run('test', path, '--json');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const { passed, failed, broken, files } = JSON.parse(out);
  expect({ failed, broken }).toEqual({ failed: 0, broken: 0 });
  expect(passed).toBeGreaterThan(1);
  expect(files.flatMap(({ untaken }: { untaken: readonly string[] }) => untaken)).toEqual([]);
});
