import { expect, test } from 'vitest';
import { randomProgram } from '../../test/random-nets/random-program.ts';
import type { Net } from '../kernel/index.ts';
import { call, flow, net, task, value } from '../testing/net-builder.ts';
import { createRandom } from '../testing/stand-ins/seeded-random.ts';
import { displayWidth } from './clean-text.ts';
import { drawNet, drawStrip } from './draw-net.ts';
import { signs, type TaskState } from './task-state.ts';

const routing = { and: '∧', xor: '×', or: '○' };
const allStates = Object.keys(signs) as TaskState[];
const text = (...lines: readonly string[]) => lines.join('\n');

/** The same net with names that do not contain each other. */
const renamed = (from: Net): Net => ({
  ...from,
  tasks: from.tasks.map((each, index) => ({ ...each, id: `task-${String(index).padStart(3, '0')}` })),
});

const expectWhole = (drawn: string, drawnNet: Net, states: ReadonlyMap<string, TaskState>, width: number) => {
  for (const line of drawn.split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(width);
  for (const { id, join, split, from, flows } of drawnNet.tasks) {
    const title = `${signs[states.get(id) ?? 'waiting']} ${id}`;
    expect(drawn.split(title).length - 1, `${title} in\n${drawn}`).toBe(1);
    const [before = '', after = ''] = drawn.split(title);
    if (from.length > 1) expect(before).toMatch(new RegExp(`${routing[join]}╎ *$`));
    else expect(before).not.toMatch(/╎ *$/);
    if (flows.length > 1) expect(after).toMatch(new RegExp(`^ *╎${routing[split]}`));
    else expect(after).not.toMatch(/^ *╎/);
  }
};

test('[D1] branches are next to each other, joins and splits next to the name, loops are remarks', () => {
  const drawn = drawNet(
    net('main', [
      task('search', ['i', 'again'], 'a', { join: 'xor' }),
      task('check', 'a', [], { split: 'xor', flows: [flow('b', value(true)), flow('again')] }),
      task('book', 'b', ['c', 'd']),
      task('flight', 'c', 'e'),
      task('hotel', 'd', 'f'),
      task('confirm', ['e', 'f'], 'o'),
    ]),
    {
      states: new Map([
        ['search', 'done'],
        ['check', 'under way'],
      ]),
    },
  );
  expect(drawn).toBe(
    text(
      '       ┌─────────────┐',
      '       │×╎ ✓ search  │',
      '       └──────┬──────┘',
      '              │',
      '  ┌───────────▼───────────┐',
      '  │       ● check       ╎×│',
      '  │ ↺ back to “search”    │',
      '  └───────────┬───────────┘',
      '              │',
      '        ┌─────▼─────┐',
      '        │ · book  ╎∧│',
      '        └─────┬─────┘',
      '      ┌───────┴───────┐',
      '┌─────▼─────┐    ┌────▼────┐',
      '│ · flight  │    │ · hotel │',
      '└─────┬─────┘    └────┬────┘',
      '      └───────┬───────┘',
      '       ┌──────▼──────┐',
      '       │∧╎ · confirm │',
      '       └─────────────┘',
    ),
  );
});

test('[D1] a net that is too wide or too tangled for boxes is listed layer by layer', () => {
  const wide = net('main', [
    task('begin', 'i', ['a', 'b', 'c']),
    task('one-long-name', 'a', 'd'),
    task('two-long-name', 'b', 'e'),
    task('three-long-name', 'c', 'f'),
    task('end', ['d', 'e', 'f'], 'o', { join: 'or' }),
  ]);
  expect(drawNet(wide, { width: 40 })).toBe(
    text(
      '1  begin ╎∧ → one-long-name ∥',
      '     two-long-name ∥ three-long-name',
      '2  one-long-name → end',
      '   two-long-name → end',
      '   three-long-name → end',
      '3  ○╎ end',
    ),
  );
});

test('[D1] a place that tasks compete for is shown, and so are failure paths', () => {
  const drawn = drawNet(
    net('main', [
      task('ask', 'i', 'p', { catch: { to: 'q' } }),
      task('yes', 'p', 'o'),
      task('no', 'p', null),
      task('mend', 'q', 'o'),
    ]),
  );
  expect(drawn).toContain('◇ p');
  expect(drawn).toContain('✗ on failure: to “mend”');
  expect(drawn).toContain('■ this path ends');
});

test('[D1] a place may have the name of a task', () => {
  const drawn = drawNet(net('main', [task('a', 'i', 'p'), task('p', 'p', 'o'), task('◇ p', 'p', 'o')]));
  expect(drawn.match(/│ (?:a|p|◇ p|◇ p) +│/g)).toHaveLength(4);
});

test.each([30, 80, 100])('[D1] random nets are drawn completely within %d columns', (width) => {
  for (let seed = 1; seed <= 60; seed++) {
    const random = createRandom(seed);
    for (const each of randomProgram(random).nets) {
      const shown = renamed(each);
      const states = new Map(shown.tasks.map(({ id }) => [id, random.pick(allStates)]));
      expectWhole(drawNet(shown, { states, width }), shown, states, width);
    }
  }
});

test('[D1] no net is drawn wider than 24 columns if that is the width', () => {
  for (let seed = 1; seed <= 200; seed++) {
    for (const each of randomProgram(createRandom(seed)).nets) {
      const lines = `${drawNet(each, { width: 24 })}\n${drawStrip(each, { width: 24 })}`.split('\n');
      expect(Math.max(...lines.map(displayWidth))).toBeLessThanOrEqual(24);
    }
  }
});

test('[D1] colour does not change the text', () => {
  const { nets } = randomProgram(createRandom(5));
  for (const each of nets) {
    const states = new Map(each.tasks.map(({ id }, index) => [id, allStates[index % 6] ?? 'done']));
    for (const draw of [drawNet, drawStrip]) {
      const coloured = draw(each, { states, colour: true });
      // biome-ignore lint/suspicious/noControlCharactersInRegex: it is what colours are made of
      const plain = coloured.replace(/\u001b\[[\d;]*m/g, '');
      expect(plain.split('\n').map((line) => line.trimEnd())).toEqual(draw(each, { states }).split('\n'));
    }
  }
});

test('[D1] names cannot control the terminal, and the frame stays straight with wide characters', () => {
  const hostile = [
    'a\u001b[31mred\u001b]0;title\u0007',
    'b\r\nnew line',
    'c\u202eright to left',
    'd\u009b2J',
    '旅行',
  ];
  const tasks = hostile.map((name, index) =>
    task(name, index === 0 ? 'i' : `p${index}`, `p${index + 1}`, { work: call('x') }),
  );
  const drawn = drawNet(net('main', tasks, { output: `p${hostile.length}` }));
  expect(drawn).not.toMatch(/[^\P{C}\n]/u);
  const framed = drawn.split('\n').filter((line) => line.includes('旅行'));
  expect(framed).toHaveLength(1);
  expect(displayWidth(framed[0] ?? '')).toBe(displayWidth(drawn.split('\n').at(-1) ?? ''));
});

test('[D1] very long names are cut in the middle, very long nets are still drawn', () => {
  const long = 'x'.repeat(500);
  expect(drawNet(net('main', [task(`${long}1`, 'i', 'a'), task(`${long}2`, 'a', 'o')]))).toMatch(
    /…x+1[\s\S]*…x+2/,
  );
  const chain = Array.from({ length: 5_000 }, (_, i) =>
    task(`t${i}`, i === 0 ? 'i' : `p${i}`, i === 4_999 ? 'o' : `p${i + 1}`),
  );
  expect(drawNet(net('main', chain)).split('\n')).toHaveLength(5_000);
});
