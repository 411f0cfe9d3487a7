/** Compares the answers of two kernels, without the text of messages, and reports the differences. */

/** JSON text with sorted keys and without `message`: equal texts mean equal answers. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (key, part: unknown) => {
    if (key === 'message') return undefined;
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/** The same for a list whose order does not matter. */
export function canonicalBag(values: readonly unknown[]): string {
  return `[${values.map(canonical).sort().join(',')}]`;
}

export interface Difference {
  readonly path: string;
  readonly left: string;
  readonly right: string;
}

/** The first differences between two JSON texts. */
export function firstDifferences(left: string, right: string): Difference[] {
  const found: Difference[] = [];
  compare('', JSON.parse(left), JSON.parse(right), found);
  return found.slice(0, 12);
}

function compare(path: string, left: unknown, right: unknown, found: Difference[]): void {
  if (isObject(left) && isObject(right) && Array.isArray(left) === Array.isArray(right)) {
    for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) {
      compare(`${path}/${key}`, left[key], right[key], found);
    }
    return;
  }
  const [mine, theirs] = [left, right].map((value) => JSON.stringify(value) ?? 'nothing');
  if (mine !== theirs) found.push({ path: path || '/', left: mine ?? '', right: theirs ?? '' });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
