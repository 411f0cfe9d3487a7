/** Sort orders, the same as in every other store. */

interface Created {
  readonly createdAt: number;
  readonly id: string;
}

export const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export const oldestFirst = (a: Created, b: Created): number =>
  a.createdAt - b.createdAt || byText(a.id, b.id);

export const newestFirst = (a: Created, b: Created): number => oldestFirst(b, a);

/** By time, then by a unique field. */
export const byTime =
  <Thing extends { readonly tenant: string; readonly id: string }>(time: (thing: Thing) => number) =>
  (a: Thing, b: Thing): number =>
    time(a) - time(b) || byText(a.tenant, b.tenant) || byText(a.id, b.id);
