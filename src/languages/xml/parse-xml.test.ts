import { expect, test } from 'vitest';
import { parseXml } from './parse-xml.ts';
import { textContentOf } from './write-xml.ts';
import type { XmlElement } from './xml-tree.ts';

function rootOf(text: string): XmlElement {
  const { root, problems } = parseXml(text);
  expect(problems).toEqual([]);
  if (root === null) throw new Error('no root');
  return root;
}

/** Returns the only problem, with the marked text. */
function problemOf(text: string): { rule: string; marked: string; message: string; start: number } {
  const { root, problems } = parseXml(text);
  expect(root).toBeNull();
  const [problem] = problems;
  if (problem === undefined || problems.length !== 1) throw new Error('not one problem');
  const { rule, span, message } = problem;
  return { rule, marked: text.slice(span.start, span.end), message, start: span.start };
}

const elementsIn = (element: XmlElement): readonly XmlElement[] =>
  element.children.filter((child) => child.kind === 'element');

test('[Y1.4] elements, attributes and texts have their positions', () => {
  const text = '\ufeff<?xml version="1.0"?>\n<a one="1">\n  <b two=\'x y\'/>t\n</a>';
  const root = rootOf(text);
  const [b] = elementsIn(root);
  const [one] = root.attributes;
  const [two] = b?.attributes ?? [];
  const marked = (span: { start: number; end: number } | undefined) =>
    span === undefined ? undefined : text.slice(span.start, span.end);
  expect(marked(root.span)).toBe('<a one="1">\n  <b two=\'x y\'/>t\n</a>');
  expect(marked(root.nameSpan)).toBe('a');
  expect(marked(b?.span)).toBe("<b two='x y'/>");
  expect(marked(one?.span)).toBe('one="1"');
  expect(marked(two?.valueSpan)).toBe('x y');
  expect(root.children.map((child) => marked(child.span))).toEqual(['\n  ', "<b two='x y'/>", 't\n']);
});

test('[Y1.4] references, sections and line ends are resolved, and comments do not split a text', () => {
  const root = rootOf(
    '<a>1 &lt;&#x20AC;&#65;<!-- no -->\r\n<![CDATA[<&]]\r>]]><?skip <b> ?>&apos;&quot;</a>',
  );
  expect(root.children).toHaveLength(1);
  expect(textContentOf(root)).toBe('1 <€A\n<&]]\n>\'"');
});

test('[Y1.4] whitespace in attributes becomes spaces, except for references to it', () => {
  const root = rootOf('<a b=" x\r\ny\tz&#10;&#9;&#13; "/>');
  expect(root.attributes[0]?.value).toBe(' x y z\n\t\r ');
});

test('[Y1.4] names are resolved: default and prefixed namespaces, reset by an empty one', () => {
  const root = rootOf(
    '<a xmlns="u" xmlns:p="v" p:x="1" x="2"><p:b><c xmlns="" y="3" xml:lang="en"/></p:b></a>',
  );
  const [b] = elementsIn(root);
  const [c] = b === undefined ? [] : elementsIn(b);
  expect([root, b, c].map((each) => [each?.namespace, each?.local])).toEqual([
    ['u', 'a'],
    ['v', 'b'],
    ['', 'c'],
  ]);
  expect(root.attributes.map(({ namespace, local }) => [namespace, local])).toEqual([
    ['v', 'x'],
    ['', 'x'],
  ]);
  expect(c?.attributes[1]?.namespace).toBe('http://www.w3.org/XML/1998/namespace');
  expect(b?.namespaces.get('')).toBe('u');
});

test('[Y1.4] names may contain letters of every script', () => {
  expect(rootOf('<größe_·1 ḁ.b-c="1"><名前/><𐐀/></größe_·1>').attributes[0]?.name).toBe('ḁ.b-c');
});

