/** Finds secrets in a text in every form: unchanged, and as URLs, forms, JSON and base64 encode them. */

/** Shorter values are too likely to be part of ordinary text. */
const minSecretLength = 4;
/** Shorter parts of base64 would match by chance. */
const minBase64Length = 8;
/** Shorter parts are in too many texts. */
const minAnchorLength = 4;
const maxPatterns = 100;

interface Secret {
  /** Every text that contains the secret contains one of these: texts without them are not searched any further. */
  readonly anchors: readonly string[];
  /** Sources of patterns. */
  readonly forms: readonly string[];
}

/** Replaces all forms of all values, the longest value first; `undefined` if there are no values. */
export function createSecretFilter(
  values: readonly string[],
  replacement: string,
): ((text: string) => string) | undefined {
  const secrets = [...new Set(values)]
    .filter((value) => value.length >= minSecretLength)
    .sort((a, b) => b.length - a.length)
    .map(toSecret);
  if (secrets.length === 0) return undefined;
  const anywhere = new RegExp(secrets.flatMap(({ anchors }) => anchors.map(escapePattern)).join('|'));
  const patterns = new Map<string, RegExp>();
  return (text) => {
    if (!anywhere.test(text)) return text;
    const found = secrets.flatMap(({ anchors }, at) =>
      anchors.some((anchor) => text.includes(anchor)) ? [at] : [],
    );
    const key = found.join(' ');
    if (patterns.size >= maxPatterns) patterns.clear();
    const pattern =
      patterns.get(key) ?? new RegExp(found.flatMap((at) => secrets[at]?.forms ?? []).join('|'), 'g');
    patterns.set(key, pattern);
    return text.replaceAll(pattern, replacement);
  };
}

/** Each form decides at every character of a text what comes next: so searching is linear. */
function toSecret(value: string): Secret {
  const escaped = JSON.stringify(value).slice(1, -1);
  const written = [JSON.stringify(escaped).slice(1, -1), escaped, value];
  const base64 = base64Forms(value);
  // No encoding but base64 changes letters and digits.
  const [longest = ''] = value.split(/[^A-Za-z0-9]+/).sort((a, b) => b.length - a.length);
  return {
    anchors: [longest.length < minAnchorLength ? '' : longest, ...base64],
    forms: [
      ...new Set([...written.map(escapePattern), ...written.map(percentForm), ...base64.map(escapePattern)]),
    ],
  };
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
  return both.filter((text) => text.length >= minBase64Length);
}
