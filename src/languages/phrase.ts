/**
 * A text for callers that names operations, fields of their input and nouns as data: each interface names them as its
 * callers know them, and no text is searched for names. It is plain JSON, because errors are sent between processes.
 */
export type Reference =
  | { readonly operation: string }
  /** A field of the input, or a path in it: `params.legs.0`. Empty: the whole input. */
  | { readonly field: string }
  | { readonly noun: Noun };

/** Tools for cases have other words for these. */
export type Noun = 'run' | 'runs' | 'workflow' | 'workflows';

export type Phrase = string | readonly (string | Reference)[];

/** ``phrase`Read the state of the ${{ noun: 'run' }} with ${{ operation: 'runs.get' }}.` `` */
export function phrase(
  texts: readonly string[],
  ...values: readonly (Phrase | Reference | number)[]
): Phrase {
  const parts = texts.flatMap((text, at) => {
    const value = values[at] ?? '';
    return [text, ...(isParts(value) ? value : [typeof value === 'number' ? `${value}` : value])];
  });
  const merged: (string | Reference)[] = [];
  for (const part of parts) {
    const last = merged.at(-1);
    if (typeof part === 'string' && typeof last === 'string') merged[merged.length - 1] = last + part;
    else if (part !== '') merged.push(part);
  }
  const [first = ''] = merged;
  return merged.length <= 1 && typeof first === 'string' ? first : merged;
}

/** With a space between two. */
export const joinPhrases = (phrases: readonly Phrase[]): Phrase =>
  phrases.reduce((joined, each) => (joined === '' ? each : phrase`${joined} ${each}`), '');

export type NameReference = (reference: Reference) => string;

export const renderPhrase = (text: Phrase, name: NameReference): string =>
  isParts(text) ? text.map((part) => (typeof part === 'string' ? part : name(part))).join('') : text;

/** As logs have it, and interfaces without own names. */
export const plainName: NameReference = (reference) => {
  if ('noun' in reference) return reference.noun;
  if ('operation' in reference) return `“${reference.operation}”`;
  return reference.field === '' ? 'the input' : `“${reference.field}”`;
};

export const plainText = (text: Phrase): string => renderPhrase(text, plainName);

const isParts = (value: Phrase | Reference | number): value is Exclude<Phrase, string> =>
  Array.isArray(value);
