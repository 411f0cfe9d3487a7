/** Returns the most similar known word, or undefined if none is similar. */
export function findNearest(word: string, known: readonly string[]): string | undefined {
  // A single letter has no similar word.
  const maxDistance = Math.floor(word.length / 2);
  const near = known
    .map((candidate) => ({ candidate, distance: distanceOf(folded(word), folded(candidate)) }))
    .filter(({ distance }) => distance <= Math.min(3, maxDistance))
    .sort((a, b) => a.distance - b.distance);
  return near[0]?.candidate;
}

/** Case is ignored, and words of more than 40 letters are not compared. */
const folded = (word: string): string => word.toLowerCase().slice(0, 40);

/** Number of letters to add, drop, change or swap with a neighbour. */
function distanceOf(a: string, b: string): number {
  const row = (i: number) => rows[i] ?? [];
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const line = [i];
    rows.push(line);
    for (let j = 1; j <= b.length; j++) {
      const change = (row(i - 1)[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const best = Math.min(change, (row(i - 1)[j] ?? 0) + 1, (line[j - 1] ?? 0) + 1);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      line.push(swapped ? Math.min(best, (row(i - 2)[j - 2] ?? 0) + 1) : best);
    }
  }
  return row(a.length)[b.length] ?? 0;
}