test.each([
  ['', 'xml-syntax', '', 'The text has no element.'],
  ['  x', 'xml-syntax', 'x', 'An XML text must start with a tag.'],
  [' <?xml version="1.0"?><a/>', 'xml-syntax', '<?xml', 'The XML declaration must be at the start'],
  [
    '<?xml encoding="UTF-8"?><a/>',
    'xml-syntax',
    '<?xml encoding="UTF-8"?>',
    'The XML declaration is invalid',
  ],
  ['<?xml version="2.0"?><a/>', 'xml-syntax', '<?xml version="2.0"?>', 'The XML declaration is invalid'],
  [
    '<?xml version="1.0" encoding="Shift_JIS"?><a/>',
    'xml-unsupported',
    'Shift_JIS',
    'Save the text as UTF-8',
  ],
  ['<?xml version="1.0" encoding="ISO-8859-1"?><a>\ufffd</a>', 'xml-unsupported', 'ISO-8859-1', 'are lost'],
  ['<!DOCTYPE a><a/>', 'xml-unsupported', '<!DOCTYPE', 'A document type is not accepted'],
  ['<a>&nbsp;</a>', 'xml-unsupported', '&nbsp;', 'Entity “&nbsp;” does not exist'],
  ['<a b="&e;"/>', 'xml-unsupported', '&e;', 'Entity “&e;” does not exist'],
  ['<a>R&D</a>', 'xml-syntax', '&D', 'Write “&amp;D”'],
  ['<a>&lt</a>', 'xml-syntax', '&lt', 'Write “&lt;”'],
  ['<a>a & b</a>', 'xml-syntax', '&', 'Write “&amp;”'],
  ['<a>&#0;</a>', 'xml-syntax', '&#0;', 'is not a character'],
  ['<a>&#xFFFE;</a>', 'xml-syntax', '&#xFFFE;', 'is not a character'],
  ['<a>&#xD800;</a>', 'xml-syntax', '&#xD800;', 'is not a character'],
  ['<a>&#99999999999999999999;</a>', 'xml-syntax', '&#99999999999999999999;', 'is not a character'],
  ['<a>&#x;</a>', 'xml-syntax', '&#x', 'must be a number between'],
  ['<a>&#12</a>', 'xml-syntax', '&#12', 'must be a number between'],
  ['<a>]]></a>', 'xml-syntax', ']]>', 'none is open here'],
  ['<a>\u0007</a>', 'xml-syntax', '\u0007', 'U+0007 is not allowed in XML'],
  ['<a>\ud800</a>', 'xml-syntax', '\ud800', 'U+D800 is not allowed in XML'],
  ['<!-- a -- b --><a/>', 'xml-syntax', '--', '“--” is not allowed'],
  ['<a/><!-- a', 'xml-syntax', '<!--', 'is not closed'],
  ['<a><![CDATA[x</a>', 'xml-syntax', '<![CDATA[', 'is not closed'],
  ['<![CDATA[x]]><a/>', 'xml-syntax', '<!', 'inside an element'],
  ['<a><?xml x?></a>', 'xml-syntax', '<?xml', 'must be at the start'],
  ['<a><?p:x y?></a>', 'xml-syntax', '<?p:x', 'must start with a name'],
  ['<a><?p y</a>', 'xml-syntax', '<?p', 'is not closed'],
  ['<a><?p+?></a>', 'xml-syntax', '+', 'must be followed by a space'],
  ['<a><1/></a>', 'xml-syntax', '<', 'must be followed by a name'],
  ['<a b/>', 'xml-syntax', 'b', 'needs a value'],
  ['<a b=1/>', 'xml-syntax', '1', 'must be in quotes'],
  ['<a b="1"c="2"/>', 'xml-syntax', 'c', 'A space is missing'],
  ['<a b="1" b="2"/>', 'xml-syntax', 'b', 'occurs twice'],
  ['<a b="x><c d="y"/></a>', 'xml-syntax', '<', 'Add the missing second quote'],
  ['<a b="x/>', 'xml-syntax', '"', 'is not closed'],
  ['<a !>', 'xml-syntax', '!', 'This text is not allowed in the tag “<a”'],
  ['<a', 'xml-syntax', 'a', 'its “>” is missing'],
  ['<a><b>', 'xml-syntax', 'b', '“<b>” is not closed'],
  ['<a></a x>', 'xml-syntax', '</a', 'its “>” is missing'],
  ['</a>', 'xml-syntax', '</a', 'does not close an element'],
  ['<a/><b/>', 'xml-syntax', '<b', '“<a>” is already closed'],
  ['<a/>x', 'xml-syntax', 'x', 'Only comments are allowed'],
  ['<p:a/>', 'xml-namespace', 'p', 'The prefix “p” is not declared'],
  ['<a p:b="1"/>', 'xml-namespace', 'p', 'The prefix “p” is not declared'],
  ['<a xmlns:p="u"><p:b:c/></a>', 'xml-namespace', 'p:b:c', 'is not a valid name with a prefix'],
  ['<a xmlns:p=""/>', 'xml-namespace', 'xmlns:p=""', 'must be bound to a namespace'],
  ['<a xmlns:xmlns="u"/>', 'xml-namespace', 'xmlns:xmlns="u"', 'cannot be declared'],
  ['<a xmlns:xml="u"/>', 'xml-namespace', 'xmlns:xml="u"', 'is always bound to'],
  [
    '<a xmlns="http://www.w3.org/2000/xmlns/"/>',
    'xml-namespace',
    'xmlns="http://www.w3.org/2000/xmlns/"',
    'No prefix',
  ],
  ['<a xmlns:p="u" xmlns:q="u" p:x="1" q:x="2"/>', 'xml-syntax', 'q:x', 'occurs twice'],
])('[Y1.2] %j is refused with its position', (text, rule, marked, words) => {
  const problem = problemOf(text);
  expect({ rule: problem.rule, marked: problem.marked }).toEqual({ rule, marked });
  expect(problem.message).toContain(words);
});

