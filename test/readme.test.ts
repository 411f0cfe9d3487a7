import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

/** The first fenced block of a language in a Markdown text. */
const block = (text: string, language: string): string =>
  new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'ms').exec(text)?.[1] ?? '';

test('[A8] the example in the README runs, and prints what the README says', async () => {
  const readme = read('../README.md');
  const source = read('readme/two-steps.ts').replace("'../../src/kernel/index.ts'", "'signalbox/kernel'");
  expect(block(readme, 'ts')).toBe(source);
  const lines: string[] = [];
  const log = vi.spyOn(console, 'log').mockImplementation((...words) => {
    lines.push(words.map((word) => (typeof word === 'string' ? word : JSON.stringify(word))).join(' '));
  });
  await import('./readme/two-steps.ts');
  log.mockRestore();
  expect(block(readme, 'text')).toBe(`${lines.join('\n')}\n`);
});
