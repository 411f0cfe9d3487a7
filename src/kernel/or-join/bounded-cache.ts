/**
 * A bounded cache of structures that are built for a join at its first decision: a large net with many joins would
 * otherwise keep the square of its size. Dropped entries are built again, so answers do not change.
 */
export function createBoundedCache<T>(capacity: number, make: (join: number) => T): (join: number) => T {
  const cache = new Map<number, T>();
  return (join) => {
    const known = cache.get(join);
    if (known !== undefined) return known;
    const made = make(join);
    if (cache.size >= capacity) for (const oldest of cache.keys()) if (cache.delete(oldest)) break;
    cache.set(join, made);
    return made;
  };
}