test('[Y1.2] an end tag that does not match reports where the open element starts', () => {
  const text = '<a>\n  <b>\n    <c>\n  </b>\n</a>';
  expect(problemOf(text)).toMatchObject({
    marked: '</b',
    message:
      '“<c>”, opened in line 3, column 5, has no end tag before “<b>”, opened in line 2, column 3, is closed.',
  });
  expect(problemOf('<a>\n<b></d></a>').message).toBe(
    '“<b>”, opened in line 2, column 1, must be closed by “</b>”, not by “</d>”.',
  );
});

test('[Y1.2] of two errors the first is reported', () => {
  expect(problemOf('<a>\u0001<b></a>').message).toContain('U+0001');
  expect(problemOf('<a><b></a>\u0001').message).toContain('has no end tag');
});

test('[Y1.2] a text over a limit of length, depth, elements, attributes or prefixes is refused', () => {
  const refusal = (text: string, limits: Parameters<typeof parseXml>[1] = {}) =>
    parseXml(text, limits).problems.map(({ rule, expected }) => `${rule}: ${expected}`);
  expect(refusal('<a>x</a>', { length: 7 })).toEqual(['limit: at most 7 characters']);
  expect(refusal('<a><b><c/></b></a>', { depth: 2 })).toEqual(['limit: at most 2 nested elements']);
  expect(refusal('<a><b/><b/></a>', { elements: 2 })).toEqual(['limit: at most 2 elements']);
  expect(refusal('<a b="1"><c d="2"/></a>', { attributes: 1 })).toEqual(['limit: fewer attributes']);
  const attributes = Array.from({ length: 1_001 }, (_, at) => `a${at}="1"`).join(' ');
  expect(refusal(`<a ${attributes}/>`)).toEqual(['limit: at most 1000 attributes']);
  expect(refusal('<a><b><c/></b></a>', { length: 19, depth: 3, elements: 3 })).toEqual([]);
  const prefixes = Array.from({ length: 256 }, (_, at) => `xmlns:p${at}="u"`).join(' ');
  expect(refusal(`<a ${prefixes}/>`)).toEqual(['limit: at most 256 prefixes']);
});

test('[Y1.2] hostile texts are read in bounded time: a megabyte of tags, entities inside entities, a single long attribute', () => {
  const laughs = `<!DOCTYPE a [<!ENTITY a "ha">${Array.from({ length: 20 }, (_, at) => `<!ENTITY b${at} "&a;&a;">`).join('')}]><a>&b19;</a>`;
  expect(problemOf(laughs).marked).toBe('<!DOCTYPE');
  expect(problemOf('<a>'.repeat(350_000)).message).toContain('100 nested elements');
  expect(problemOf(`<a ${'b'.repeat(1_000_000)}`).message).toContain('needs a value');
  expect(rootOf(`<a b="${'&amp;'.repeat(50_000)}"/>`).attributes[0]?.value).toHaveLength(50_000);
  expect(rootOf(`<a>${']]'.repeat(500_000)}</a>`).children).toHaveLength(1);
  const attributes = Array.from({ length: 1_000 }, (_, at) => `a${at}="1"`).join(' ');
  expect(rootOf(`<a ${attributes}/>`).attributes).toHaveLength(1_000);
  const siblings = `<a ${Array.from({ length: 250 }, (_, at) => `xmlns:p${at}="u"`).join(' ')}>${'<b xmlns="x"/>'.repeat(4000)}</a>`;
  expect(rootOf(siblings).children).toHaveLength(4000);
});
