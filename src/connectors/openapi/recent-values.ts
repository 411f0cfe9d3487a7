/** The last values that were used, for a redactor: as many as memory has room for. */

export interface RecentValues {
  add(value: string): void;
  all(): Iterable<string>;
}

export function createRecentValues(max: number): RecentValues {
  const values = new Set<string>();
  return {
    add(value) {
      if (values.has(value)) return;
      values.add(value);
      const [oldest] = values;
      if (values.size > max && oldest !== undefined) values.delete(oldest);
    },
    all: () => values,
  };
}
