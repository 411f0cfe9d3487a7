/** The build changes how V8 stores objects that begin with a spread, and nothing else. */
import { expect, test } from 'vitest';
import { withStableShapes } from '../../scripts/stable-shapes.js';

/** Expressions over `a`, `b`, `none` and `log`; the last records the order of evaluation. */
const expressions = [
  '{ ...a, own: 1 }',
  '{...a,x:"changed",own:1}',
  '{ ...(none ? {} : { first: 1 }), ...a }',
  '{ ...a, ...b, [log("computed")]: log("value") }',
  '{ ...log(a), get half() { return this.x / 2 }, method() { return "m" } }.half',
  '{ ...a, inner: { ...b, deep: [{ ...a, y: { ...b } }] } }',
  '{ ...none, ...0, ...true, ...null, text: "…" }',
  '{ ..."ab", own: 1 }',
  '{ ...[1, 2], length: 2 }',
  '{ ...{ ["__proto__"]: { evil: 1 } }, own: 1 }.evil',
  'Object.keys({ ...{ ["__proto__"]: 1 }, own: 1 })',
  'Object.getPrototypeOf({ ...a, own: 1 }) === Object.prototype',
  '{ __proto__: a, ...b }.x',
  '((given) => { const { x, ...rest } = { ...given, z: 3 }; return rest; })(a)',
  '(({ ...all }) => ({ ...all, own: 1 }))(a)',
  '"text: { ...a, own: 1 }"',
  '`template “{ ...a, own: 1 }” $' + '{JSON.stringify({ ...a, own: 1 })}`',
  '[/* { ...a, own: 1 } */ /{ ...a, own: 1 }/.source, "ä𝄞", { ...a, own: 1 }]',
];

const evaluate = (code: string): unknown => {
  const logged: unknown[] = [];
  const log = (value: unknown): unknown => {
    logged.push(value);
    return value;
  };
  const result: unknown = new Function('a', 'b', 'none', 'log', `return (${code});`)(
    { x: 4, y: 2 },
    { y: 5, z: null },
    undefined,
    log,
  );
  return { result, logged };
};

test.each(expressions)('[A10] the build does not change the value of %s', (code) => {
  expect(evaluate(withStableShapes(`(${code});`).slice(1, -2))).toEqual(evaluate(code));
});

test('[A10] an object with more than one spread or property begins with a spread of nothing; others are left alone', () => {
  expect(withStableShapes('f({...a, b: 1}, {...a}, {b: 1, ...a}, [...a, b], {...{...a, b: 1}, c: 2});')).toBe(
    'f({...null, ...a, b: 1}, {...a}, {b: 1, ...a}, [...a, b], {...null, ...{...null, ...a, b: 1}, c: 2});',
  );
});
