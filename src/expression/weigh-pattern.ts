/** Estimates the size of a pattern from its text, without compiling it. */

/** A class, a category, an escape, the head of a group, a counted repetition, or one character. */
const token =
  /\[\^?\]?(?:\[:\^?\w+:\]|\\.|[^\]\\])*\]|\\[pP](?:\{[^}]*\}|.)|\\.|\((?:\?[^:)]*:?)?|\{(\d+)(,(\d*))?\}|./gs;

/** Categories and classes have many ranges of characters. */
const weightOfSet = 3;

/** RE2 refuses nested repetitions of more than this, before it writes them out. */
const maxRepeats = 1_000;

interface Part {
  readonly weight: number;
  /** The largest product of nested counts. */
  readonly repeats: number;
}

const nothing: Part = { weight: 0, repeats: 1 };
const join = (a: Part, b: Part): Part => ({
  weight: a.weight + b.weight,
  repeats: Math.max(a.repeats, b.repeats),
});

/**
 * About the number of instructions of the compiled pattern: counted repetitions are written out. 0 if the pattern has more
 * repetitions than any pattern can have.
 */
export function weighPattern(source: string): number {
  const outer: Part[] = [];
  let before = nothing;
  /** What a repetition would repeat. */
  let last = nothing;
  for (const [part, least, , most] of source.matchAll(token)) {
    if (least !== undefined) {
      const times = Math.max(1, Number(least), Number(most ?? 0));
      last = { weight: last.weight * times + times, repeats: last.repeats * times };
      if (last.repeats > maxRepeats) return 0;
    } else if (part === ')') {
      last = join(before, last);
      before = outer.pop() ?? nothing;
    } else {
      const opens = part.startsWith('(');
      if (opens) outer.push(join(before, last));
      before = opens ? nothing : join(before, last);
      const isSet = part.startsWith('[') || /^\\[pP]/.test(part);
      last = { weight: isSet ? weightOfSet : opens ? 2 : 1, repeats: 1 };
    }
  }
  return outer.reduce(join, join(before, last)).weight;
}
