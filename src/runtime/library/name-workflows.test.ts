import { expect, test } from 'vitest';
import type { Workflow } from '../../languages/workflow.ts';
import { createRandom, oneNet } from '../../testing/index.ts';
import type { LibraryDocument } from './library.ts';
import { nameWorkflows } from './name-workflows.ts';

/** @param names of its workflows; one with a `!` is invalid */
function document(path: string, domain: string, names: readonly string[], folder = ''): LibraryDocument {
  return {
    tenant: null,
    folder,
    origin: { kind: 'configured', name: folder },
    path,
    language: 'lines',
    source: '',
    revision: '1',
    changedAt: 0,
    writable: true,
    readResult: {
      language: 'lines',
      workflows: names.map((name) => workflow(name.replace('!', ''), domain, !name.endsWith('!'))),
      violations: [],
      warnings: [],
    },
    violations: [],
    warnings: [],
  };
}

const workflow = (name: string, domain: string, valid: boolean): Workflow => ({
  name,
  domain,
  description: '',
  version: '1',
  parameters: [],
  program: valid ? oneNet([]) : null,
  sketch: { title: name, nodes: [], links: [], begins: [], remarks: [] },
  samples: [],
  tasks: [],
  line: 3,
  column: 5,
});

const idsOf = (documents: readonly LibraryDocument[]): Readonly<Record<string, string>> =>
  Object.fromEntries(nameWorkflows(documents).entries.map(({ id, document: { path } }) => [id, path]));

test('[O1.1] an id is the name, then domain and name, then file and name, then folder, file and name', () => {
  expect(
    idsOf([
      document('one.yaml', 'travel', ['book', 'alone']),
      document('two.yaml', 'trips', ['book']),
      document('three.yaml', 'food', ['order']),
      document('deep/four.yaml', 'food', ['order']),
      document('same.yaml', '', ['twice']),
      document('same.yaml', '', ['twice'], 'second'),
    ]),
  ).toEqual({
    alone: 'one.yaml',
    'travel.book': 'one.yaml',
    'trips.book': 'two.yaml',
    'three.order': 'three.yaml',
    'deep.four.order': 'deep/four.yaml',
    'second.same.twice': 'same.yaml',
    'same.twice': 'same.yaml',
  });
});

test('[O1.1] each workflow with a shared name has a warning, with its position', () => {
  const documents = [
    document('one.yaml', 'travel', ['book', 'alone']),
    document('two.yaml', 'trips', ['book']),
    document('three.yaml', 'trips', ['pay']),
  ];
  const named = nameWorkflows(documents);
  expect(named.documents.map(({ warnings }) => warnings.map(({ message, line }) => [line, message]))).toEqual(
    [
      [[3, 'two.yaml also holds a workflow “book”. The id of this one is “travel.book”.']],
      [[3, 'one.yaml also holds a workflow “book”. The id of this one is “trips.book”.']],
      [],
    ],
  );
});

test('[O1.1] an invalid workflow takes no name away from a valid one', () => {
  expect(
    idsOf([
      document('a-copy.yaml', 'travel', ['book!']),
      document('trips.yaml', 'travel', ['book']),
      document('book.yaml', '', []),
      document('travel.book.yaml', '', []),
      document('deep/alone.yaml', '', []),
    ]),
  ).toEqual({
    book: 'trips.yaml',
    'travel.book': 'a-copy.yaml',
    'book.yaml': 'book.yaml',
    'travel.book.yaml': 'travel.book.yaml',
    'deep.alone': 'deep/alone.yaml',
  });
});

test('[O1.1] ids are unique, nothing is left out, and the same documents have the same ids: seed 20261115', () => {
  const random = createRandom(20_261_115);
  for (let round = 0; round < 200; round++) {
    const documents = Array.from({ length: random.between(1, 12) }, () =>
      document(
        `${random.pick(['', 'p.', 'f/'])}${random.pick(['p', 'q', 'x'])}.yaml`,
        random.pick(['', 'x', 'p', 'f']),
        random.shuffle(['p', 'q', 'x.p', 'p!']).slice(0, random.int(3)),
        random.pick(['', 'f', 'x']),
      ),
    );
    const { entries, documents: warned } = nameWorkflows(documents);
    expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
    expect(entries.length).toBe(
      documents.reduce((sum, { readResult }) => sum + Math.max(1, readResult?.workflows.length ?? 0), 0),
    );
    expect(entries.every((entry) => warned.includes(entry.document))).toBe(true);
    expect(nameWorkflows(documents).entries.map(({ id }) => id)).toEqual(entries.map(({ id }) => id));
  }
});
