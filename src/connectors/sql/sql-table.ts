/** Maps an output to the rows and columns that a query sees. */
import type { Json } from '../../kernel/index.ts';
import { type ColumnType, columnType, fieldNames, fieldOf, isList, isRecord } from './column-type.ts';

export interface SqlTable {
  readonly name: string;
  /** Empty if there are no rows: the columns are then unknown. */
  readonly columns: readonly SqlColumn[];
  readonly rowCount: number;
}

export interface SqlColumn {
  readonly name: string;
  readonly type: ColumnType;
  readonly values: readonly Json[];
}

/** The column for rows that are not objects. */
const valueColumn = 'value';

/**
 * A list of objects has one row each; a list of such lists (the result of a `foreach`) is flattened by one level;
 * anything else is one row. Nulls among objects and lists are passes without a result, and are skipped.
 */
export function sqlTable(name: string, output: Json): SqlTable {
  const rows = rowsOf(output);
  const records = rows.filter(isRecord);
  const taken = new Set<string>();
  const columns: SqlColumn[] = fieldNames(records).map((field) => {
    const values = rows.map((row) => (isRecord(row) ? fieldOf(field)(row) : null));
    return { name: freeName(field, taken), type: columnType(values), values };
  });
  if (records.length < rows.length) {
    const values = rows.map((row) => (isRecord(row) ? null : row));
    columns.push({ name: freeName(valueColumn, taken), type: columnType(values), values });
  }
  // A table needs a column: objects without fields still make rows.
  if (columns.length === 0 && rows.length > 0) {
    columns.push({ name: valueColumn, type: { kind: 'nothing' }, values: rows.map(() => null) });
  }
  return { name, columns, rowCount: rows.length };
}

function rowsOf(output: Json): readonly Json[] {
  if (output === null) return [];
  if (!isList(output)) return [output];
  const rows = output.some(isList) ? output.flatMap((each) => (isList(each) ? each : [each])) : output;
  const isPlain = rows.every((row) => typeof row !== 'object' || row === null);
  const isEmpty = rows.every((row) => row === null);
  return isPlain && !isEmpty ? rows : rows.filter((row) => row !== null);
}

/** Column names are case-insensitive. */
function freeName(wanted: string, taken: Set<string>): string {
  const base = wanted === '' ? 'unnamed' : wanted;
  let name = base;
  for (let count = 1; taken.has(name.toLowerCase()); count += 1) name = `${base}_${count}`;
  taken.add(name.toLowerCase());
  return name;
}
