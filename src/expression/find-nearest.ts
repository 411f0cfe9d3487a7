/** Returns the most similar known word, or undefined if none is similar. */
export function findNearest(word: string, known: readonly string[]): string | undefined {
  const wanted = folded(word);
  let nearest: string | undefined;
  // A single letter has no similar word.
  let distance = Math.min(3, Math.floor(word.length / 2)) + 1;
  for (const candidate of known) {
    const other = folded(candidate);
    if (Math.abs(other.length - wanted.length) >= distance) continue;
    const found = editDistance(wanted, other, distance);
    if (found >= distance) continue;
    nearest = candidate;
    distance = found;
  }
  return nearest;
}

/** Case is ignored, and words of more than 40 letters are not compared. */
const folded = (word: string): string => word.toLowerCase().slice(0, 40);

/**
 * Number of letters to add, drop, change or swap with a neighbour.
 * @param limit from this distance on, the exact number does not matter
 */
export function editDistance(a: string, b: string, limit: number): number {
  let twoBefore: number[] = [];
  let before = Array.from({ length: b.length + 1 }, (_, j) => j);
  let leastBefore = 0;
  for (let i = 1; i <= a.length; i++) {
    const line = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const change = (before[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const best = Math.min(change, (before[j] ?? 0) + 1, (line[j - 1] ?? 0) + 1);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const here = swapped ? Math.min(best, (twoBefore[j - 2] ?? 0) + 1) : best;
      line.push(here);
      least = Math.min(least, here);
    }
    // Later lines depend on these two only, and never count less.
    if (least >= limit && leastBefore >= limit) return limit;
    [twoBefore, before, leastBefore] = [before, line, least];
  }
  return before[b.length] ?? 0;
}
