/**
 * Decides which queries run: one statement that reads the passed tables and computes. The database is also locked; this
 * check refuses early, with helpful messages.
 */
import type { Json } from '../../kernel/index.ts';
import { isList, isRecord, type JsonRecord } from './column-type.ts';

/** Table functions that access nothing outside the query. */
const rowFunctions = new Set(['unnest', 'range', 'generate_series', 'repeat', 'json_each', 'json_tree']);

/** Functions that reveal the machine or its settings, or have side effects. */
const closedFunctions = new Set([
  'current_setting',
  'getenv',
  'getvariable',
  'nextval',
  'currval',
  'write_log',
  'set_config',
]);

/**
 * @param parsed the result of `json_serialize_sql`
 * @returns why it is refused
 */
export function checkQuery(parsed: Json, tables: readonly string[]): string | undefined {
  const statements = isRecord(parsed) ? parsed['statements'] : undefined;
  if (statements === undefined || !isList(statements) || statements.length === 0) {
    return 'A query may only read: use one SELECT, WITH or VALUES.';
  }
  if (statements.length > 1) return 'A call runs one query, but the text holds several. Use a node for each.';
  const records = recordsIn(statements);
  const known = new Set([...tables, ...records.flatMap(definedNames)].map((name) => name.toLowerCase()));
  for (const record of records) {
    const refusal = refusalOf(record, known, tables);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

function refusalOf(
  record: JsonRecord,
  known: ReadonlySet<string>,
  tables: readonly string[],
): string | undefined {
  switch (record['type']) {
    case 'BASE_TABLE': {
      const name = [record['catalog_name'], record['schema_name'], record['table_name']]
        .filter((part) => typeof part === 'string' && part !== '')
        .join('.');
      if (known.has(name.toLowerCase())) return undefined;
      const there =
        tables.length === 0 ? 'no output was passed' : `the passed outputs are ${tables.join(', ')}`;
      return `The query reads “${name}”, but may only read passed outputs: ${there}.`;
    }
    case 'TABLE_FUNCTION': {
      const call = record['function'];
      const name = isRecord(call ?? null) ? String((call as JsonRecord)['function_name']) : '';
      return rowFunctions.has(name.toLowerCase())
        ? undefined
        : `The query may not read from “${name}(…)”: queries have no access to files, network or settings.`;
    }
    case 'SHOW_REF':
      return 'A query may only read: use one SELECT, WITH or VALUES.';
    default: {
      const name = record['function_name'];
      return typeof name === 'string' && closedFunctions.has(name.toLowerCase())
        ? `The query may not use “${name}”: queries have no access to files, network or settings.`
        : undefined;
    }
  }
}

/** Names that WITH defines. */
function definedNames(record: JsonRecord): readonly string[] {
  const map = record['cte_map'];
  const entries = map !== undefined && isRecord(map) ? map['map'] : undefined;
  if (entries === undefined || !isList(entries)) return [];
  return entries.flatMap((entry) =>
    isRecord(entry) && typeof entry['key'] === 'string' ? [entry['key']] : [],
  );
}

/** All objects at any depth; iterative, because trees are as deep as the query. */
function recordsIn(root: Json): readonly JsonRecord[] {
  const found: JsonRecord[] = [];
  const open: Json[] = [root];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (isList(next)) for (const each of next) open.push(each);
    else if (isRecord(next)) {
      found.push(next);
      for (const each of Object.values(next)) open.push(each);
    }
  }
  return found;
}
