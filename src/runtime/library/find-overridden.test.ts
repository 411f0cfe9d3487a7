import { expect, test } from 'vitest';
import type { Workflow } from '../../languages/workflow.ts';
import { createRandom, oneNet } from '../../testing/index.ts';
import type { LibraryDocument } from './library.ts';
import { nameWorkflows } from './name-workflows.ts';

interface Sort {
  readonly valid?: boolean;
  readonly overrides?: boolean;
}

/** A document with one workflow, in the folder of that label. */
function document(
  folder: string,
  path: string,
  name: string,
  { valid = true, overrides = true }: Sort = {},
): LibraryDocument {
  const workflow: Workflow = {
    ...{ name, domain: '', description: '', version: '1', parameters: [], samples: [], tasks: [] },
    ...(overrides ? { overrides: true } : {}),
    program: valid ? oneNet([]) : null,
    sketch: { title: name, nodes: [], links: [], begins: [], remarks: [] },
    ...{ line: 3, column: 5 },
  };
  return {
    ...{
      tenant: null,
      folder,
      path,
      language: 'guide',
      source: '',
      revision: '1',
      changedAt: 0,
      writable: false,
    },
    origin: { kind: 'configured', name: folder },
    readResult: { language: 'guide', workflows: [workflow], violations: [], warnings: [] },
    ...{ violations: [], warnings: [] },
  };
}

const placesOf = (documents: readonly LibraryDocument[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    nameWorkflows(documents).entries.map(({ id, document: { folder, path } }) => [id, `${folder}/${path}`]),
  );

test('[U2.1] the last source counts; an overridden workflow has a warning, and stays a document', () => {
  const documents = [
    document('one', 'a.json', 'review'),
    document('two', 'b.json', 'review'),
    document('three', 'c.json', 'other'),
  ];
  expect(placesOf(documents)).toEqual({ review: 'two/b.json', other: 'three/c.json' });
  expect(nameWorkflows(documents).documents).toMatchObject([
    {
      path: 'a.json',
      warnings: [
        {
          rule: 'overridden-workflow',
          message: '“review” is overridden by b.json of two (configured).',
          line: 3,
        },
      ],
    },
    { path: 'b.json', warnings: [] },
    { path: 'c.json', warnings: [] },
  ]);
});

test('[U2.1] an invalid workflow overrides nothing, and is not overridden', () => {
  expect(
    placesOf([
      document('one', 'a.json', 'review', { valid: false }),
      document('two', 'b.json', 'review'),
      document('three', 'c.json', 'review', { valid: false }),
    ]),
  ).toEqual({ review: 'two/b.json', 'a.review': 'one/a.json', 'c.review': 'three/c.json' });
});

test('[U2.1] two in one source share the name, and so do those that do not override', () => {
  expect(
    placesOf([
      document('one', 'a.json', 'review'),
      document('two', 'b.json', 'review'),
      document('two', 'c.json', 'review'),
    ]),
  ).toEqual({ 'b.review': 'two/b.json', 'c.review': 'two/c.json' });
  const plain = { overrides: false };
  expect(placesOf([document('one', 'a.json', 'plain', plain), document('two', 'b.json', 'plain')])).toEqual({
    'a.plain': 'one/a.json',
    'b.plain': 'two/b.json',
  });
});

test('[U2.1] of every overriding name, each valid one is either listed or overridden by the last source: seed 20261116', () => {
  const random = createRandom(20_261_116);
  for (let round = 0; round < 200; round++) {
    const documents = ['one', 'two', 'three'].flatMap((folder) =>
      Array.from({ length: random.int(4) }, (_, at) =>
        document(folder, `${at}.json`, random.pick(['p', 'q']), { valid: random.int(4) > 0 }),
      ),
    );
    const { entries, documents: warned } = nameWorkflows(documents);
    for (const name of ['p', 'q']) {
      const named = documents.filter(({ readResult }) => readResult?.workflows[0]?.name === name);
      const valid = named.filter(({ readResult }) => readResult?.workflows[0]?.program !== null);
      const last = valid.at(-1)?.folder;
      const places = entries.flatMap(({ workflow, document: { folder, path } }) =>
        workflow?.name === name ? [`${folder}/${path}`] : [],
      );
      const expected = named.filter((each) => !valid.includes(each) || each.folder === last);
      expect(places.toSorted()).toEqual(expected.map(({ folder, path }) => `${folder}/${path}`).toSorted());
    }
    const hidden = warned.filter(({ warnings }) =>
      warnings.some(({ rule }) => rule === 'overridden-workflow'),
    );
    expect(hidden.length + entries.length).toBe(documents.length);
  }
});
