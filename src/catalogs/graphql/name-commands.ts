/** Names every field of the root types uniquely: those of before keep their names, the others have that of their field. */

export interface NamedField {
  readonly field: string;
  readonly operation: string;
  /** `query:issues`: a query and a mutation may have fields of one name. */
  readonly canonical: string;
}

/** @returns names in the order of the fields */
export function nameCommands(
  fields: readonly NamedField[],
  previous: readonly { readonly name: string; readonly canonical: string }[],
): readonly string[] {
  const before = new Map(previous.map(({ name, canonical }) => [canonical, name]));
  const names = new Map<string, string>();
  const taken = new Set<string>();
  const take = ({ canonical }: NamedField, name: string | undefined): void => {
    if (name === undefined || names.has(canonical) || taken.has(name)) return;
    names.set(canonical, name);
    taken.add(name);
  };
  for (const each of fields) take(each, before.get(each.canonical));
  // A longer name never takes that of another field.
  for (const each of fields) take(each, each.field);
  for (const each of fields) {
    const long = `${each.operation}_${each.field}`;
    take(each, long);
    for (let count = 2; !names.has(each.canonical); count++) take(each, `${long}_${count}`);
  }
  return fields.map(({ canonical }) => names.get(canonical) ?? canonical);
}
