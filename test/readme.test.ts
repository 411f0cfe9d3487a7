import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string): string => readFileSync(`${root}${path}`, 'utf8');

/** The first fenced block of a language in a Markdown text. */
const block = (text: string, language: string): string =>
  new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'ms').exec(text)?.[1] ?? '';

test('[A8] the example in the README runs as it stands, and prints what the README says', () => {
  const readme = read('README.md');
  expect(block(readme, 'js')).toBe(read('examples/two-steps.mjs'));
  const printed = execFileSync(process.execPath, ['examples/two-steps.mjs'], { cwd: root, encoding: 'utf8' });
  expect(block(readme, 'text')).toBe(printed);
});
