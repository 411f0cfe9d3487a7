/**
 * Which queries are answered: one statement that reads the tables that were passed, and computes. The database is
 * locked besides; this says what is refused before anything runs, and in words that help.
 */
import type { Json } from '../../kernel/index.ts';
import { isList, isRecord, type JsonRecord } from './column-type.ts';

/** Functions that give rows and look at nothing outside the query. */
const rowFunctions = new Set(['unnest', 'range', 'generate_series', 'repeat', 'json_each', 'json_tree']);

/** Functions that tell of the machine or its settings, or leave something behind. */
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
 * @param parsed what `json_serialize_sql` says of the text
 * @returns why it is refused
 */
export function checkQuery(parsed: Json, tables: readonly string[]): string | undefined {
  const statements = isRecord(parsed) ? parsed['statements'] : undefined;
  if (statements === undefined || !isList(statements) || statements.length === 0) {
    return 'A query only reads: it is one SELECT, WITH or VALUES.';
  }
  if (statements.length > 1)
    return 'A call runs one query, but here are several. Make a node for each of them.';
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
      const there = tables.length === 0 ? 'none was passed' : `there is ${tables.join(', ')}`;
      return `The query reads “${name}”, but it may only read outputs that are passed to it: ${there}.`;
    }
    case 'TABLE_FUNCTION': {
      const call = record['function'];
      const name = isRecord(call ?? null) ? String((call as JsonRecord)['function_name']) : '';
      return rowFunctions.has(name.toLowerCase())
        ? undefined
        : `The query may not read from “${name}(…)”: it reaches no file, network or setting.`;
    }
    case 'SHOW_REF':
      return 'A query only reads: it is one SELECT, WITH or VALUES.';
    default: {
      const name = record['function_name'];
      return typeof name === 'string' && closedFunctions.has(name.toLowerCase())
        ? `The query may not use “${name}”: it reaches no file, network or setting.`
        : undefined;
    }
  }
}

/** What WITH defines. */
function definedNames(record: JsonRecord): readonly string[] {
  const map = record['cte_map'];
  const entries = map !== undefined && isRecord(map) ? map['map'] : undefined;
  if (entries === undefined || !isList(entries)) return [];
  return entries.flatMap((entry) =>
    isRecord(entry) && typeof entry['key'] === 'string' ? [entry['key']] : [],
  );
}

/** Every object at any depth; without recursion, for trees that are as deep as a query. */
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
