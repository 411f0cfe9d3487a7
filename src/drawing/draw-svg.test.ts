import { expect, test } from 'vitest';
import { randomSketch } from '../../test/drawing/random-sketch.ts';
import { bookFlight, bookTrip, next, node, travelSketches } from '../../test/drawing/travel-sketches.ts';
import { randomProgram } from '../../test/random-nets/random-program.ts';
import type { Net } from '../kernel/index.ts';
import { net, task } from '../testing/net-builder.ts';
import { createRandom } from '../testing/stand-ins/seeded-random.ts';
import { drawSvg } from './draw-svg.ts';
import type { Sketch } from './sketch.ts';
import { signs, type TaskState } from './task-state.ts';

const allStates = Object.keys(signs) as TaskState[];

/** @returns the XML errors: unclosed tags, unquoted attributes, stray or control characters */
function faultsOf(xml: string): string[] {
  const faults: string[] = [];
  const open: string[] = [];
  const rest = xml.replace(
    /<(\/?)([a-z]+)((?: [a-zA-Z:-]+="[^"<&]*")*)(\/?)>/g,
    (_, closing: string, name: string, __: string, empty: string) => {
      if (closing === '/') {
        if (open.pop() !== name) faults.push(`</${name}> closes another`);
      } else if (empty === '') open.push(name);
      return '';
    },
  );
  if (open.length > 0) faults.push(`open: ${open.join(' ')}`);
  if (/[<>]/.test(rest)) faults.push(`stray: ${rest.trim()}`);
  if (/&(?!(amp|lt|gt|quot|#39);)/.test(rest)) faults.push('a bare &');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML has no way to write them
  if (/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\ufffe\uffff]/.test(xml)) faults.push('a control character');
  return faults;
}

const expectSelfContained = (svg: string) => {
  expect(faultsOf(svg)).toEqual([]);
  const own = svg.replace('xmlns="http://www.w3.org/2000/svg"', '');
  expect(own).not.toMatch(/https?:|\bhref|url\(|@import|<(?!\/?(?:svg|title|style|path|g|rect|text)\b)/);
};

test('[D2] random nets produce well-formed images without external references, each task in one box', () => {
  for (let seed = 1; seed <= 60; seed++) {
    for (const each of randomProgram(createRandom(seed)).nets) {
      const states = new Map(each.tasks.map(({ id }, index) => [id, allStates[index % 6] ?? 'done']));
      for (const svg of [drawSvg(each), drawSvg(each, states)]) expectSelfContained(svg);
      for (const { id } of each.tasks) {
        expect(drawSvg(each, states).split(`<title>${id}: ${states.get(id)}</title>`)).toHaveLength(2);
      }
    }
  }
});

test('[D2] hostile names stay text', () => {
  const hostile = [
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' onload='alert(1)",
    '</title></svg><script>',
    ']]>&amp;<!--',
    '\u0000\u001b[31m\ud800\uffff',
  ];
  const tasks = hostile.map((name, index) => task(name, index === 0 ? 'i' : `p${index}`, `p${index + 1}`));
  const drawn: Net = net('<b>', tasks, { output: `p${hostile.length}` });
  const svg = drawSvg(drawn, new Map([['<script>alert(1)</script>', 'done']]));
  expectSelfContained(svg);
  expect(svg).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(svg.match(/<script|<img/g)).toBeNull();
});

test('[D2] light and dark styles exist, and states are visible without colour', () => {
  const svg = drawSvg(net('main', [task('a', 'i', 'o')]), new Map([['a', 'failed']]));
  expect(svg).toContain('prefers-color-scheme:dark');
  expect(svg).toContain('✗ a</text>');
  expect(svg).toContain('<title>a: failed</title>');
});

test('[D2] an empty net and one of a thousand tasks are drawn', () => {
  expectSelfContained(drawSvg(net('main', [])));
  const fan = Array.from({ length: 1_000 }, (_, i) => task(`t${i}`, `p${i}`, 'o'));
  const all = [
    task(
      'begin',
      'i',
      fan.map((_, i) => `p${i}`),
    ),
    ...fan,
  ];
  expect(drawSvg(net('main', all)).match(/<g class="sb-box/g)).toHaveLength(1_001);
});

interface Area {
  readonly what: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const numbersOf = (text: string) => (text.match(/-?[\d.]+/g) ?? []).map(Number);

const areaOf = (what: string, xs: readonly number[], ys: readonly number[]): Area => ({
  what,
  left: Math.min(...xs),
  right: Math.max(...xs),
  top: Math.min(...ys),
  bottom: Math.max(...ys),
});

/** The outline of every box; of stacked sheets the uppermost. */
function boxesIn(svg: string): Area[] {
  return svg
    .split('<g class="sb-box')
    .slice(1)
    .map((part) => {
      const what = /<title>(.*?)<\/title>/.exec(part)?.[1] ?? '';
      const rects = [...part.matchAll(/<rect [^>]*? x="(.*?)" y="(.*?)" width="(.*?)" height="(.*?)"/g)].map(
        (found) => found.slice(1).map(Number),
      );
      const points = /<path class="sb-shape" d="M(.*?)Z"/.exec(part)?.[1]?.split('L').map(numbersOf) ?? [];
      return areaOf(
        what,
        [...rects.slice(-1).flatMap(([x = 0, , width = 0]) => [x, x + width]), ...points.map(([x = 0]) => x)],
        [
          ...rects.slice(-1).flatMap(([, y = 0, , height = 0]) => [y, y + height]),
          ...points.map(([, y = 0]) => y),
        ],
      );
    });
}

/** Every straight part of every line, without the round turns. */
function strokesIn(svg: string): Area[] {
  return [...svg.matchAll(/<path class="sb-line sb-\w+" d="([^"]*)"/g)].flatMap(([, d = '']) => {
    let [x, y] = [0, 0];
    return [...d.matchAll(/([MVHQ])([^MVHQ]*)/g)].flatMap(([, command, rest = '']): Area[] => {
      const at = numbersOf(rest);
      const from = { x, y };
      if (command === 'V') y = at[0] ?? 0;
      else if (command === 'H') x = at[0] ?? 0;
      else [x, y] = [at.at(-2) ?? 0, at.at(-1) ?? 0];
      return command === 'V' || command === 'H' ? [areaOf(d, [from.x, x], [from.y, y])] : [];
    });
  });
}

/** A character is as wide as the widest of common monospace fonts at this size. */
function labelsIn(svg: string): Area[] {
  return [...svg.matchAll(/<text class="sb-label" x="(.*?)" y="(.*?)">(.*?)<\/text>/g)].map(
    ([, x, y, words = '']) => {
      const letters = words.replace(/&\w+;|&#\d+;/g, '.').length;
      return areaOf(words, [Number(x), Number(x) + letters * 7.3], [Number(y) - 10, Number(y) + 3]);
    },
  );
}

const overlap = (a: Area, b: Area) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

function expectTidy(sketch: Sketch): void {
  const picture = /<g transform[\s\S]*\n<\/g>/.exec(drawSvg(sketch))?.[0] ?? '';
  const [boxes, strokes, labels] = [boxesIn(picture), strokesIn(picture), labelsIn(picture)];
  expect(boxes).toHaveLength(sketch.nodes.length);
  for (const [index, box] of boxes.entries()) {
    for (const other of boxes.slice(index + 1))
      expect(overlap(box, other), `${box.what} ${other.what}`).toBe(false);
    for (const stroke of strokes)
      expect(overlap(stroke, box), `${stroke.what} through ${box.what}`).toBe(false);
    for (const label of labels) expect(overlap(label, box), `${label.what} over ${box.what}`).toBe(false);
  }
  for (const [index, label] of labels.entries()) {
    for (const other of labels.slice(index + 1))
      expect(overlap(label, other), `${label.what} ${other.what}`).toBe(false);
    for (const stroke of strokes) expect(overlap(stroke, label), `a line through ${label.what}`).toBe(false);
  }
}

test('[D2] no line crosses a box or a label, and nothing overlaps, seeds 1 to 200', () => {
  for (const sketch of travelSketches) expectTidy(sketch);
  for (let seed = 1; seed <= 200; seed++) expectTidy(randomSketch(createRandom(seed)));
});

test('[D2] a sketch has its title, labels, groups, remarks and a legend of failures', () => {
  for (const sketch of travelSketches) expectSelfContained(drawSvg(sketch));
  const trip = drawSvg(bookTrip);
  expect(trip).toContain('>book_trip</text>');
  expect(trip.match(/class="sb-group"/g)).toHaveLength(1);
  expect(trip).toContain('>parallel</text>');
  expect(trip).toContain('>On failure: rollback_all</text>');
  expect(trip.match(/class="sb-tip sb-failure"/g)).toHaveLength(2);
  const flight = drawSvg(bookFlight);
  for (const label of ['seats_available &gt; 0', 'seats_available == 0', 'otherwise']) {
    expect(flight).toContain(`>${label}</text>`);
  }
});

test('[D2] hostile labels, titles and remarks of a sketch stay text', () => {
  const text = '</text></svg><script>alert("1")</script>\u0000';
  const svg = drawSvg({
    title: text,
    nodes: [
      node('a', 'call', { name: text, remarks: [text], group: text }),
      node('b', 'error', { group: text }),
    ],
    links: [next('a', 'b', text)],
    begins: ['a'],
    remarks: [text],
  });
  expectSelfContained(svg);
  expect(svg).not.toContain('<script');
});
