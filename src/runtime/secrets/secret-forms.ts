/** Lists the forms in which a secret may appear in a text: unchanged, and as URLs, forms, JSON and base64 encode it. */

/** Shorter values are too likely to be part of ordinary text. */
const minSecretLength = 4;
/** Shorter parts of base64 would match by chance. */
const minBase64Length = 8;

/** A pattern for all forms of all values, the longest first; `undefined` if there are no values. */
export function patternOfSecrets(values: readonly string[]): RegExp | undefined {
  const forms = new Set(values.filter((value) => value.length >= minSecretLength).flatMap(formsOf));
  if (forms.size === 0) return undefined;
  const longestFirst = [...forms].sort((a, b) => b.length - a.length);
  return new RegExp(
    longestFirst.map((form) => form.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('|'),
    'g',
  );
}

function formsOf(value: string): readonly string[] {
  const escaped = JSON.stringify(value).slice(1, -1);
  // A lone surrogate, which URLs cannot contain, becomes its replacement character.
  const readable = Buffer.from(value).toString();
  const percent = encodeURIComponent(readable);
  return [
    value,
    escaped,
    JSON.stringify(escaped).slice(1, -1),
    percent,
    percent.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    encodeURI(readable),
    new URLSearchParams([['', value]]).toString().slice(1),
    ...base64Forms(value),
  ];
}

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
