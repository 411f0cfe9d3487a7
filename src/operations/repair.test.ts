import { expect, test } from 'vitest';
import { createRandom, type Random } from '../testing/index.ts';
import { repair } from './repair.ts';
import { validate } from './validate.ts';

const seed = 20_261_115;

const good = `workflows:
  greet:
    description: Says hello
    params:
      who: { type: str, required: true }
    graph:
      hello:
        call: say_hello
        args: { name: $who }
`;

const fix = (text: string) => repair({ file: { path: 'w.yaml', text }, api: null });
const mistakes = (text: string) =>
  validate({ files: [{ path: 'w.yaml', text }], api: null }).files.flatMap((file) => file.violations);

test('[T3][L2] a text without mistakes is left as it is', () => {
  expect(fix(good)).toEqual({ text: good, changed: false, applied: [] });
});

test('[T3][L2] proposals are applied together, and again where one lays open another', () => {
  const bad = good.replace('params', 'parms').replace('$who', '$whom').replace('graph', 'grahp');
  const repaired = fix(bad);
  expect(repaired).toMatchObject({ text: good, changed: true });
  expect(repaired.applied.length).toBeGreaterThanOrEqual(3);
});

test('[T3] mistakes without a proposal stay', () => {
  expect(fix('')).toEqual({ text: '', changed: false, applied: [] });
  expect(fix('a: 1')).toMatchObject({ text: 'a: 1', changed: false });
});

test('[T3] without the API that was meant nothing is changed', () => {
  const text = good.replace('params', 'parms');
  const api = { path: 'api.yaml', text: 'a: 1' };
  expect(repair({ file: { path: 'w.yaml', text }, api })).toEqual({ text, changed: false, applied: [] });
});

test(`[T3] whatever is damaged, a text is only changed for one with fewer mistakes, seed ${seed}`, () => {
  const random = createRandom(seed);
  let repaired = 0;
  for (let round = 0; round < 150; round++) {
    const text = damage(random);
    const { text: fixed, changed } = fix(text);
    expect(changed).toBe(fixed !== text);
    if (!changed) continue;
    repaired += 1;
    expect(mistakes(fixed).length, text).toBeLessThan(mistakes(text).length);
  }
  expect(repaired).toBeGreaterThan(30);
});

/** Some letters dropped, doubled or replaced by a sign that means something. */
function damage(random: Random): string {
  let text = good;
  for (let count = 1 + random.int(3); count > 0; count--) {
    const at = random.int(text.length);
    const sign = ['', '', text.slice(at, at + 1).repeat(2), '{', '}', '"', ':', '\n', '  ', '- ', '$', '['][
      random.int(12)
    ];
    text = text.slice(0, at) + (sign ?? '') + text.slice(at + 1);
  }
  return text;
}
