/**
 * What is made for a join when it is first asked about, and kept as long as there is room: a large net with many
 * joins would otherwise keep the square of its size. What was dropped is made again, so answers do not change.
 */
export function createKept<T>(capacity: number, make: (join: number) => T): (join: number) => T {
  const kept = new Map<number, T>();
  return (join) => {
    const known = kept.get(join);
    if (known !== undefined) return known;
    const made = make(join);
    if (kept.size >= capacity) for (const oldest of kept.keys()) if (kept.delete(oldest)) break;
    kept.set(join, made);
    return made;
  };
}
