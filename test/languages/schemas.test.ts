/** The schemas of the languages accept what the readers accept, and refuse what they refuse about structure. */
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { readDefinition } from '../../src/operations/documents/read-definition.ts';
import { registeredLanguages } from '../../src/operations/language-lists/languages.ts';
import { createRandom } from '../../src/testing/index.ts';
import { kinds } from '../diagnostics/kinds.ts';
import { mutate } from '../diagnostics/mutations.ts';
import { dataOf, validDocuments } from './documents.ts';

const environment = { operations: null };
const languages = registeredLanguages();
const schemaOf = (id: string): string =>
  languages.find((language) => language.id === id)?.schema.text() ?? '';

test('[L7] every language has a schema with an address', () => {
  for (const { id, schema } of languages) {
    if (schema.mediaType === 'application/schema+json')
      expect(JSON.parse(schema.text())).toMatchObject({ $id: `signalbox://schemas/${id}` });
    else expect(schema.text()).toMatch(/^<\?xml .*\n<xs:schema .*targetNamespace=/);
  }
});

describe.each(languages.filter(({ schema }) => schema.mediaType === 'application/schema+json'))(
  '$id',
  ({ id }) => {
    const accepts = new Ajv({ allErrors: true, strict: false }).compile(JSON.parse(schemaOf(id)));
    const documents = validDocuments(id);

    test(`[L7] the schema accepts every valid document`, () => {
      expect(documents.length).toBeGreaterThan(10);
      const refused = documents.flatMap((file) =>
        accepts(dataOf(file)) ? [] : [[file.path, accepts.errors?.slice(0, 3)]],
      );
      expect(refused).toEqual([]);
    });

    test('[L7] the schema refuses unknown, missing and misplaced keys and values of another type', () => {
      const structural = ['unknown-key', 'missing-key', 'wrong-type', 'misplaced-key'];
      const { documents: complete = {}, read = () => ({ violations: [] }) } = kinds[id] ?? {};
      const missed = Object.entries(complete).flatMap(([path, text]) =>
        createRandom(3)
          .shuffle(mutate(path, text, 3))
          .slice(0, 60)
          .flatMap((mutation) => {
            const data = dataOf({ path, text: mutation.text });
            if (data === undefined || !accepts(data)) return [];
            return read(mutation.text, path)
              .violations.filter(({ rule }) => structural.includes(rule))
              .map(({ message }) => message);
          }),
      );
      // The type of a default or an example is the value of another key.
      expect(missed.filter((message) => !/^The (?:default|example) must be /.test(message))).toEqual([]);
      expect(Object.keys(complete).length).toBeGreaterThan(0);
    });
  },
);

describe('yawl', () => {
  const schema = { fileName: 'yawl.xsd', contents: schemaOf('yawl') };
  const errorsOf = async (contents: readonly string[]): Promise<readonly string[]> => {
    const xml = contents.map((text, at) => ({ fileName: `${at}.xml`, contents: text }));
    const { errors } = await validateXML({ xml, schema: [schema] });
    return errors.map(({ rawMessage }) => rawMessage);
  };
  /** The reader knows a type without the prefix of its namespace; a processor of XML Schema cannot. */
  const withPrefix = (text: string): string =>
    text.includes('<y:') ? text.replaceAll(/xsi:type="(?=[A-Z])/g, 'xsi:type="y:') : text;

  test('[L7] the schema accepts every valid specification of a released version', async () => {
    const texts = validDocuments('yawl').map(({ text }) => withPrefix(text));
    const released = texts.filter((text) => text.includes('http://www.yawlfoundation.org/yawlschema'));
    expect(released.length).toBeGreaterThan(8);
    expect(await errorsOf(released)).toEqual([]);
  });

  const example = languages.find(({ id }) => id === 'yawl')?.reference.examples[0]?.text ?? '';

  test.each([
    ['a misspelled element', '<decomposesTo ', '<decomposeTo '],
    [
      'elements in another order',
      '<join code="xor"/>\n          <split code="xor"/>',
      '<split code="xor"/><join code="xor"/>',
    ],
    ['a missing element', '<metaData>', '<metaData><title>a</title></metaData><metaData>'],
    ['a missing attribute', '<nextElementRef id="Pay"/>', '<nextElementRef/>'],
    ['an unknown attribute', '<task id="Pay">', '<task id="Pay" name="Pay">'],
    ['an unknown kind of decomposition', 'xsi:type="NetFactsType"', 'xsi:type="NetType"'],
    ['a value that is not allowed', '<join code="xor"/>', '<join code="either"/>'],
    ['a text in place of a number', '<index>0</index>', '<index>first</index>'],
  ])('[L7] the schema and the reader refuse %s', async (_, part, instead) => {
    const text = example.replace(part, instead);
    expect(text).not.toBe(example);
    expect(readDefinition({ path: 'a.yawl', text }, environment).report.valid).toBe(false);
    expect((await errorsOf([text])).length).toBeGreaterThan(0);
  });
});
