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
])('[Y1.1] XML in UTF-16 is read in either order of bytes, %s', (_, mark) => {
  const text = `${mark}${declared('UTF-16')}`;
  expect(textOf(wide(text))).toBe(text);
  expect(textOf(swapped(text))).toBe(text);
});

test('[Y1.1] XML that is not UTF-8 is read by what it declares', () => {
  const latin = declared('ISO-8859-1').replace(' 5 €', '');
  expect(textOf(Buffer.from(latin, 'latin1'))).toBe(latin);
});

test('[Y1.1] what is UTF-8 is read as that, whatever it declares: so is what is saved', () => {
  for (const text of [declared('ISO-8859-1'), `\ufeff${declared('UTF-8')}`, declared('UTF-16')]) {
    expect(textOf(Buffer.from(text))).toBe(text);
  }
});

test.each([
  [Buffer.from([0xff, 0xfe, 0x3c]), 'it begins as text in UTF-16, and is none'],
  [Buffer.from('<a>\xe9</a>', 'latin1'), 'it is not text in UTF-8'],
  [Buffer.from('name: \xe9 # encoding="ISO-8859-1"', 'latin1'), 'it is not text in UTF-8'],
  [
    Buffer.from('<?xml version="1.0" encoding="Shift_JIS"?><a>\xe9</a>', 'latin1'),
    'it is not text in UTF-8, and the “Shift_JIS” that it declares is not read here',
  ],
])('[Y1.3] what cannot be read is told: %#', (bytes, reason) => {
  expect(decodeText(bytes)).toEqual({ kind: 'trouble', reason });
});
