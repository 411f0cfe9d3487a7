/** What docs/guides.md shows is what happens: its guides are valid, its conversations go so, its tables are those of the code. */
import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { validate } from '../../src/operations/index.ts';
import { patternOf } from '../rest/play-session.ts';
import { type LineClient, openLineClient } from '../rpc/line-client.ts';

const at = (path: string): URL => new URL(path, new URL('../../docs/', import.meta.url));
const page = readFileSync(at('guides.md'), 'utf8');
const blocksOf = (language: string): readonly string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(([, text = '']) => text);

const guides = blocksOf('yaml');

let client: LineClient;

beforeAll(async () => {
  const files = guides.map((text) => [`${/^id: (\S+)$/m.exec(text)?.[1]}.yaml`, text] as const);
  client = await openLineClient(Object.fromEntries(files));
});

afterAll(() => client.remove());

const reportOf = (text: string, path: string) => validate({ files: [{ path, text }], api: null }).files[0];

test('[A8][U1.1] the guides on the page are valid', () => {
  expect(guides.length).toBeGreaterThan(1);
  for (const text of guides) {
    expect(reportOf(text, 'page.yaml')).toMatchObject({ language: 'guide', violations: [], warnings: [] });
  }
});

test('[A8][U7.1] the conversations on the page go as they are shown', async () => {
  const lines = blocksOf('rpc').flatMap((block) => block.trim().split('\n'));
  expect(lines.length).toBeGreaterThan(8);
  for (const [index, line] of lines.entries()) {
    if (!line.startsWith('→ ')) continue;
    const shown = lines[index + 1] ?? '';
    expect(shown).toMatch(/^← /);
    expect(JSON.stringify(await client.ask(line.slice(2)))).toMatch(patternOf(shown.slice(2)));
  }
});

/** The fields of a table, by the first cell of its heading. */
function fieldsOf(heading: string): readonly string[] {
  const table = page.slice(page.indexOf(`\n| ${heading} |`) + 1).split('\n');
  const rows = table.slice(
    2,
    table.findIndex((line) => !line.startsWith('|')),
  );
  return rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
  );
}

const step = { id: 'step-one', title: 'One', prompt: 'Do it' };
const whole = { id: 'whole-guide', name: 'Whole', description: 'Of all', version: '1.0.0', steps: [step] };
const nonsense = { qqqqqqqq: 1 };

/** What a place of a guide may have, as whoever reads it says when something else stands there. */
function keysAt(guide: object): readonly string[] {
  const found = reportOf(JSON.stringify(guide), 'keys.json')?.violations;
  const unknown = found?.filter(({ actual }) => actual === 'qqqqqqqq');
  expect(unknown).toHaveLength(1);
  return (unknown?.[0]?.expected ?? '').split(', ');
}
