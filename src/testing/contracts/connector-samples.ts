/** Names and values that a connector may receive by mistake or from an attacker. */
import type { Json } from '../../kernel/index.ts';

/** Names that no connector offers; every object has some of them. */
export const foreignNames: readonly string[] = [
  '',
  'no_such_operation',
  'toString',
  'constructor',
  '__proto__',
  'hasOwnProperty',
  'line\nbreak \u001b[31m',
];

/** The depth limit of a value of a run. */
const depth = 250;

export function hostileInputs(): readonly Json[] {
  let deep: Json = 'bottom';
  for (let level = 0; level < depth; level++) deep = level % 2 === 0 ? [deep] : { down: deep };
  return [
    null,
    true,
    -0.5,
    'text',
    [],
    [{}],
    {},
    { '': '' },
    deep,
    { down: deep },
    JSON.parse('{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}'),
    { $secrets: null },
    { $secrets: [{ at: '/nowhere', name: 'TOKEN' }] },
    { $secrets: [{ at: 7 }, 'x', null] },
    { text: 'half of a pair: \ud800', '\u0000': '\u2028' },
  ];
}
