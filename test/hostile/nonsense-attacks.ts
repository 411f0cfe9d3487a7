/** Texts that are no workflow. */
import { type Attack, attackWith, callTool, times, validate } from './attack.ts';

/** Each anchor holds ten of the one before. */
const aliasBomb = (levels: number): string =>
  times(
    levels,
    (at) => `a${at}: &a${at} [${at === 0 ? 'x' : times(10, () => `*a${at - 1}`).join(', ')}]`,
  ).join('\n');

/** Characters that change the direction of what follows, and some that have no width. */
const bidi = '\u202e\u2066\u200f\u200b\u061c\u202c';

const million = 1_000_000;

export const nonsenseAttacks: readonly Attack[] = [
  attackWith('nonsense: aliases', { small: 9, full: 90 }, (size, nth) =>
    validate(`${aliasBomb(size)}\nworkflows: { w${nth}: *a${size - 1} }`),
  ),
  attackWith('nonsense: deep JSON', { small: 10_000, full: 170_000 }, (size, nth) =>
    validate(`{"w${nth}":${'{"a":['.repeat(size)}`, 'deep.json'),
  ),
  attackWith('nonsense: deep XML', { small: 10_000, full: 300_000 }, (size, nth) =>
    validate(`<specificationSet version="4.${nth}">${'<a>'.repeat(size)}`, 'deep.yawl'),
  ),
  attackWith('nonsense: tabs', { small: 100_000, full: million }, (size, nth) =>
    validate(`workflows:\n${'\t'.repeat(size)}w${nth}`),
  ),
  attackWith('nonsense: bidirectional text, by tool', { small: 100_000, full: million }, (size, nth) =>
    callTool('workflow_validate', {
      manifest_content: `workflows:\n  w${nth}: "${bidi.repeat(size / bidi.length)}`,
    }),
  ),
];
