import { expect, test } from 'vitest';
import { repair } from './repair.ts';
import { validate } from './validate.ts';

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

test('[T3] mistakes without a proposal stay, and never does a text get worse', () => {
  for (const text of [
    '',
    'workflows:',
    'workflows: 7',
    '{',
    'workflows: {a: }',
    `${good}\n\t- x`,
    'a: [b',
    good.slice(0, 60),
  ]) {
    const repaired = fix(text);
    const [before, after] = [mistakes(text).length, mistakes(repaired.text).length];
    expect(after).toBeLessThanOrEqual(before);
    expect(repaired.changed).toBe(repaired.text !== text);
    if (repaired.changed) expect(after).toBeLessThan(before);
  }
});
