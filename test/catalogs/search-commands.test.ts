/** Searches the commands of large documents as people do. */
import { describe, expect, test } from 'vitest';
import { createCommandSearch } from '../../src/catalogs/index.ts';
import { createRandom } from '../../src/testing/index.ts';
import { searchQueries } from './search-queries.ts';
import { searchedCommands } from './searched-commands.ts';

const seed = 20_261_120;
const opened = new Map(
  Object.keys(searchQueries).map((name) => {
    const commands = searchedCommands(name);
    const search = createCommandSearch(commands);
    const find = (query: string, limit = 3) =>
      search.find(query, limit).map(({ at }) => commands[at]?.entry.operationId);
    return [name, { commands, search, find }] as const;
  }),
);
const gitHub = opened.get('GitHub');
if (gitHub === undefined) throw new Error('The queries have none for GitHub.');

describe('commands of GitHub, Figma and Netlify', () => {
  test('[C3.1][C3.2] at least 95 of 100 queries find the expected command where it is expected', () => {
    const all = Object.entries(searchQueries).flatMap(([name, queries]) =>
      queries.map(({ query, operation, first }) => {
        const found = opened.get(name)?.find(query) ?? [];
        const isExpected = first ? found[0] === operation : found.includes(operation);
        return { query, operation, found, isExpected };
      }),
    );
    const others = all.filter(({ isExpected }) => !isExpected);
    expect(all.length).toBeGreaterThanOrEqual(100);
    expect(others.slice(Math.floor(all.length * 0.05))).toEqual([]);
  });

  test('[C3.3] every command is found alone by each of its ids', () => {
    const wrong: string[] = [];
    for (const { commands, search } of opened.values()) {
      for (const [at, { catalog, entry }] of commands.entries()) {
        const { name, operationId, method, path } = entry;
        for (const id of [`${catalog}.${name}`, `${catalog} ${operationId}`, `${method} ${path}`]) {
          const found = search.find(id, 5);
          const [hit] = found;
          // Ids of one word are words.
          const isAlone = found.length === 1 || /^\w+ [a-z]+$/.test(id);
          if (hit?.at !== at || hit.score !== 1 || !isAlone) wrong.push(id);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  test('[C3.3] an id in plain words is first, and others follow', () => {
    expect(gitHub.find('issues create')[0]).toBe('issues/create');
    expect(gitHub.find('issues create')).toHaveLength(3);
    expect(gitHub.find('issues/create')).toEqual(['issues/create']);
  });

  test(`[C3.2] a letter too much, too few, changed or swapped is forgiven, seed ${seed}`, () => {
    const random = createRandom(seed);
    const words = ['milestone', 'collaborator', 'codespace', 'deployment', 'notification', 'organization'];
    const lost: string[] = [];
    for (let round = 0; round < 300; round++) {
      const word = random.pick(words);
      const at = random.between(1, word.length - 2);
      const letter = random.pick([...'abcdefghijklmnopqrstuvwxyz']);
      const [begin, here, next, end] = [
        word.slice(0, at),
        word[at] ?? '',
        word[at + 1] ?? '',
        word.slice(at + 2),
      ];
      const typo = [
        `${begin}${letter}${here}${next}${end}`,
        `${begin}${next}${end}`,
        `${begin}${letter}${next}${end}`,
        `${begin}${next}${here}${end}`,
      ][round % 4];
      const found = gitHub.search.find(`${typo} list`, 10);
      const fits = found.some(({ at: place }) =>
        `${gitHub.commands[place]?.entry.name} ${gitHub.commands[place]?.entry.path}`.includes(word),
      );
      if (!fits) lost.push(typo ?? '');
    }
    expect(lost).toEqual([]);
  });

  test(`[C3.4] any text is answered within the limit, without an exception, seed ${seed}`, () => {
    const random = createRandom(seed);
    const pieces = [
      'issue',
      'é',
      '\u0000',
      '💥',
      '\ud800',
      '/',
      '{',
      '__proto__',
      'constructor',
      ' ',
      'ﬁ',
      'i̇',
    ];
    for (let round = 0; round < 300; round++) {
      const query = Array.from({ length: random.int(60) }, () => random.pick(pieces)).join('');
      const found = gitHub.search.find(query, 7);
      expect(found.length).toBeLessThanOrEqual(7);
      expect(found.every(({ score }) => score > 0 && score <= 1)).toBe(true);
      expect(gitHub.search.find(query, 7)).toEqual(found);
    }
  });
});
