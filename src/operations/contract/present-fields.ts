/** Removes fields that are `undefined`: a parsed input may contain them, but ports do not accept them. */
export type Present<T> = { [Name in keyof T]?: Exclude<T[Name], undefined> };

export function presentFields<T extends object>(record: T): Present<T> {
  // The result has keys of T, and no value is undefined.
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as Present<T>;
}
