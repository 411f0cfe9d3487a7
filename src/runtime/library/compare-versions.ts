/** Compares two versions part by part; numeric parts as numbers: 0.10 is newer than 0.9. */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [partsOf(one), partsOf(other)];
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const difference = comparePart(a[at] ?? '0', b[at] ?? '0');
    if (difference !== 0) return difference;
  }
  return 0;
}

const partsOf = (version: string): readonly string[] => version.trim().split('.');

function comparePart(one: string, other: string): number {
  const isNumber = /^\d+$/;
  if (!isNumber.test(one) || !isNumber.test(other)) return one < other ? -1 : one > other ? 1 : 0;
  // Numbers of any length: without leading zeros, the longer one is larger.
  const [a, b] = [one.replace(/^0+(?=\d)/, ''), other.replace(/^0+(?=\d)/, '')];
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}
