import { describe, expect, test } from 'vitest';
import { escapeText } from '../../src/languages/xml/write-xml.ts';
import { lexicalForms } from './lexical-forms.ts';
import { askOracle } from './oracle.ts';
import { builtInShape, read } from './schema-fixture.ts';

const verdict = (type: string, text: string): boolean =>
  read(`<v>${escapeText(text)}</v>`, builtInShape(type)).kind === 'fitted';

/** Where the other processor is wrong: spaces around dates and durations, and digits that it does not require. */
const itsMistakes =
  /^(duration: {2}P1D $|\w+: \t[\d:T-]+\n$|(float|double): 1e$|duration: PT1\.S$|(NMTOKENS|IDREFS): *$)/;

describe.each(Object.entries(lexicalForms))('%s', (type, { valid, invalid }) => {
  test('[Y4.1] its values are accepted, and no other text', () => {
    expect(valid.filter((text) => !verdict(type, text))).toEqual([]);
    expect(invalid.filter((text) => verdict(type, text))).toEqual([]);
  });
});

test('[Y4.1] another XML Schema processor agrees on every text', async () => {
  const entries = Object.entries(lexicalForms);
  const answers = await askOracle(
    entries.map(([type, { valid, invalid }]) => ({
      declarations: `<xs:element name="v-${type}" type="xs:${type}"/>`,
      documents: [...valid, ...invalid].map((text) => `<v-${type}>${escapeText(text)}</v-${type}>`),
    })),
  );
  const differing = entries.flatMap(([type, { valid, invalid }], at) =>
    [...valid, ...invalid]
      .filter((_, index) => answers[at]?.[index] !== index < valid.length)
      .map((text) => `${type}: ${text}`),
  );
  expect(differing.filter((text) => !itsMistakes.test(text))).toEqual([]);
  expect(differing).toHaveLength(15);
});
