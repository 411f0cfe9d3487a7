/** Where a forbidden word is the right one. */
import type { WordException } from './forbidden-words.ts';

const inAll = (path: string, words: readonly string[], reason: string): readonly WordException[] =>
  words.map((word) => ({ word, path, reason }));

export const wordExceptions: readonly WordException[] = [
  ...inAll('examples/guides/', ['somebody', 'whoever'], 'Prompts are the texts of the authors of guides.'),
  ...inAll('examples/travel/', ['nobody', 'desk'], 'A travel desk, and the message of an author.'),
  ...inAll('bench/graph.bench.ts', ['desk'], 'The travel desk of the examples.'),
  ...inAll('test/example-stand-in.test.ts', ['desk'], 'The travel desk of the examples.'),
  ...inAll('docs/graph.md', ['somebody', 'nobody'], 'Names and messages of sample workflows.'),
  ...inAll('docs/expressions.md', ['dear'], 'A letter begins so.'),
  ...inAll('docs/rpc.md', ['nobody'], 'The id of a workflow that does not exist.'),
  ...inAll(
    'test/graph/mistakes/',
    ['somebody', 'nobody', 'shelf', 'desk', 'doors', 'dear'],
    'Documents of invented authors.',
  ),
  ...inAll(
    'src/kernel/play/call-events.ts',
    ['nobody', 'what became of'],
    'Stored journals replay to this message.',
  ),
  ...inAll('src/runtime/sqlite/migrations/', ['whoever'], 'Released migrations never change.'),
  // Names
  ...[
    'src/kernel/',
    'src/languages/',
    'src/operations/runs/program-schema.ts',
    'test/random-nets/',
    'test/reference-engine/',
  ].map((path) => ({
    word: 'misfit',
    path,
    reason: 'The field `onMisfit` of programs, which journals pin.',
  })),
  ...inAll('src/drawing/layers.ts', ['longest'], 'Longest paths, in the sense of graph theory.'),
  ...inAll('src/languages/guide/conditions/', ['longest'], 'The longest of several, not a limit.'),
  ...inAll('src/languages/yawl/form/', ['longest'], 'The longest common order, not a limit.'),
  ...inAll('src/runtime/secrets/', ['longest'], 'A sort order, not a limit.'),
  ...[
    'examples/stand-in/',
    'src/runtime/simulate/',
    'src/server/mcp/runs/',
    'test/example-runs.test.ts',
    'test/guides/',
  ].map((path) => ({
    word: 'seat',
    path,
    reason: 'A seat of a flight, or a point of view in a sample guide.',
  })),
];
