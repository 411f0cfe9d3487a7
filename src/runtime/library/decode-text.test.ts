import { expect, test } from 'vitest';
import { decodeText } from './decode-text.ts';

const declared = (encoding: string): string =>
  `<?xml version="1.0" encoding="${encoding}"?>\n<a>größe 5 €</a>`;
const textOf = (bytes: Uint8Array): string | undefined => {
  const decoded = decodeText(bytes);
  return decoded.kind === 'text' ? decoded.text : undefined;
};
const wide = (text: string): Uint8Array => Buffer.from(text, 'utf16le');
const swapped = (text: string): Uint8Array => Buffer.from(text, 'utf16le').swap16();

test.each([
  ['with a byte order mark', '\ufeff'],
  ['without one', ''],
])('[Y1.1] XML in UTF-16 is decoded in either byte order, %s', (_, mark) => {
  const text = `${mark}${declared('UTF-16')}`;
  expect(textOf(wide(text))).toBe(text);
  expect(textOf(swapped(text))).toBe(text);
});

test('[Y1.1] XML that is not UTF-8 is decoded by its declaration', () => {
  const latin = declared('ISO-8859-1').replace(' 5 €', '');
  expect(textOf(Buffer.from(latin, 'latin1'))).toBe(latin);
});

test('[Y1.1] valid UTF-8 is decoded as UTF-8, regardless of its declaration: so are saved documents', () => {
  for (const text of [declared('ISO-8859-1'), `\ufeff${declared('UTF-8')}`, declared('UTF-16')]) {
    expect(textOf(Buffer.from(text))).toBe(text);
  }
});

test.each([
  [Buffer.from([0xff, 0xfe, 0x3c]), 'it starts like UTF-16 text, but is not valid UTF-16'],
  [Buffer.from('<a>\xe9</a>', 'latin1'), 'it is not UTF-8 text'],
  [Buffer.from('name: \xe9 # encoding="ISO-8859-1"', 'latin1'), 'it is not UTF-8 text'],
  [
    Buffer.from('<?xml version="1.0" encoding="Shift_JIS"?><a>\xe9</a>', 'latin1'),
    'it is not UTF-8 text, and its declared encoding “Shift_JIS” is not supported',
  ],
])('[Y1.3] undecodable bytes are reported: %#', (bytes, reason) => {
  expect(decodeText(bytes)).toEqual({ kind: 'trouble', reason });
});
