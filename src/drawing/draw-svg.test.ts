import { expect, test } from 'vitest';
import type { Net } from '../kernel/index.ts';
import { net, task } from '../testing/net-builder.ts';
import { randomProgram } from '../testing/random/random-program.ts';
import { createRandom } from '../testing/seeded-random.ts';
import { drawSvg } from './draw-svg.ts';
import { signs, type TaskState } from './task-state.ts';

const allStates = Object.keys(signs) as TaskState[];

/** @returns what is wrong with it as XML: every tag closed in order, attributes quoted, no stray sign, no control */
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

test('[D2] random nets give well-formed pictures that refer to nothing outside, each task in one box', () => {
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

test('[D2] light and dark are both provided for, and states are told without colour too', () => {
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
  expect(drawSvg(net('main', all)).match(/<rect/g)).toHaveLength(1_001);
});
