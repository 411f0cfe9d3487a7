import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openApi } from '../../catalogs/index.ts';
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
  expect(readApiFile(write('a.json', `\ufeff ${JSON.stringify(document)}`)).document).toEqual(document);
  expect(readApiFile(write('a.yaml', 'openapi: 3.1.0\npaths: {}\n')).document).toEqual(document);
});

test('[H6.1] a file that cannot be read is named, with the reason and the line', async () => {
  mkdirSync(join(folder, 'folder'));
  const cases: readonly (readonly [path: string, message: RegExp])[] = [
    [join(folder, 'none.json'), /none\.json” cannot be read: ENOENT/],
    [join(folder, 'folder'), /folder” cannot be read: it is not a regular file\./],
    [write('b.json', '{ "openapi": "3.0.0",\n  "paths": { "a" }'), /b\.json” is not valid JSON: /],
    [write('b.yaml', 'openapi: 3.0.0\npaths: [\n'), /b\.yaml”, line [23]: /],
    [write('large.yaml', `a: ${'x'.repeat(16_777_216)}\n`), /must be JSON\./],
    [write('circle.yaml', 'a: &a [*a]\n'), /circle\.yaml”/],
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
      /bomb\.yaml”: Excessive alias count/,
    ],
  ];
  for (const [path, message] of cases) expect(() => readApiFile(path)).toThrow(message);
});

test('[H6.1] files of the folder are read with the document; what lies elsewhere is not', async () => {
  const inner = join(folder, 'many', 'parts');
  mkdirSync(inner, { recursive: true });
  writeFileSync(join(folder, 'many', '..', 'secret.json'), '{"type":"string"}');
  const reference = ($ref: string) => ({ $ref });
  writeFileSync(
    join(folder, 'many', 'api.json'),
    JSON.stringify({
      openapi: '3.1.0',
      paths: { '/a': reference('parts/paths.yaml#/~1a'), '/b': { get: { operationId: 'b' } } },
      components: {
        schemas: {
          Other: { type: 'integer' },
          Away: reference('../secret.json'),
          Web: reference('http://127.0.0.1:1/x.json'),
        },
      },
    }),
  );
  writeFileSync(
    join(inner, 'paths.yaml'),
    `/a:
  post:
    operationId: a
    requestBody: { content: { application/json: { schema: { $ref: 'my%20tree.json' } } } }
    parameters:
      - { name: n, in: query, schema: { $ref: '../api.json#/components/schemas/Other' } }
`,
  );
  const tree = { type: 'object', properties: { leaf: { type: 'boolean' }, inner: reference('#') } };
  writeFileSync(join(inner, 'my tree.json'), JSON.stringify(tree));
  const result = openApi(readApiFile(join(folder, 'many', 'api.json')).document);
  if (result.kind !== 'api') throw new Error(result.message);
  expect(result.api.operations.map(({ name }) => name)).toEqual(['a', 'b']);
  expect(result.api.operations[0]?.parameters).toEqual([
    { name: 'n', type: { kind: 'int' }, required: false },
    { name: 'leaf', type: { kind: 'bool' }, required: false },
    { name: 'inner', type: expect.objectContaining({ kind: expect.any(String) }), required: false },
  ]);
  const operation = result.api.find('a');
  expect(operation?.build({ leaf: true, inner: { inner: { leaf: 1 } } })).toEqual({
    kind: 'problems',
    problems: ['“inner.inner.leaf” must be true or false, but is 1.'],
  });
});

test('[H6.1] a file that is missing, leads outside by a link, or is referred to without end is refused', async () => {
  const open = (name: string, ref: string) =>
    readApiFile(write(name, JSON.stringify({ openapi: '3.1.0', paths: { '/a': { $ref: ref } } })));
  expect(() => open('c.json', 'none.yaml')).toThrow(/none\.yaml” cannot be read/);
  symlinkSync('/etc/hostname', join(folder, 'link.yaml'));
  expect(() => open('d.json', 'link.yaml')).toThrow(/link\.yaml” lies outside the folder/);
  for (let at = 0; at <= 200; at++)
    write(`chain-${at}.json`, JSON.stringify({ a: { $ref: `chain-${at + 1}.json` } }));
  expect(() => open('e.json', 'chain-0.json')).toThrow(/more than 200 files/);
});
