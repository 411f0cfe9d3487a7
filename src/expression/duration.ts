/** Units of time with a fixed length, and texts with amounts of them: `5 seconds`, `2h`, `1 hour 30 minutes`. */

interface Unit {
  readonly milliseconds: number;
  /** The plural, then the singular. */
  readonly words: readonly [string, string, ...string[]];
  /** Only after a number: alone it would be a name. */
  readonly letter?: string;
}

const units: readonly Unit[] = [
  { milliseconds: 604_800_000, words: ['weeks', 'week'], letter: 'w' },
  { milliseconds: 86_400_000, words: ['days', 'day'], letter: 'd' },
  { milliseconds: 3_600_000, words: ['hours', 'hour'], letter: 'h' },
  { milliseconds: 60_000, words: ['minutes', 'minute', 'min'], letter: 'm' },
  { milliseconds: 1_000, words: ['seconds', 'second', 'sec'], letter: 's' },
  { milliseconds: 1, words: ['milliseconds', 'millisecond', 'ms'] },
];

/** The milliseconds of a unit; undefined if the word is not a unit. */
export const findUnit = (word: string, afterNumber: boolean): number | undefined =>
  units.find(({ words, letter }) => words.includes(word) || (afterNumber && word === letter))?.milliseconds;

/** The plural of the unit with this length. */
export const findUnitWord = (milliseconds: number): string | undefined =>
  units.find((unit) => unit.milliseconds === milliseconds)?.words[0];

/** Units without a fixed length. */
export const isVagueUnit = (word: string): boolean => /^(month|months|year|years|mo|y|yr|yrs)$/.test(word);

/** Milliseconds; undefined if the text is not a duration. */
export function parseDuration(text: string): number | undefined {
  if (text.length > 200) return undefined;
  const whole = /^\s*(-?)((?:\d+(?:\.\d+)?\s*[a-z]+\s*)+)$/.exec(text);
  if (whole === null) return undefined;
  let sum = 0;
  for (const [, amount, word] of (whole[2] ?? '').matchAll(/(\d+(?:\.\d+)?)\s*([a-z]+)/g)) {
    const unit = findUnit(word ?? '', true);
    if (unit === undefined) return undefined;
    sum += Number(amount) * unit;
  }
  const milliseconds = Math.round(whole[1] === '-' ? -sum : sum) + 0;
  return Number.isSafeInteger(milliseconds) ? milliseconds : undefined;
}

/** For display: `7 days`, `1 hour 30 minutes`. */
export function describeDuration(milliseconds: number): string {
  let left = Math.abs(milliseconds);
  const parts: string[] = [];
  for (const { milliseconds: size, words } of units.slice(1)) {
    const count = Math.floor(left / size);
    left -= count * size;
    if (count > 0) parts.push(`${count} ${count === 1 ? words[1] : words[0]}`);
  }
  if (parts.length === 0) return '0 seconds';
  return `${milliseconds < 0 ? '-' : ''}${parts.join(' ')}`;
}
