/** Tests XML against another parser: written XML is read back, and well-formedness is judged as by xmllint. */
import { expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { parseXml } from '../../../src/languages/xml/parse-xml.ts';
import {
  escapeAttribute,
  escapeText,
  writeChildren,
  writeElement,
} from '../../../src/languages/xml/write-xml.ts';
import { createRandom, type Random } from '../../../src/testing/index.ts';
import { randomTree, spell, withoutPlaces } from './random-xml.ts';

const read = (text: string): object => {
  const { root, problems } = parseXml(text);
  expect(problems, text).toEqual([]);
  return root === null ? {} : withoutPlaces(root);
};

test('[Y1.4] trees are written and read back the same (seeds 1 to 150)', () => {
  for (let seed = 1; seed <= 150; seed++) {
    const tree = randomTree(createRandom(seed));
    expect(read(writeElement(tree)), `seed ${seed}`).toEqual(withoutPlaces(tree));
  }
});

test('[Y1.4] every notation of a tree is read as the same tree (seeds 1 to 150)', () => {
  for (let seed = 1; seed <= 150; seed++) {
    const random = createRandom(seed);
    const tree = randomTree(random);
    expect(read(spell(random, tree)), `seed ${seed}`).toEqual(withoutPlaces(tree));
  }
});

test('[Y1.4] texts and attributes are escaped so that nothing in them becomes markup or is lost', () => {
  const hard = 'a<b>&"\' ]]> \r\n\t é';
  expect(escapeText(hard)).toBe('a&lt;b&gt;&amp;"\' ]]&gt; &#13;\n\t é');
  expect(escapeAttribute(hard)).toBe("a&lt;b&gt;&amp;&quot;' ]]&gt; &#13;&#10;&#9; é");
});

test('[Y1.4] an element can be extracted from its document with its prefixes', () => {
  const { root } = parseXml('<a xmlns="u" xmlns:p="v"><b p:x="1">t<p:c/></b></a>');
  const [inner] = root?.children ?? [];
  if (inner?.kind !== 'element') throw new Error('no element');
  expect(writeElement(inner)).toBe('<b xmlns="u" xmlns:p="v" p:x="1">t<p:c/></b>');
  expect(writeChildren(inner)).toBe('t<p:c/>');
});

const signs = [
  ...'<>&;\'"=/!?-[]: \n\tab1#xé',
  ']]>',
  '--',
  '<!--',
  '-->',
  '<?',
  '?>',
  '</',
  '/>',
  '&#',
  '&lt;',
  '<b>',
  '</b>',
  ' c="1"',
  'xmlns:p="u"',
  'p:',
  'xml',
  '\u0001',
  '<![CDATA[',
];

/** A few letters of a well-formed text are added, dropped, doubled or swapped. */
function mutate(random: Random, text: string): string {
  const letters = [...text];
  for (let left = random.between(1, 3); left > 0; left--) {
    const at = random.int(letters.length);
    const change = random.pick(['add', 'drop', 'double', 'exchange'] as const);
    if (change === 'add') letters.splice(at, 0, random.pick(signs));
    if (change === 'drop') letters.splice(at, random.between(1, 3));
    if (change === 'double') letters.splice(at, 0, ...letters.slice(at, at + random.between(1, 6)));
    if (change === 'exchange') letters.splice(at, 1, random.pick(signs));
  }
  return letters.join('');
}

const schema = '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"/>';

/**
 * Numbers of the texts that xmllint finds not well-formed, or with wrong prefixes. Only xmllint requires that a
 * namespace is a URI: for XML it is any text.
 */
async function faultyTo(texts: readonly string[]): Promise<ReadonlySet<number>> {
  const { errors } = await validateXML({
    xml: texts.map((contents, at) => ({ fileName: `${at}.xml`, contents })),
    schema: [{ fileName: 'any.xsd', contents: schema }],
  });
  return new Set(
    errors.flatMap(({ rawMessage }) => {
      const found = /^(\d+)\.xml:\d+: (?:parser|namespace) error(?!.*is not a valid URI)/s.exec(rawMessage);
      return found === null ? [] : [Number(found[1])];
    }),
  );
}

test('[Y1.4] well-formedness is judged as by xmllint, for 400 mutated texts (seeds 1 to 400)', async () => {
  const texts = Array.from({ length: 400 }, (_, at) => {
    const random = createRandom(at + 1);
    const declaration = random.chance(0.3) ? '<?xml version="1.0" encoding="UTF-8"?>\n' : '';
    return declaration + mutate(random, spell(random, randomTree(random, 2)));
  });
  const faulty = await faultyTo(texts);
  const ours = new Set(texts.flatMap((text, at) => (parseXml(text).root === null ? [at] : [])));
  expect(texts.filter((_, at) => faulty.has(at) !== ours.has(at))).toEqual([]);
  expect(ours.size).toBeGreaterThan(100);
  expect(ours.size).toBeLessThan(375);
});
