/** The commands of docs/access.md work as written. */
import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { openScratch } from '../../test/cli/open-scratch.ts';

const page = readFileSync(new URL('../../docs/access.md', import.meta.url), 'utf8');
const lines = [...page.matchAll(/^```sh\n(.*?)^```/gms)].flatMap(([, block = '']) => block.split('\n'));

/** Also nested ones: `curl … $(signalbox token)`. */
const commands = lines.flatMap((line) =>
  [...line.matchAll(/(?:^|\$\()signalbox ([^)]*)/g)].map(([, words = '']) => words),
);

const scratch = openScratch();
afterAll(() => scratch.close());

describe('docs/access.md', () => {
  test('[A8] every command works', async () => {
    const verbs = commands.map((words) =>
      words
        .split(' ')
        .slice(0, words.startsWith('key') ? 2 : 1)
        .join(' '),
    );
    expect([...new Set(verbs)]).toEqual(['key create', 'serve', 'key list', 'key revoke', 'token']);
    const environment = {
      SIGNALBOX_DATA: `${scratch.folder}/data`,
      SIGNALBOX_TENANTS: 'true',
      SIGNALBOX_JWT_SECRET: 'thirty-two-bytes-or-more-are-a-secret',
      SIGNALBOX_JWT_ISSUER: 'zai-controller',
    };
    for (const words of commands.filter((each) => !each.startsWith('serve'))) {
      const { code, err } = await scratch.run(words.split(' '), { environment });
      expect({ words, code, err }).toMatchObject({ words, code: 0 });
    }
  });

  test('[A8] every other line only shows what to send or to set', () => {
    const others = lines.filter((line) => line !== '' && !line.startsWith('signalbox '));
    for (const line of others)
      expect(line).toMatch(/^(?:curl -H "Authorization: Bearer |export SIGNALBOX_JWT_)/);
  });
});
