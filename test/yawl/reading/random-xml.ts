/** Generates random XML: trees, and texts in every notation of them. */
import type { XmlElement, XmlText } from '../../../src/languages/xml/xml-tree.ts';
import type { Random } from '../../../src/testing/index.ts';

const nowhere = { start: 0, end: 0 };
const names = ['a', 'b', 'item', 'größe', '名前', '_x', 'c-d.1'];
const prefixes = ['', 'p', 'q', 'ns-1'];
const namespaces = ['urn:one', 'urn:two', 'http://example.com/?a=1&b=2'];
const pieces = [
  'x',
  ' ',
  'two words',
  '<',
  '>',
  '&',
  '"',
  "'",
  ']]>',
  '\n',
  '\t',
  '\r',
  'é',
  '€',
  '😀',
  '&amp;',
  '--',
  '\u00a0',
];

const someText = (random: Random): string =>
  Array.from({ length: random.between(1, 5) }, () => random.pick(pieces)).join('');

/** Without positions. */
export function randomTree(
  random: Random,
  depth = 4,
  outer: XmlElement['namespaces'] = new Map(),
): XmlElement {
  const known = new Map(outer.size === 0 ? [['xml', 'http://www.w3.org/XML/1998/namespace']] : outer);
  for (const prefix of prefixes) if (random.chance(0.2)) known.set(prefix, random.pick(namespaces));
  const prefix = random.pick(['', ...known.keys()].filter((each) => each !== 'xml'));
  const local = random.pick(names);
  const attributes = random
    .shuffle(names)
    .slice(0, random.int(4))
    .map((name) => ({
      name,
      local: name,
      namespace: '',
      value: random.chance(0.2) ? '' : someText(random),
      span: nowhere,
      valueSpan: nowhere,
    }));
  const children: (XmlElement | XmlText)[] = [];
  for (let left = depth === 0 ? 0 : random.int(5); left > 0; left--) {
    const text = random.chance(0.4) && children.at(-1)?.kind !== 'text';
    children.push(
      text ? { kind: 'text', text: someText(random), span: nowhere } : randomTree(random, depth - 1, known),
    );
  }
  return {
    kind: 'element',
    name: prefix === '' ? local : `${prefix}:${local}`,
    local,
    namespace: known.get(prefix) ?? '',
    attributes,
    children,
    namespaces: known,
    span: nowhere,
    nameSpan: nowhere,
  };
}

/** A tree without positions, for comparison. */
export function withoutPlaces(element: XmlElement): object {
  const { name, local, namespace, attributes, children, namespaces: known } = element;
  return {
    name,
    local,
    namespace,
    known: Object.fromEntries(known),
    attributes: attributes.map((each) => [each.name, each.namespace, each.value]),
    children: children.map((child) => (child.kind === 'text' ? child.text : withoutPlaces(child))),
  };
}

/** The tree as text in a random notation: quotes, references, sections, comments, spaces inside tags. */
export function spell(
  random: Random,
  { name, attributes, children, namespaces: known }: XmlElement,
  outer: XmlElement['namespaces'] = new Map([['xml', 'http://www.w3.org/XML/1998/namespace']]),
): string {
  const space = () => random.pick([' ', '  ', '\n', '\r\n', '\t']);
  const maybe = () => (random.chance(0.2) ? space() : '');
  const declared = [...known].filter(([prefix, namespace]) => outer.get(prefix) !== namespace);
  const fields = declared.map(
    ([prefix, namespace]) => [prefix === '' ? 'xmlns' : `xmlns:${prefix}`, namespace] as const,
  );
  const written = [
    ...random.shuffle(fields),
    ...attributes.map((each) => [each.name, each.value] as const),
  ].map(([field, value]) => `${space()}${field}${maybe()}=${maybe()}${quoted(random, value)}`);
  const inside = children.map((child) =>
    child.kind === 'text' ? spellText(random, child.text) : spell(random, child, known),
  );
  const between = () => (random.chance(0.1) ? random.pick(['<!-- <no> & -->', '<?skip it <a> ?>']) : '');
  const head = `<${name}${written.join('')}${maybe()}`;
  if (children.length === 0 && random.chance(0.5)) return `${head}/>`;
  return `${head}>${between()}${inside.map((each) => each + between()).join('')}</${name}${maybe()}>`;
}

const reference = (random: Random, character: string): string => {
  const point = character.codePointAt(0) ?? 0;
  return random.chance(0.5) ? `&#${point};` : `&#x${point.toString(16)};`;
};

function spellText(random: Random, text: string): string {
  if (random.chance(0.3) && !text.includes(']]>') && !text.includes('\r')) return `<![CDATA[${text}]]>`;
  return [...text]
    .map((character) => {
      if ('<&>\r'.includes(character) || random.chance(0.1)) return reference(random, character);
      return character === '\n' ? random.pick(['\n', '\r\n']) : character;
    })
    .join('');
}

function quoted(random: Random, value: string): string {
  const quote = random.pick(['"', "'"]);
  const inside = [...value].map((character) => {
    if (`<&\r\n\t${quote}`.includes(character) || random.chance(0.1)) return reference(random, character);
    return character === ' ' ? random.pick([' ', '\n', '\t']) : character;
  });
  return `${quote}${inside.join('')}${quote}`;
}
