import { describe, expect, test } from 'vitest';
import { parseXml } from '../../src/languages/xml/parse-xml.ts';
import { escapeText } from '../../src/languages/xml/write-xml.ts';
import { findBuiltIn } from '../../src/languages/xsd/find-built-in.ts';
import { fromXml } from '../../src/languages/xsd/from-xml.ts';
import { lexicalForms } from './lexical-forms.ts';
import { askOracle } from './oracle.ts';

const verdict = (type: string, text: string): boolean => {
  const { root } = parseXml(`<v>${escapeText(text)}</v>`);
  const found = findBuiltIn(type);
  if (root === null || found === undefined) throw new Error(`${type} cannot be asked for`);
  return fromXml(root, { type: found, types: {} }, 'v').kind === 'fitted';
};

describe.each(Object.entries(lexicalForms))('%s', (type, { valid, invalid }) => {
  test('[Y4.1] its values are taken, and no other text', () => {
    expect(valid.filter((text) => !verdict(type, text))).toEqual([]);
    expect(invalid.filter((text) => verdict(type, text))).toEqual([]);
  });
});

test('[Y4.1] another processor of XML Schema says the same of every text', async () => {
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
  expect(differing).toEqual([]);
});
