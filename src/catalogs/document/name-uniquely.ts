/** Gives every one of a list a name of its own. Those that have one keep it; among the others, the first of two gets it. */

export interface NamingOptions {
  /** Names that are kept, by place. */
  readonly kept?: readonly (string | undefined)[];
  /** Between a name and its number. */
  readonly separator: string;
}

/** @param wanted the names of each, the best first; the last is numbered if all are taken */
export function nameUniquely(
  wanted: readonly (readonly string[])[],
  { kept = [], separator }: NamingOptions,
): readonly string[] {
  const used = new Set<string>();
  const names = wanted.map((_, at) => {
    const name = kept[at];
    if (name === undefined || used.has(name)) return undefined;
    used.add(name);
    return name;
  });
  // A second choice never takes the first choice of another.
  const reserved = new Set([
    ...used,
    ...wanted.flatMap(([first], at) => (names[at] === undefined && first !== undefined ? [first] : [])),
  ]);
  const counts = new Map<string, number>();
  const number = (name: string): string => {
    let count = counts.get(name) ?? 2;
    while (reserved.has(`${name}${separator}${count}`)) count += 1;
    counts.set(name, count + 1);
    return `${name}${separator}${count}`;
  };
  return wanted.map((choices, at) => {
    const own = names[at];
    if (own !== undefined) return own;
    const [first = '', ...others] = choices;
    const free = used.has(first) ? others.find((name) => !reserved.has(name)) : first;
    const name = free ?? number(choices.at(-1) ?? '');
    used.add(name);
    reserved.add(name);
    return name;
  });
}
