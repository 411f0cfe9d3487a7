import { expect, test } from 'vitest';
import type { Workflow } from '../../languages/workflow.ts';
import { oneNet } from '../../testing/index.ts';
import type { LibraryDocument, LibraryEntry } from './library.ts';
import { nameWorkflows } from './name-workflows.ts';

interface Specified {
  readonly path: string;
  readonly uri?: string;
  /** Empty if it has none. */
  readonly identifier?: string;
  readonly version: string;
  /** Distinguishes contents. */
  readonly content?: string;
  readonly isBroken?: boolean;
}

function document({
  path,
  uri = 'Order',
  identifier = 'UID_1',
  version,
  content = path,
  isBroken = false,
}: Specified): LibraryDocument {
  const workflow: Workflow = {
    name: uri,
    domain: '',
    description: '',
    version,
    aliases: identifier === '' ? [] : [identifier],
    series: identifier || uri,
    parameters: [],
    program: isBroken ? null : oneNet([]),
    sketch: { title: uri, nodes: [], links: [], begins: [], remarks: [] },
    samples: [],
    tasks: [],
    line: 3,
    column: 5,
  };
  return {
    tenant: null,
    origin: { kind: 'configured', name: '' },
    folder: '',
    path,
    language: 'yawl',
    source: content,
    revision: content,
    changedAt: 0,
    writable: true,
    readResult: { language: 'yawl', workflows: [workflow], violations: [], warnings: [] },
    violations: [],
    warnings: [],
  };
}

/** By id: the file, and the version that supersedes it. */
const namedIn = (...specified: readonly Specified[]): Record<string, string> =>
  Object.fromEntries(nameWorkflows(specified.map(document)).entries.map(told));

const told = ({ id, document: { path }, supersededBy }: LibraryEntry): [string, string] => [
  id,
  supersededBy === null ? path : `${path} superseded by ${supersededBy.id} ${supersededBy.version}`,
];

test('[Y7.2] the newest version has the name, the others have their version in their id', () => {
  expect(
    namedIn(
      { path: 'a.yawl', version: '0.9' },
      { path: 'b.yawl', version: '0.10' },
      { path: 'c.yawl', version: '0.2' },
    ),
  ).toEqual({
    Order: 'b.yawl',
    'Order@0.2': 'c.yawl superseded by Order 0.10',
    'Order@0.9': 'a.yawl superseded by Order 0.10',
  });
});

test('[Y7.2] without an identifier, the uri determines the series', () => {
  expect(
    namedIn(
      { path: 'a.xml', identifier: '', version: '0.1' },
      { path: 'b.xml', identifier: '', version: '0.2' },
      { path: 'c.xml', identifier: 'UID_other', version: '0.3', uri: 'Other' },
    ),
  ).toEqual({ Order: 'b.xml', 'Order@0.1': 'a.xml superseded by Order 0.2', Other: 'c.xml' });
});

test('[Y7.2] an invalid newer version supersedes nothing', () => {
  expect(
    namedIn({ path: 'a.yawl', version: '0.1' }, { path: 'b.yawl', version: '0.2', isBroken: true }),
  ).toEqual({ Order: 'a.yawl', 'Order@0.2': 'b.yawl' });
  const renamed = { path: 'b.yawl', version: '0.2', uri: 'Renamed' };
  expect(namedIn({ path: 'a.yawl', version: '0.1' }, renamed)).toEqual({
    Renamed: 'b.yawl',
    'Order@0.1': 'a.yawl superseded by Renamed 0.2',
  });
});

test('[Y7.2] one version with two contents is reported in both files, with the text of YAWL', () => {
  const { documents, entries } = nameWorkflows(
    [
      { path: 'a.yawl', version: '0.1' },
      { path: 'b.yawl', version: '0.1' },
      { path: 'c.yawl', version: '0.0' },
    ].map(document),
  );
  expect(entries.map(({ id }) => id)).toEqual(['Order@0.0', 'a.Order', 'b.Order']);
  expect(documents.map(({ path, warnings }) => [path, warnings.map(({ message }) => message)])).toEqual([
    [
      'a.yawl',
      [
        'There is a specification with an identical id to [UID: UID_1 - Version: 0.1] already loaded into the engine. It is in b.yawl, with different content. Give one of them another version.',
      ],
    ],
    ['b.yawl', [expect.stringContaining('It is in a.yawl, with different content.')]],
    ['c.yawl', []],
  ]);
});

test('[Y7.2] an identical copy of a file takes no name away', () => {
  const copies = [
    { path: 'a.yawl', version: '0.1', content: 'same' },
    { path: 'b/a.yawl', version: '0.1', content: 'same' },
  ];
  expect(namedIn(...copies)).toEqual({ Order: 'a.yawl', 'b.a.Order': 'b/a.yawl' });
  const { documents } = nameWorkflows(copies.map(document));
  expect(documents.map(({ warnings }) => warnings.map(({ rule }) => rule))).toEqual([
    ['duplicate-workflow'],
    ['duplicate-workflow'],
  ]);
});

const finder =
  (entries: readonly LibraryEntry[], others: ReadonlyMap<string, LibraryEntry>) =>
  (name: string): LibraryEntry | undefined =>
    entries.find(({ id }) => id === name) ?? others.get(name);

test('[Y7.2] the old name of a renamed specification refers to the version that had it, and to nothing if it is ambiguous', () => {
  const old = { path: 'a.yawl', version: '0.1' };
  const renamed = { path: 'c.yawl', version: '0.3', uri: 'Renamed' };
  const one = nameWorkflows([old, renamed].map(document));
  expect(finder(one.entries, one.others)('Order')?.id).toBe('Order@0.1');
  const two = nameWorkflows([old, { path: 'b.yawl', version: '0.2' }, renamed].map(document));
  expect(finder(two.entries, two.others)('Order')).toBeUndefined();
});

test('[Y7.2] a specification is found by uri, identifier, and either with a version', () => {
  const { others, entries } = nameWorkflows(
    [
      { path: 'a.yawl', version: '0.1' },
      { path: 'b.yawl', version: '0.2' },
    ].map(document),
  );
  const find = finder(entries, others);
  const names = ['Order', 'UID_1', 'Order@0.2', 'UID_1@0.2', 'Order@0.1', 'UID_1@0.1', 'Order@0.3', 'UID_2'];
  expect(names.map((name) => find(name)?.document.path)).toEqual([
    ...['b.yawl', 'b.yawl', 'b.yawl', 'b.yawl'],
    ...['a.yawl', 'a.yawl', undefined, undefined],
  ]);
});
