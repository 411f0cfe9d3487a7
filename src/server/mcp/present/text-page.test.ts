import { expect, test } from 'vitest';
import { createRandom } from '../../../testing/index.ts';
import { parseResourceUri, type ResourceAddress } from './resource-uri.ts';
import { maxCharacters, type ResourceText, readPage } from './text-page.ts';

const address: ResourceAddress = { kind: 'run', run: 'r1', part: 'output' };
const json = (text: string): ResourceText => ({ mimeType: 'application/json', text });

/** The texts of all pages, for a client that follows `next`. */
function readAll(whole: ResourceText): readonly string[] {
  const pages: string[] = [];
  let from: number | undefined = 0;
  while (from !== undefined) {
    const page = readPage({ address, from }, whole);
    const [content] = page?.contents ?? [];
    if (content === undefined || !('text' in content)) throw new Error(`There is no page from ${from}.`);
    pages.push(content.text);
    const next: unknown = page?._meta?.['io.signalbox/next'];
    from = next === undefined ? undefined : parseResourceUri(String(next))?.from;
  }
  return pages;
}

test('[P2.2] a text that fits is one page of its own type', () => {
  const text = JSON.stringify('x'.repeat(maxCharacters - 2));
  expect(readPage({ address, from: 0 }, json(text))).toEqual({
    contents: [{ uri: 'run://r1/output', mimeType: 'application/json', text }],
    _meta: { 'io.signalbox/total': maxCharacters },
  });
  expect(readPage({ address, from: 0 }, json(''))?.contents).toHaveLength(1);
});

test('[P2.2] a text that does not fit has pages of plain text, each with the position of the next', () => {
  const text = 'x'.repeat(maxCharacters + 1);
  expect(readPage({ address, from: 0 }, json(text))).toEqual({
    contents: [{ uri: 'run://r1/output', mimeType: 'text/plain', text: 'x'.repeat(maxCharacters) }],
    _meta: {
      'io.signalbox/total': maxCharacters + 1,
      'io.signalbox/next': `run://r1/output?from=${maxCharacters}`,
    },
  });
  expect(readPage({ address, from: maxCharacters }, json(text))).toEqual({
    contents: [{ uri: `run://r1/output?from=${maxCharacters}`, mimeType: 'text/plain', text: 'x' }],
    _meta: { 'io.signalbox/total': maxCharacters + 1 },
  });
});

test('[P2.2] pages of markdown stay markdown', () => {
  const page = readPage({ address, from: 0 }, { mimeType: 'text/markdown', text: 'x'.repeat(100_000) });
  expect(page?.contents[0]?.mimeType).toBe('text/markdown');
});

test('[P2.2] beyond the end there is no page', () => {
  expect(readPage({ address, from: 3 }, json('123'))).toBeUndefined();
  expect(readPage({ address, from: 1 }, json(''))).toBeUndefined();
  expect(readPage({ address, from: 2 }, json('123'))?.contents[0]).toMatchObject({ text: '3' });
});

test('[P2.2] a surrogate pair is never split, even if a page is requested from its second half', () => {
  const text = `${'x'.repeat(maxCharacters - 1)}🛤${'y'.repeat(10)}`;
  expect(readAll(json(text))).toEqual(['x'.repeat(maxCharacters - 1), `🛤${'y'.repeat(10)}`]);
  expect(readPage({ address, from: maxCharacters }, json(text))?.contents[0]).toMatchObject({
    text: `🛤${'y'.repeat(10)}`,
  });
});

test('[P2.2] the concatenated pages of a text are the text (seed 7)', () => {
  const random = createRandom(7);
  for (let round = 0; round < 20; round++) {
    const pieces = Array.from({ length: 1 + random.int(200) }, () =>
      random.pick(['🛤', 'ab', 'ü', '\uD83D', '水🛤🛤']).repeat(1 + random.int(2_000)),
    );
    const text = pieces.join('');
    const pages = readAll(json(text));
    expect(pages.join('') === text).toBe(true);
    expect(pages.every(({ length }) => length <= maxCharacters)).toBe(true);
  }
});
