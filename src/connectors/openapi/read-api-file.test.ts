import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readApiFile } from './read-api-file.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'signalbox-api-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const write = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

test('[H6.1] JSON and YAML are read', async () => {
  const document = { openapi: '3.1.0', paths: {} };
  expect(await readApiFile(write('a.json', `\ufeff ${JSON.stringify(document)}`))).toEqual(document);
  expect(await readApiFile(write('a.yaml', 'openapi: 3.1.0\npaths: {}\n'))).toEqual(document);
});

test('[H6.1] a file that cannot be read is named, with the reason and the line', async () => {
  mkdirSync(join(folder, 'folder'));
  const cases: readonly (readonly [path: string, message: RegExp])[] = [
    [join(folder, 'none.json'), /none\.json” cannot be read: ENOENT/],
    [join(folder, 'folder'), /folder” cannot be read: it is not a regular file\./],
    [write('b.json', '{ "openapi": "3.0.0",\n  "paths": { "a" }'), /b\.json” is not valid JSON: /],
    [write('b.yaml', 'openapi: 3.0.0\npaths: [\n'), /b\.yaml”, line [23]: /],
    [write('large.yaml', `a: ${'x'.repeat(1_048_576)}\n`), /can be JSON\./],
    [
      write(
        'bomb.yaml',
        `a: &a [x]\n${Array.from(
          { length: 40 },
          (_, at) =>
            `b${at}: &b${at} [${Array(9)
              .fill(at === 0 ? '*a' : `*b${at - 1}`)
              .join(', ')}]`,
        ).join('\n')}\n`,
      ),
      /line \d+: /,
    ],
  ];
  for (const [path, message] of cases) await expect(readApiFile(path)).rejects.toThrow(message);
});
