/** Only the fields that are there: a parsed input may hold undefined where ports want nothing at all. */
export type Present<T> = { [Name in keyof T]?: Exclude<T[Name], undefined> };

export function presentFields<T extends object>(record: T): Present<T> {
  // What is left has the keys of T, and no value is undefined.
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as Present<T>;
}
