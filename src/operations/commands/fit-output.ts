/** As much of a result as an agent should read: the first items of a long list, with how many there are. */
import type { Json } from '../../kernel/index.ts';
import type { Values } from '../../languages/index.ts';

/** In characters of JSON. */
const maxCharacters = 40_000;

export function fitOutput(output: Json): Values {
  if (!Array.isArray(output) || JSON.stringify(output).length <= maxCharacters) return { output };
  const items = output as readonly Json[];
  let left = maxCharacters;
  const end = items.findIndex((item) => {
    left -= JSON.stringify(item).length + 1;
    return left < 0;
  });
  const shown = items.slice(0, Math.max(end, 1));
  return { output: shown, items: items.length, shown: shown.length };
}
