import { expect, test } from 'vitest';
import { createSourceText } from '../../document/source-text.ts';
import { spanInQuery } from './span-in-query.ts';

/** The position of the mark ^ in the raw text, and its line and column in the query. */
const cases: readonly (readonly [string, string, string, number, number])[] = [
  ['plain text', '/N/^v', '/N/v', 1, 4],
  ['references', '&lt;a&gt;{^/N/v}', '<a>{/N/v}', 1, 5],
  ['a reference itself', 'a ^&lt; b', 'a < b', 1, 3],
  ['references by number', '&#60;&#x61;&#x1F600;^>', '<a😀>', 1, 5],
  ['lines', 'a\n  b\n ^c', 'a\n  b\n c', 3, 2],
  ['line ends of other systems', 'a\r\nb\r^c', 'a\nb\nc', 3, 1],
  ['line ends in an attribute', 'a\n^b', 'a b', 1, 3],
  ['surrounding space that was trimmed', ' \n /N/^v \n', '/N/v', 1, 4],
  ['the end of the text', '/N/^v', '/N/v', 1, 9],
  ['a column past the end of an earlier line', 'a\n^b', 'a\nb', 5, 1],
];

test.each(cases)('[Y2.2] a position in a query is found through %s', (_, marked, text, line, column) => {
  const opening = '<predicate>';
  const raw = marked.replace('^', '');
  const source = createSourceText({ path: 'sample.yawl', text: `${opening}${raw}</predicate>` });
  const span = { start: opening.length, end: opening.length + raw.length };
  expect(spanInQuery(source, { text, at: { span, path: '' } }, line, column)).toEqual({
    start: opening.length + marked.indexOf('^'),
    end: span.end,
  });
});

test('[Y2.2] a query that differs from its raw text is marked as a whole', () => {
  for (const [raw, text] of [
    ['<![CDATA[/N/v]]>', '/N/v'],
    ['/N/other', '/N/v'],
    ['/N/v and more', '/N/v'],
    ['', '/N/v'],
  ] as const) {
    const source = createSourceText({ path: 'sample.yawl', text: raw });
    const span = { start: 0, end: raw.length };
    expect(spanInQuery(source, { text, at: { span, path: '' } }, 1, 3)).toEqual(span);
  }
});
