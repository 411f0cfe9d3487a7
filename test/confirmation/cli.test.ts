/** A confirmation at the command line: a question at a terminal, else `--yes`. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openScratch, type Scratch } from '../cli/open-scratch.ts';
import { openTestTerminal } from '../cli/open-test-terminal.ts';
import { createAlbums } from './albums.ts';

const albums = createAlbums();
let scratch: Scratch;
beforeAll(() => {
  scratch = openScratch();
});
afterAll(() => scratch.close());

const clear = (album: string, options: readonly string[] = [], answers?: readonly (string | undefined)[]) => {
  const screen = answers === undefined ? undefined : openTestTerminal(answers);
  const host = { registry: albums.registry, ...(screen === undefined ? {} : { terminal: screen.terminal }) };
  return scratch
    .run(['album', 'clear', album, '--data', 'data', ...options], host)
    .then((result) => ({ ...result, shown: screen?.shown() ?? '', prompts: screen?.prompts() ?? [] }));
};

test.each(['y', 'YES', ' yes '])('[O4.2][T8.1] “%s” at the terminal confirms', async (answer) => {
  albums.put('left', 'Emma', 'Dune');
  const { code, out, shown, prompts } = await clear('left', [], [answer]);
  expect([code, out]).toEqual([0, 'cleared  2\n']);
  expect(shown).toContain('“left” loses Emma, Dune; “signalbox cancel” does not bring them back.\n');
  expect(prompts).toEqual(['Continue? [y/N]']);
  expect(albums.photosIn('left')).toEqual([]);
});

test.each(['', 'n', 'perhaps', undefined])('[O4.2][T8.1] “%s” does not', async (answer) => {
  albums.put('middle', 'Emma');
  const before = albums.photosIn('middle');
  const { code, out, err, shown } = await clear('middle', [], [answer]);
  expect([code, out]).toEqual([1, '']);
  expect(err + shown).toContain('You did not confirm it, so nothing was done.\n');
  expect(albums.photosIn('middle')).toEqual(before);
});

test('[O4.2][T8.1] without a terminal it needs --yes, and says so', async () => {
  albums.put('right', 'Emma');
  const refused = await clear('right');
  expect(refused).toMatchObject({
    code: 1,
    out: '',
    err: '“right” loses Emma; “signalbox cancel” does not bring them back.\n→ Add “--yes” to confirm it.\n',
  });
  const asJson = await clear('right', ['--json']);
  expect(JSON.parse(asJson.out)).toMatchObject({ error: { code: 'confirmation_required' } });
  expect(albums.photosIn('right')).toEqual(['Emma']);
  const done = await clear('right', ['--yes', '--json']);
  expect([done.code, JSON.parse(done.out)]).toEqual([0, { cleared: 1 }]);
});

test('[O4.2][T8.1] --yes asks nothing at a terminal, and nothing is asked if nothing is lost', async () => {
  albums.put('top', 'Emma');
  expect(await clear('top', ['--yes'], [])).toMatchObject({ code: 0, prompts: [] });
  expect(await clear('top', [], [])).toMatchObject({ code: 0, prompts: [] });
});

test('[O4.2][T8.1] what changed while the question was open is asked again', async () => {
  albums.put('low', 'Emma');
  const screen = openTestTerminal(['y', 'n']);
  const ask: typeof screen.terminal.ask = (prompt, signal) => {
    albums.put('low', 'Dune');
    return screen.terminal.ask(prompt, signal);
  };
  const host = { registry: albums.registry, terminal: { ...screen.terminal, ask } };
  const { code } = await scratch.run(['album', 'clear', 'low', '--data', 'data'], host);
  expect(code).toBe(1);
  expect(screen.shown()).toContain('What was confirmed has changed since. “low” loses Emma, Dune;');
});

test('[O4.2][T8.1] the help has --yes, and no option for the token', async () => {
  const { out } = await scratch.run(['album', 'clear', '--help'], { registry: albums.registry });
  expect(out).toMatch(/^ {2}--yes {2,}confirms without a question$/m);
  expect(out).not.toContain('token');
  const { out: other } = await scratch.run(['connectors', '--help']);
  expect(other).not.toContain('--yes');
});
