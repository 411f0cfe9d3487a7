import { expect, test } from 'vitest';
import { randomSketch } from '../../test/drawing/random-sketch.ts';
import { bookTrip, next, node, travelSketches } from '../../test/drawing/travel-sketches.ts';
import { createRandom, type Random } from '../testing/stand-ins/seeded-random.ts';
import { cleanSketch } from './clean-sketch.ts';
import { drawMermaid } from './draw-mermaid.ts';
import type { Sketch } from './sketch.ts';

interface Read {
  readonly title: string;
  readonly nodes: Map<string, { readonly shape: string; readonly lines: readonly string[] }>;
  readonly groups: string[][];
  readonly links: string[];
}

/** Strings may contain letters, digits, entities, our line break and a few signs: no Mermaid syntax. */
const string = String.raw`"((?:[\p{L}\p{M}\p{N} ,()=._∧×○╎·●✓✗↶–→↺■…“”-]|#\d+;|<br/>)*)"`;
const shapes = String.raw`(\[\[|\(\[|\[/|\{\{|\(\(|\[|\{|>|\()${string}(\]\]|\]\)|/\]|\}\}|\)\)|\]|\}|\))`;
const forms = {
  open: new RegExp(`^subgraph (w|g\\d+)\\[${string}\\]$`, 'u'),
  node: new RegExp(`^(n\\d+|note)${shapes}$`, 'u'),
  link: new RegExp(`^(n\\d+) (-->|-\\.->)(?:\\|${string}\\|)? (n\\d+)$`, 'u'),
  style:
    /^(?:linkStyle [\d,]+ stroke:#\w{6}|classDef \w+ [a-z-]+:[\w# ]+(?:,[a-z-]+:[\w# ]+)*|class [\w,]+ \w+)$/,
};
const pairs: Readonly<Record<string, string>> = {
  '[[': ']]',
  '([': '])',
  '[/': '/]',
  '{{': '}}',
  '((': '))',
  '[': ']',
  '{': '}',
  '>': ']',
  '(': ')',
};

const decode = (text: string) =>
  text.replace(/#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));

/** Parses the text by a strict grammar; an unknown line is an error. */
function read(text: string): Read {
  const [first, ...lines] = text.trimEnd().split('\n');
  expect(first).toBe('flowchart TD');
  const open: string[][] = [];
  const found: Read = { title: '', nodes: new Map(), groups: [], links: [] };
  let title = '';
  for (const line of lines.map((each) => each.trimStart())) {
    const [sub, aNode, link] = [forms.open.exec(line), forms.node.exec(line), forms.link.exec(line)];
    if (sub !== null) {
      if (sub[1] === 'w') title = decode(sub[2] ?? '');
      open.push([sub[1] ?? '']);
    } else if (line === 'end') {
      const closed = open.pop() ?? [];
      if (closed[0] !== 'w') found.groups.push(closed.slice(1));
    } else if (aNode !== null) {
      const [, id = '', shape = '', words = '', close] = aNode;
      expect(close).toBe(pairs[shape]);
      expect(found.nodes.has(id)).toBe(false);
      found.nodes.set(id, { shape, lines: words.split('<br/>').map(decode) });
      open.at(-1)?.push(id);
    } else if (link !== null) {
      found.links.push([link[1], link[2], link[4], decode(link[3] ?? '')].join(' '));
    } else expect(line).toMatch(forms.style);
  }
  expect(open).toEqual([]);
  return { ...found, title };
}

/** The parsed sketch equals the sanitized original. */
function expectSame(sketch: Sketch): void {
  const { title, nodes, links, remarks } = cleanSketch(sketch);
  const back = read(drawMermaid(sketch));
  const idOf = (id: string) => `n${nodes.findIndex((each) => each.id === id) + 1}`;
  expect(back.title).toBe(title);
  expect([...back.nodes.keys()].filter((id) => id !== 'note').sort()).toEqual(
    nodes.map(({ id }) => idOf(id)).sort(),
  );
  for (const each of nodes) {
    const [head = '', ...rest] = back.nodes.get(idOf(each.id))?.lines ?? [];
    expect(head.replace(/^[∧×○]╎ /, '').replace(/ ╎[∧×○]$/, '')).toBe(each.name);
    expect(rest).toEqual(each.remarks);
  }
  expect(back.links).toEqual(
    links.map(({ from, to, kind, label }) =>
      [idOf(from), kind === 'next' ? '-->' : '-.->', idOf(to), label ?? ''].join(' '),
    ),
  );
  const groups = new Set(nodes.map(({ group }) => group).filter((group) => group !== null));
  const members = [...groups].map((group) =>
    nodes.filter((each) => each.group === group).map(({ id }) => idOf(id)),
  );
  expect(back.groups.sort()).toEqual(members.filter((ids) => ids.length > 1).sort());
  expect(back.nodes.get('note')?.lines ?? []).toEqual(remarks);
}

const hostile = [
  '"',
  '"]; click n1 call alert(1)',
  'end',
  'subgraph',
  '%%{init: {"theme":"dark"}}%%',
  '%% comment',
  '<script>alert(1)</script>',
  '<br/>',
  '`code` and **bold** and _under_ and __init__',
  'a|b|c --> d',
  '#quot; #35; &amp; &#60;',
  'ﬂ°°60¶ß',
  'style x:#fff; classDef y:#000;',
  'first\nsecond\r\nthird\u2028fourth',
  '1. first',
  '1) first',
  '- item',
  '===',
  'www.example.com and https://example.com',
  '旅行 🚆 e\u0301',
  '\u001b[31m\u0000\ud800',
  ']]>))}}/]',
  '',
];

test.each(travelSketches.map((sketch) => [sketch.title, sketch] as const))(
  '[D3] %s can be parsed from its Mermaid text',
  (_, sketch) => {
    expectSame(sketch);
  },
);

test('[D3] hostile names, labels, titles and remarks stay text', () => {
  for (const text of hostile) {
    expectSame({
      title: text,
      nodes: [node('a', 'call', { name: text, remarks: [text] }), node(text, 'branch', { name: `x${text}` })],
      links: [next('a', text, text), next(text, 'a', `${text}${text}`)],
      begins: ['a'],
      remarks: [text],
    });
  }
});

const withHostileTexts = (sketch: Sketch, random: Random): Sketch => ({
  ...sketch,
  title: random.pick(hostile),
  nodes: sketch.nodes.map((each) => ({ ...each, name: random.pick(hostile) + random.pick(hostile) })),
  links: sketch.links.map((each) => ({ ...each, label: random.pick([null, ...hostile]) })),
});

test('[D3] random sketches with hostile texts can be parsed, seeds 1 to 200', () => {
  for (let seed = 1; seed <= 200; seed++) {
    const random = createRandom(seed);
    const sketch = randomSketch(random);
    expectSame(sketch);
    expectSame(withHostileTexts(sketch, random));
  }
});

test('[D3] kinds have shapes, groups a frame, states a class and a sign', () => {
  const text = drawMermaid(bookTrip, new Map([['confirm', 'under way']]));
  expect(text).toContain('n1[["· book_flight_branch<br/>book_flight"]]');
  expect(text).toContain('n3["∧╎ ● confirm<br/>confirm_trip"]');
  expect(text).toContain('class n3 underway');
  expect(text).toContain('class n1,n2,n4 waiting');
  const { nodes } = read(text);
  expect([...nodes.values()].map(({ shape }) => shape)).toEqual(['[[', '[[', '[', '>', '[']);
});

test('[D3] text that Mermaid would read as Markdown, an entity or a link is written as numbers', () => {
  const written = (name: string) =>
    /n1\["(.*)"\]/.exec(drawMermaid({ ...bookTrip, nodes: [node('a', 'call', { name })] }))?.[1];
  expect(written('www.example.com')).toBe('www#46;example.com');
  expect(written('1. first')).toBe('1#46; first');
  expect(written('1) first')).toBe('1#41; first');
  expect(written('===')).toBe('#61;#61;#61;');
  expect(written('_under_ __init__')).toBe('#95;under#95; #95;#95;init#95;#95;');
  expect(written('#35;')).toBe('#35;35#59;');
  expect(written('seats_left == $a.0.id (str)')).toBe('seats_left == #36;a.0.id (str)');
});
