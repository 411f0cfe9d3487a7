/**
 * The referee of changes to readers: what is reported for good documents, for those of test/graph/mistakes, and for
 * good documents changed in one place, is what it was. A line of the snapshot is one document: the errors and warnings
 * with their positions, and a hash of everything else that was read, suggestions and compiled programs included.
 *
 * `npm test -- diagnostics -u` writes the snapshot anew. Look at the difference: each changed line is a changed answer
 * to an author, or a program with another hash.
 */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createRandom } from '../../src/testing/index.ts';
import { readAgain, readMistakes } from '../graph/mistakes/read-mistakes.ts';
import { type Diagnosed, kinds } from './kinds.ts';
import { mutate } from './mutations.ts';

const maxMutations = 90;

test.each(Object.entries(kinds))(
  '[L2] the diagnostics of a document of the kind %s stay',
  async (name, kind) => {
    const lines = Object.entries(kind.documents).flatMap(([file, text], at) => {
      const mutations = createRandom(at)
        .shuffle(mutate(file, text, at))
        .slice(0, maxMutations);
      return [
        lineOf(file, kind.read(text, file)),
        ...mutations.map((mutation) => lineOf(mutation.name, kind.read(mutation.text, file))),
      ];
    });
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`snapshots/${name}.txt`);
  },
);

test('[L2] the diagnostics of graphs with mistakes stay', async () => {
  const lines = readMistakes().files.map((each) => lineOf(each.file, readAgain(each, each.text)));
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('snapshots/mistakes.txt');
});

function lineOf(name: string, result: Diagnosed): string {
  const shown = [...result.violations, ...(result.warnings ?? [])].map(
    ({ rule, line, column, message }) => `${rule}@${line}:${column} ${message.slice(0, 60)}`,
  );
  return [
    name,
    hashOf(result),
    ...shown.slice(0, 3),
    ...(shown.length > 3 ? [`+${shown.length - 3}`] : []),
  ].join(' | ');
}

const hashOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value, asData)).digest('hex').slice(0, 12);

const asData = (_key: string, value: unknown): unknown =>
  value instanceof Map || value instanceof Set ? [...value] : value;
