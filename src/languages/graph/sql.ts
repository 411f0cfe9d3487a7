/**
 * Compiles queries over results. References inside the text become bound parameters, never text. The outputs that it
 * names as tables are passed with it, so the query can run without access to the run.
 */
import { findNearest, type Tree } from '../../expression/index.ts';
import type { Expression, Field } from '../../kernel/index.ts';
import type { Reporter } from '../document/reporter.ts';
import { replaceInScalar } from '../document/scalar-edits.ts';
import { spanIn } from '../document/scalar-offset.ts';
import { bindTree, evalTree } from './bind-tree.ts';
import { compileValue } from './compile-value.ts';
import type { NameBindings } from './name-bindings.ts';
import type { NodeCall, Template } from './schema.ts';

export const isSql = ({ operation: { name } }: NodeCall): boolean =>
  (name.split('.').at(-1) ?? '') === 'sql_query';

export function compileSql({ args }: NodeCall, names: NameBindings): Expression {
  const query = args.find(({ name }) => name === 'sql')?.value;
  const { text, parameters } = parametrise(query);
  const tables = [...new Set(tablesIn(text).map(({ name }) => name))].flatMap((name): Field[] => {
    const variable = names.get(name)?.variable ?? null;
    return variable === null ? [] : [{ name, value: { kind: 'read', name: variable } }];
  });
  const bound = parameters.map(
    (tree, at): Field => ({ name: `p${at + 1}`, value: evalTree(bindTree(tree, names)) }),
  );
  const others = args.filter(({ name }) => name !== 'sql');
  return {
    kind: 'record',
    fields: [
      { name: 'sql', value: { kind: 'value', value: text } },
      { name: 'parameters', value: { kind: 'record', fields: bound } },
      { name: 'tables', value: { kind: 'record', fields: tables } },
      ...others.map(({ name, value }) => ({ name, value: compileValue(value, names) })),
    ],
  };
}

/** The text with `$p1`, `$p2` in place of the references; inside quotes the parameter is concatenated. */
function parametrise(query: Template | undefined): { text: string; parameters: Tree[] } {
  if (query?.kind === 'constant') return { text: String(query.value), parameters: [] };
  if (query?.kind !== 'formula') return { text: '', parameters: [] };
  if (query.tree.kind !== 'text') return { text: '$p1', parameters: [query.tree] };
  const parameters: Tree[] = [];
  let text = '';
  for (const each of query.tree.parts) {
    if (typeof each === 'string') text += each;
    else {
      parameters.push(each);
      const name = `$p${parameters.length}`;
      text += endsInQuotes(text) ? `' || ${name} || '` : name;
    }
  }
  return { text: text.replaceAll(/(?<!')'' \|\| (?=\$p\d)|(?<=\$p\d+) \|\| ''(?!')/g, ''), parameters };
}

const quoted = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\//g;

/** Whether the next character is inside a string literal of the query. */
const endsInQuotes = (sql: string): boolean => sql.replaceAll(quoted, '').includes("'");

export interface NamedTable {
  readonly name: string;
  /** Its position in the text. */
  readonly at: number;
}

const word = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|[A-Za-z_][A-Za-z0-9_]*|[(),;.]/g;
const afterTables = new Set([
  'where',
  'group',
  'order',
  'limit',
  'having',
  'union',
  'on',
  'using',
  'window',
  'select',
]);

/** Names in the position of a table: after FROM and JOIN, and after a comma between tables. */
export function tablesIn(sql: string): readonly NamedTable[] {
  const words = [...sql.matchAll(word)].filter(([text]) => !/^('|--|\/\*)/.test(text));
  const defined = new Set<string>();
  const found: NamedTable[] = [];
  let among = false;
  words.forEach((match, at) => {
    const text = match[0].toLowerCase();
    const before = words[at - 1]?.[0].toLowerCase();
    const after = words[at + 1]?.[0].toLowerCase();
    if (after === 'as' && words[at + 2]?.[0] === '(') defined.add(text);
    // `name(columns) AS (`
    if (after === '(' && /^\([\w\s,]*\)\s*as\s*\(/i.test(sql.slice(words[at + 1]?.index ?? 0)))
      defined.add(text);
    const isCompared =
      text === 'from' &&
      before === 'distinct' &&
      /\bis(?:\s+not)?$/i.test(sql.slice(0, words[at - 1]?.index ?? 0).trimEnd());
    if (isCompared) among = false;
    else if (text === 'from' || text === 'join') among = true;
    else if (afterTables.has(text) || text === ')' || text === ';') among = false;
    else if (
      among &&
      /^[a-z_"]/.test(text) &&
      (before === 'from' || before === 'join' || before === ',') &&
      after !== '(' &&
      after !== '.'
    ) {
      found.push({ name: match[0].replaceAll('"', ''), at: match.index });
    }
  });
  return found.filter(({ name }) => !defined.has(name.toLowerCase()));
}

/** Reports a table that is not an output. */
export function checkTables(call: NodeCall, names: NameBindings, reporter: Reporter): void {
  const query = isSql(call) ? call.args.find(({ name }) => name === 'sql')?.value : undefined;
  const scalar =
    query?.kind === 'formula' ? query.scalar : query?.kind === 'constant' ? query.located : undefined;
  if (scalar?.kind !== 'scalar') return;
  const outputs = [...names.values()].filter(({ setBy }) => setBy.length > 0).map(({ name }) => name);
  for (const { name, at } of tablesIn(String(scalar.value))) {
    if (names.has(name)) continue;
    const nearest = findNearest(name, outputs);
    reporter.report({
      at: spanIn(reporter.source, scalar, at, at + name.length),
      path: scalar.path,
      rule: 'unknown-table',
      message: `The output “${name}” does not exist, so it cannot be a table.`,
      expected: outputs.join(', ') || 'an output',
      actual: name,
      suggestion:
        nearest === undefined
          ? undefined
          : {
              text: `Did you mean “${nearest}”?`,
              edits: replaceInScalar(reporter.source, scalar, at, at + name.length, nearest),
            },
    });
  }
}
