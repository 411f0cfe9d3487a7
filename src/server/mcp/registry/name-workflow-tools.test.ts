import { expect, test } from 'vitest';
import { createRandom } from '../../../testing/index.ts';
import { nameWorkflowTools } from './name-workflow-tools.ts';

const named = (...ids: string[]): Record<string, string> => Object.fromEntries(nameWorkflowTools(ids));

test("[P3.1] a tool is named by the workflow's name, with its domain if two domains share the name", () => {
  expect(named('book', 'travel.plan', 'rail.plan')).toEqual({
    book: 'w_book',
    'travel.plan': 'w_travel_plan',
    'rail.plan': 'w_rail_plan',
  });
});

test('[P3.1] a name that hosts would refuse becomes valid, readable and unique', () => {
  const long = 'x'.repeat(80);
  const names = named('Größe prüfen', 'Grüße prüfen', long, `${long}y`, '日本', 'a/b');
  expect(names['Größe prüfen']).toMatch(/^w_Gr_e_pr_fen_[0-9a-f]{8}$/);
  expect(names[long]).toMatch(/^w_x{53}_[0-9a-f]{8}$/);
  const given = Object.values(names);
  expect(given.filter((name) => !/^[a-zA-Z0-9_-]{1,64}$/.test(name))).toEqual([]);
  expect(new Set(given).size).toBe(6);
});

test('[P3.1] of two workflows with the same tool name, the one that needs no rewriting keeps it', () => {
  expect(named('a_b', 'a.b')).toEqual({ a_b: 'w_a_b', 'a.b': expect.stringMatching(/^w_a_b_[0-9a-f]{8}$/) });
  const both = named('a.b_c', 'a_b.c');
  expect(Object.values(both)).toEqual([
    expect.stringMatching(/^w_a_b_c_[0-9a-f]{8}$/),
    expect.stringMatching(/^w_a_b_c_[0-9a-f]{8}$/),
  ]);
  expect(both['a.b_c']).not.toBe(both['a_b.c']);
});

test('[P3.1] a workflow cannot take the tool name of another by its own name', () => {
  const victim = 'a.b';
  const mark = String(named('a_b', victim)[victim]).slice(2);
  const names = named('a_b', victim, mark);
  expect(names[mark]).toBe(`w_${mark}`);
  expect(new Set(Object.values(names)).size).toBe(3);
});

const seed = 20_261_115;

test(`[P3.1] random ids: names are valid, unique, and independent of the order (seed ${seed})`, () => {
  const random = createRandom(seed);
  const pieces = ['a', 'b', '_', '.', '-', 'ä', ' ', 'long'.repeat(20)];
  const pick = () => random.pick(pieces);
  for (let round = 0; round < 200; round++) {
    const ids = [...new Set(Array.from({ length: 12 }, () => [pick(), pick(), pick()].join('')))];
    const names = nameWorkflowTools(ids);
    const given = [...names.values()];
    expect([ids, given.filter((name) => !/^w_[a-zA-Z0-9_-]{1,62}$/.test(name))]).toEqual([ids, []]);
    expect([ids, new Set(given).size]).toEqual([ids, ids.length]);
    expect(Object.fromEntries(nameWorkflowTools([...ids].reverse()))).toEqual(Object.fromEntries(names));
  }
});
