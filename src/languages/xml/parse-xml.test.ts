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

/** The one problem, with what it marks. */
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

test('[Y1.4] elements, attributes and texts have their places', () => {
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

test('[Y1.4] references, sections and line ends are resolved, and comments do not part a text', () => {
  const root = rootOf(
    '<a>1 &lt;&#x20AC;&#65;<!-- no -->\r\n<![CDATA[<&]]\r>]]><?skip <b> ?>&apos;&quot;</a>',
  );
  expect(root.children).toHaveLength(1);
  expect(textContentOf(root)).toBe('1 <€A\n<&]]\n>\'"');
});

test('[Y1.4] space in attributes becomes spaces, but for references to it', () => {
  const root = rootOf('<a b=" x\r\ny\tz&#10;&#9;&#13; "/>');
  expect(root.attributes[0]?.value).toBe(' x y z\n\t\r ');
});

test('[Y1.4] names are resolved: default and prefixed namespaces, undone by an empty one', () => {
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

test('[Y1.4] letters of every script make names', () => {
  expect(rootOf('<größe_·1 ḁ.b-c="1"><名前/><𐐀/></größe_·1>').attributes[0]?.name).toBe('ḁ.b-c');
});

test.each([
  ['', 'xml-syntax', '', 'The text has no element.'],
  ['  x', 'xml-syntax', 'x', 'An XML text begins with a tag.'],
  [' <?xml version="1.0"?><a/>', 'xml-syntax', '<?xml', 'The XML declaration may only stand'],
  [
    '<?xml encoding="UTF-8"?><a/>',
    'xml-syntax',
    '<?xml encoding="UTF-8"?>',
    'The XML declaration cannot be read',
  ],
  ['<?xml version="2.0"?><a/>', 'xml-syntax', '<?xml version="2.0"?>', 'The XML declaration cannot be read'],
  ['<?xml version="1.0" encoding="Shift_JIS"?><a/>', 'xml-unsupported', 'Shift_JIS', 'Save it as UTF-8'],
  ['<?xml version="1.0" encoding="ISO-8859-1"?><a>\ufffd</a>', 'xml-unsupported', 'ISO-8859-1', 'are lost'],
  ['<!DOCTYPE a><a/>', 'xml-unsupported', '<!DOCTYPE', 'A document type is not accepted'],
  ['<a>&nbsp;</a>', 'xml-unsupported', '&nbsp;', 'There is no entity “&nbsp;”'],
  ['<a b="&e;"/>', 'xml-unsupported', '&e;', 'There is no entity “&e;”'],
  ['<a>R&D</a>', 'xml-syntax', '&D', 'Write “&amp;D”'],
  ['<a>&lt</a>', 'xml-syntax', '&lt', 'Write “&lt;”'],
  ['<a>a & b</a>', 'xml-syntax', '&', 'Write it as “&amp;”'],
  ['<a>&#0;</a>', 'xml-syntax', '&#0;', 'names no character'],
  ['<a>&#xFFFE;</a>', 'xml-syntax', '&#xFFFE;', 'names no character'],
  ['<a>&#xD800;</a>', 'xml-syntax', '&#xD800;', 'names no character'],
  ['<a>&#99999999999999999999;</a>', 'xml-syntax', '&#99999999999999999999;', 'names no character'],
  ['<a>&#x;</a>', 'xml-syntax', '&#x', 'is a number between'],
  ['<a>&#12</a>', 'xml-syntax', '&#12', 'is a number between'],
  ['<a>]]></a>', 'xml-syntax', ']]>', 'none is open here'],
  ['<a>\u0007</a>', 'xml-syntax', '\u0007', 'U+0007 cannot stand in XML'],
  ['<a>\ud800</a>', 'xml-syntax', '\ud800', 'U+D800 cannot stand in XML'],
  ['<!-- a -- b --><a/>', 'xml-syntax', '--', 'there may be no “--”'],
  ['<a/><!-- a', 'xml-syntax', '<!--', 'never closed'],
  ['<a><![CDATA[x</a>', 'xml-syntax', '<![CDATA[', 'never closed'],
  ['<![CDATA[x]]><a/>', 'xml-syntax', '<!', 'inside an element'],
  ['<a><?xml x?></a>', 'xml-syntax', '<?xml', 'at the very beginning'],
  ['<a><?p:x y?></a>', 'xml-syntax', '<?p:x', 'begins with a name'],
  ['<a><?p y</a>', 'xml-syntax', '<?p', 'never closed'],
  ['<a><?p+?></a>', 'xml-syntax', '+', 'there has to be a space'],
  ['<a><1/></a>', 'xml-syntax', '<', 'after it comes a name'],
  ['<a b/>', 'xml-syntax', 'b', 'needs a value'],
  ['<a b=1/>', 'xml-syntax', '1', 'stands in quotes'],
  ['<a b="1"c="2"/>', 'xml-syntax', 'c', 'a space is missing'],
  ['<a b="1" b="2"/>', 'xml-syntax', 'b', 'stands twice'],
  ['<a b="x><c d="y"/></a>', 'xml-syntax', '<', 'its second quote is missing'],
  ['<a b="x/>', 'xml-syntax', '"', 'is never closed'],
  ['<a !>', 'xml-syntax', '!', 'This cannot stand in the tag “<a”'],
  ['<a', 'xml-syntax', 'a', 'its “>” is missing'],
  ['<a><b>', 'xml-syntax', 'b', '“<b>” is never closed'],
  ['<a></a x>', 'xml-syntax', '</a', 'its “>” is missing'],
  ['</a>', 'xml-syntax', '</a', 'closes nothing'],
  ['<a/><b/>', 'xml-syntax', '<b', '“<a>” has ended already'],
  ['<a/>x', 'xml-syntax', 'x', 'nothing but comments'],
  ['<p:a/>', 'xml-namespace', 'p', 'Nothing says what the prefix “p” stands for'],
  ['<a p:b="1"/>', 'xml-namespace', 'p', 'Nothing says what the prefix “p” stands for'],
  ['<a xmlns:p="u"><p:b:c/></a>', 'xml-namespace', 'p:b:c', 'is no name with a prefix'],
  ['<a xmlns:p=""/>', 'xml-namespace', 'xmlns:p=""', 'has to stand for something'],
  ['<a xmlns:xmlns="u"/>', 'xml-namespace', 'xmlns:xmlns="u"', 'cannot be declared'],
  ['<a xmlns:xml="u"/>', 'xml-namespace', 'xmlns:xml="u"', 'always stands for'],
  [
    '<a xmlns="http://www.w3.org/2000/xmlns/"/>',
    'xml-namespace',
    'xmlns="http://www.w3.org/2000/xmlns/"',
    'No prefix',
  ],
  ['<a xmlns:p="u" xmlns:q="u" p:x="1" q:x="2"/>', 'xml-syntax', 'q:x', 'stands twice'],
])('[Y1.2] %j is refused at its place', (text, rule, marked, words) => {
  const problem = problemOf(text);
  expect({ rule: problem.rule, marked: problem.marked }).toEqual({ rule, marked });
  expect(problem.message).toContain(words);
});

test('[Y1.2] an end tag that closes another element says where that was opened', () => {
  const text = '<a>\n  <b>\n    <c>\n  </b>\n</a>';
  expect(problemOf(text)).toMatchObject({
    marked: '</b',
    message:
      '“<c>”, opened in line 3, column 5, has no end tag: here “<b>”, opened in line 2, column 3, is closed already.',
  });
  expect(problemOf('<a>\n<b></d></a>').message).toBe(
    '“<b>”, opened in line 2, column 1, is to be closed by “</b>”, but here is “</d>”.',
  );
});

test('[Y1.2] of two mistakes the first is told', () => {
  expect(problemOf('<a>\u0001<b></a>').message).toContain('U+0001');
  expect(problemOf('<a><b></a>\u0001').message).toContain('has no end tag');
});

test('[Y1.2] a text over a limit of length, depth, elements, attributes or prefixes is refused', () => {
  const refusal = (text: string, limits: Parameters<typeof parseXml>[1] = {}) =>
    parseXml(text, limits).problems.map(({ rule, expected }) => `${rule}: ${expected}`);
  expect(refusal('<a>x</a>', { length: 7 })).toEqual(['limit: at most 7 characters']);
  expect(refusal('<a><b><c/></b></a>', { depth: 2 })).toEqual([
    'limit: at most 2 elements inside each other',
  ]);
  expect(refusal('<a><b/><b/></a>', { elements: 2 })).toEqual(['limit: at most 2 elements']);
  expect(refusal('<a b="1"><c d="2"/></a>', { attributes: 1 })).toEqual(['limit: fewer attributes']);
  const attributes = Array.from({ length: 1_001 }, (_, at) => `a${at}="1"`).join(' ');
  expect(refusal(`<a ${attributes}/>`)).toEqual(['limit: at most 1000 attributes']);
  expect(refusal('<a><b><c/></b></a>', { length: 19, depth: 3, elements: 3 })).toEqual([]);
  const prefixes = Array.from({ length: 256 }, (_, at) => `xmlns:p${at}="u"`).join(' ');
  expect(refusal(`<a ${prefixes}/>`)).toEqual(['limit: at most 256 prefixes']);
});

test('[Y1.2] hostile texts end: a megabyte of tags, entities inside entities, a single long attribute', () => {
  const laughs = `<!DOCTYPE a [<!ENTITY a "ha">${Array.from({ length: 20 }, (_, at) => `<!ENTITY b${at} "&a;&a;">`).join('')}]><a>&b19;</a>`;
  expect(problemOf(laughs).marked).toBe('<!DOCTYPE');
  expect(problemOf('<a>'.repeat(350_000)).message).toContain('100 elements inside each other');
  expect(problemOf(`<a ${'b'.repeat(1_000_000)}`).message).toContain('needs a value');
  expect(rootOf(`<a b="${'&amp;'.repeat(50_000)}"/>`).attributes[0]?.value).toHaveLength(50_000);
  expect(rootOf(`<a>${']]'.repeat(500_000)}</a>`).children).toHaveLength(1);
  const attributes = Array.from({ length: 1_000 }, (_, at) => `a${at}="1"`).join(' ');
  expect(rootOf(`<a ${attributes}/>`).attributes).toHaveLength(1_000);
  const siblings = `<a ${Array.from({ length: 250 }, (_, at) => `xmlns:p${at}="u"`).join(' ')}>${'<b xmlns="x"/>'.repeat(4000)}</a>`;
  expect(rootOf(siblings).children).toHaveLength(4000);
});
