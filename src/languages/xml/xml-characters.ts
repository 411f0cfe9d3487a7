/** The characters of XML 1.0, fifth edition: allowed characters and name characters. */

const startOfNcName =
  'A-Z_a-z\\u{C0}-\\u{D6}\\u{D8}-\\u{F6}\\u{F8}-\\u{2FF}\\u{370}-\\u{37D}\\u{37F}-\\u{1FFF}\\u{200C}-\\u{200D}' +
  '\\u{2070}-\\u{218F}\\u{2C00}-\\u{2FEF}\\u{3001}-\\u{D7FF}\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FFFD}\\u{10000}-\\u{EFFFF}';
const restOfNcName = `${startOfNcName}\\-.0-9\\u{B7}\\u{300}-\\u{36F}\\u{203F}-\\u{2040}`;

const name = new RegExp(`[:${startOfNcName}][:${restOfNcName}]*`, 'uy');
const ncName = new RegExp(`^[${startOfNcName}][${restOfNcName}]*$`, 'u');
const nmtoken = new RegExp(`^[:${restOfNcName}]+$`, 'u');
const badCharacter = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;

/** The name that starts at an offset; empty if none does. */
export function nameAt(text: string, at: number): string {
  name.lastIndex = at;
  return name.exec(text)?.[0] ?? '';
}

/** A name without a colon. */
export const isNcName = (text: string): boolean => ncName.test(text);

/** A valid name for an attribute without a namespace: `xmlns` is a declaration. */
export const isAttributeName = (text: string): boolean => text !== 'xmlns' && isNcName(text);

/** Characters of a name, in any order. */
export const isNmtoken = (text: string): boolean => nmtoken.test(text);

/** Offset of the first character that XML does not allow; -1 if there is none. */
export const findBadCharacter = (text: string): number => text.search(badCharacter);

export const isXmlCharacter = (point: number): boolean =>
  point <= 0x10ffff && !badCharacter.test(String.fromCodePoint(point));

export const isXmlSpace = (character: string | undefined): boolean =>
  character === ' ' || character === '\n' || character === '\t' || character === '\r';

/** The next offset that is not whitespace. */
export function afterSpace(text: string, from: number): number {
  let at = from;
  while (isXmlSpace(text[at])) at += 1;
  return at;
}
