/** Lists the forms in which a secret may appear in a text: unchanged, and as URLs, forms, JSON and base64 encode it. */

/** Shorter values are too likely to be part of ordinary text. */
const minSecretLength = 4;
/** Shorter parts of base64 would match by chance. */
const minBase64Length = 8;

/** A pattern for all forms of all values, the longest value first; `undefined` if there are no values. */
export function patternOfSecrets(values: readonly string[]): RegExp | undefined {
  const longestFirst = values
    .filter((value) => value.length >= minSecretLength)
    .sort((a, b) => b.length - a.length);
  const forms = new Set(longestFirst.flatMap(formsOf));
  return forms.size === 0 ? undefined : new RegExp([...forms].join('|'), 'g');
}

/** As sources of patterns, each of which decides at every character of a text what comes next: so they are linear. */
function formsOf(value: string): readonly string[] {
  const escaped = JSON.stringify(value).slice(1, -1);
  const written = [JSON.stringify(escaped).slice(1, -1), escaped, value];
  return [...written.map(escapePattern), ...written.map(percentForm), ...base64Forms(value)];
}

const escapePattern = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/**
 * As a part of a URL, and of a URL in a URL. Programs differ in which characters they encode, so that each may be
 * encoded or not.
 */
function percentForm(text: string): string {
  // A lone surrogate, which URLs cannot contain, becomes its replacement character.
  return [...Buffer.from(text).toString()].map(percentCharacter).join('');
}

function percentCharacter(character: string): string {
  if (/[A-Za-z0-9]/.test(character)) return character;
  if (character === '%') return '%(?:25)+';
  const bytes = [...Buffer.from(character)].map((byte) => `%(?:25)*${hexadecimal(byte)}`).join('');
  return `(?:${escapePattern(character)}|${bytes}${character === ' ' ? '|\\+' : ''})`;
}

/** In letters of both cases. */
const hexadecimal = (byte: number): string =>
  byte
    .toString(16)
    .padStart(2, '0')
    .replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);

/**
 * `user:secret` is encoded as a whole: depending on the length of the prefix, a secret has three different encodings.
 */
function base64Forms(value: string): readonly string[] {
  const bytes = Buffer.from(value);
  const middles = [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replaceAll('=', '');
    const whole = Math.floor(((before + bytes.length) * 8) / 6);
    return text.slice(Math.ceil((before * 8) / 6), whole);
  });
  const both = middles.flatMap((text) => [text, text.replaceAll('+', '-').replaceAll('/', '_')]);
  return both.filter((text) => text.length >= minBase64Length).map(escapePattern);
}
