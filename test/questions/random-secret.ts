/** Random values of secrets, with every character that an encoding writes in its own way. */
import type { Random } from '../../src/testing/index.ts';

const letters = [...'abcdefghijklmnopqrstuvwxyzABCXYZ0123456789'];
/** The last two look like references. */
const special = [...`"'\\/+=%&?#;:,.<>()[]{}!*~|^$@_- `, `$\{token}`, `$\{env:SET_1}`];

/** At least 16 characters, of which the first and the last are letters. @param more parts that it may also have */
export function randomSecret(random: Random, more: readonly string[] = []): string {
  const middle = Array.from({ length: random.between(14, 30) }, () =>
    random.pick(random.chance(0.6) ? letters : [...special, ...more]),
  );
  return [random.pick(letters), ...middle, random.pick(letters)].join('');
}
