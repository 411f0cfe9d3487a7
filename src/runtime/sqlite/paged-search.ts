/**
 * Reads pages of a table in order of creation, with conditions. The index is chosen explicitly: the planner does not
 * know how many rows have a value, and a wrong guess reads the whole table.
 */
import type { Connection } from './connection.ts';

export type Value = string | number;

export interface Condition {
  readonly sql: string;
  readonly values: readonly Value[];
}

export interface Search {
  /** `null` uses the primary key. */
  readonly index: string | null;
  readonly conditions: readonly Condition[];
  /**
   * A column of the index before the creation time, with the searched values: each value is a separate range of the
   * index, so each is read separately and the results are merged.
   */
  readonly across: { readonly column: string; readonly values: readonly string[] } | null;
}

export interface Position {
  readonly createdAt: number;
  readonly id: string;
}

export function createPagedSearch<Row extends Position>(
  connection: Connection,
  table: { readonly name: string; readonly columns: string; readonly newestFirst: boolean },
) {
  const { name, columns, newestFirst } = table;
  const compare = newestFirst ? '<' : '>';
  const direction = newestFirst ? 'DESC' : 'ASC';
  const prepared = new Map<string, ReturnType<typeof connection.prepare<Value[], unknown>>>();

  /** One for each combination of conditions: there are few. */
  const statement = (sql: string) => {
    const known = prepared.get(sql);
    if (known !== undefined) return known;
    const made = connection.prepare<Value[], unknown>(sql);
    prepared.set(sql, made);
    return made;
  };

  const ask = (
    selected: string,
    search: Search,
    more: readonly Condition[],
    end: string,
    values: Value[],
  ) => {
    const conditions = [...search.conditions, ...more];
    const hint = search.index === null ? 'NOT INDEXED' : `INDEXED BY ${search.index}`;
    const sql = `SELECT ${selected} FROM ${name} ${hint} WHERE ${conditions.map((each) => each.sql).join(' AND ')} ${end}`;
    return statement(sql).all(...conditions.flatMap((each) => each.values), ...values);
  };

  const branches = ({ across }: Search): readonly (readonly Condition[])[] =>
    across === null ? [[]] : across.values.map((value) => [{ sql: `${across.column} = ?`, values: [value] }]);

  return {
    page(search: Search, beyond: Position | undefined, limit: number): readonly Row[] {
      const from =
        beyond === undefined
          ? []
          : [{ sql: `(created_at, id) ${compare} (?, ?)`, values: [beyond.createdAt, beyond.id] }];
      const end = `ORDER BY created_at ${direction}, id ${direction} LIMIT ?`;
      const parts = branches(search).map(
        (branch) => ask(columns, search, [...branch, ...from], end, [limit]) as Row[],
      );
      const [first = []] = parts;
      if (parts.length === 1) return first;
      const sign = newestFirst ? -1 : 1;
      return parts
        .flat()
        .sort((a, b) => sign * (a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1)))
        .slice(0, limit);
    },
    /** @param max limit: counting stops there */
    count(search: Search, max?: number): number {
      return branches(search).reduce((sum, branch) => {
        const left = max === undefined ? undefined : max - sum;
        if (left !== undefined && left <= 0) return sum;
        const rows =
          left === undefined
            ? ask('count(*) AS count', search, branch, '', [])
            : ask('count(*) AS count FROM (SELECT 1', search, branch, 'LIMIT ?)', [left]);
        const [row] = rows as { readonly count: number }[];
        return sum + (row?.count ?? 0);
      }, 0);
    },
  };
}
