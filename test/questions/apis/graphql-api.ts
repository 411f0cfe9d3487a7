/** Validates a GraphQL query against a small schema, and computes its answer, as a server does. */
import type { Json, JsonObject } from './description.ts';
import {
  type FieldSelection,
  GraphqlSyntaxError,
  type Position,
  type Query,
  readQuery,
  type Selection,
  type Value,
} from './graphql-query.ts';

/** Types by name, as `x-graphql-schema` of a description has them. A type that is not here is a scalar. */
export type GraphqlSchema = Readonly<Record<string, GraphqlType>>;

interface GraphqlType {
  readonly fields: Readonly<Record<string, GraphqlField>>;
  /** Of an interface. */
  readonly possibleTypes?: readonly string[];
}

interface GraphqlField {
  /** Such as `String!`. */
  readonly type: string;
  readonly args?: Readonly<Record<string, string>>;
}

export interface GraphqlRequest {
  readonly query: string;
  readonly variables?: JsonObject;
}

export interface GraphqlProblem {
  readonly message: string;
  readonly at: Position;
  readonly extensions: JsonObject;
}

/** An object that a query can read: its fields compute their values from their arguments. */
export interface GraphqlObject {
  readonly type: string;
  readonly fields: Readonly<Record<string, (args: JsonObject) => GraphqlValue>>;
}

export type GraphqlValue = Json | GraphqlObject;

/** Scalars, and what JSON they accept. */
const scalars: Readonly<Record<string, (value: Json) => boolean>> = {
  String: (value) => typeof value === 'string',
  ID: (value) => typeof value === 'string',
  Boolean: (value) => typeof value === 'boolean',
  Int: (value) => Number.isInteger(value),
  URI: (value) => typeof value === 'string' && /^https?:\/\/[^/]/.test(value),
};

const bare = (type: string): string => type.replace('!', '');

/** @returns the query, or what is wrong with it */
export function checkQuery(
  schema: GraphqlSchema,
  { query: text, variables: given = {} }: GraphqlRequest,
): Query | readonly GraphqlProblem[] {
  let query: Query;
  try {
    query = readQuery(text);
  } catch (error) {
    if (!(error instanceof GraphqlSyntaxError)) throw error;
    return [{ message: error.message, at: error.at, extensions: {} }];
  }
  const problems: GraphqlProblem[] = [];
  const start = { line: 1, column: 1 };
  const report = (message: string, at: Position = start, extensions: JsonObject = {}): void => {
    problems.push({ message, at, extensions });
  };
  const used = new Set<string>();

  for (const [name, type] of query.variables) {
    const value = given[name] ?? null;
    const accepts = scalars[bare(type)];
    if (accepts === undefined) report(`${bare(type)} isn't a defined input type (on $${name})`);
    else if (value === null ? type.endsWith('!') : !accepts(value)) {
      report(`Variable $${name} of type ${type} was provided invalid value`, start, {
        code: 'variableNotValid',
      });
    }
  }
  for (const name of Object.keys(given)) {
    if (!query.variables.has(name)) report(`Variable $${name} is given, but not declared`);
  }

  const checkArgument = (field: FieldSelection, name: string, expected: string, value: Value): void => {
    if (value.kind === 'variable') {
      used.add(value.name);
      const declared = query.variables.get(value.name);
      if (declared === undefined) {
        const extensions = { code: 'variableNotDefined', variableName: value.name };
        report(`Variable $${value.name} is used by anonymous query but not declared`, field.at, extensions);
        return;
      }
      if (declared === expected || declared === `${expected}!`) return;
      const mismatch = `Type mismatch on variable $${value.name} and argument ${name} (${declared} / ${expected})`;
      report(mismatch, field.at, { code: 'variableMismatch', variableName: value.name });
      return;
    }
    const isNull = value.type === 'Null';
    const isOfType = value.type !== 'Enum' && (scalars[bare(expected)]?.(value.value) ?? false);
    if (isNull ? !expected.endsWith('!') : isOfType) return;
    report(
      `Argument '${name}' on Field '${field.name}' has an invalid value. Expected type '${expected}'.`,
      field.at,
    );
  };

  const checkField = (field: FieldSelection, typeName: string): void => {
    const { name, args, selections, at } = field;
    if (name === '__typename') return;
    const described = schema[typeName]?.fields[name];
    if (described === undefined) {
      const extensions = { code: 'undefinedField', typeName, fieldName: name };
      report(`Field '${name}' doesn't exist on type '${typeName}'`, at, extensions);
      return;
    }
    for (const [argument, value] of args) {
      const expected = described.args?.[argument];
      if (expected === undefined) report(`Field '${name}' doesn't accept argument '${argument}'`, at);
      else checkArgument(field, argument, expected, value);
    }
    for (const [argument, expected] of Object.entries(described.args ?? {})) {
      if (expected.endsWith('!') && !args.has(argument)) {
        report(`Field '${name}' is missing required arguments: ${argument}`, at);
      }
    }
    const inner = bare(described.type);
    if (Object.hasOwn(schema, inner)) {
      if (selections === undefined) {
        report(`Field must have selections (field '${name}' returns ${inner} but has no selections.)`, at);
      } else checkSelections(selections, inner);
    } else if (selections !== undefined) {
      report(`Selections can't be made on scalars (field '${name}' returns ${inner})`, at);
    }
  };

  const checkSelections = (selections: readonly Selection[], typeName: string): void => {
    const keys = new Map<string, string>();
    for (const selection of selections) {
      if (selection.kind === 'field') {
        const meaning = JSON.stringify([selection.name, [...selection.args]]);
        const before = keys.get(selection.key) ?? meaning;
        if (before !== meaning) report(`Field '${selection.key}' has a field conflict`, selection.at);
        keys.set(selection.key, meaning);
        checkField(selection, typeName);
        continue;
      }
      const { on, at } = selection;
      const possible = schema[typeName]?.possibleTypes ?? [typeName];
      if (!Object.hasOwn(schema, on)) report(`No such type ${on}, so it can't be a fragment condition`, at);
      else if (!possible.includes(on)) {
        report(`Fragment on ${on} can't be spread inside ${typeName}`, at);
      } else checkSelections(selection.selections, on);
    }
  };

  checkSelections(query.selections, 'Query');
  for (const name of query.variables.keys()) {
    if (!used.has(name)) {
      report(`Variable $${name} is declared by anonymous query but not used`, start, {
        code: 'variableNotUsed',
      });
    }
  }
  return problems.length > 0 ? problems : query;
}

/** @param query without problems */
export function answerQuery(query: Query, root: GraphqlObject, given: JsonObject = {}): JsonObject {
  const argumentOf = (value: Value): Json =>
    value.kind === 'constant' ? value.value : (given[value.name] ?? null);
  const read = (object: GraphqlObject, selections: readonly Selection[]): JsonObject =>
    Object.assign(
      {},
      ...selections.map((selection): JsonObject => {
        if (selection.kind === 'fragment') {
          return selection.on === object.type ? read(object, selection.selections) : {};
        }
        const { key, name, args, selections: inner } = selection;
        if (name === '__typename') return { [key]: object.type };
        const compute = object.fields[name];
        if (compute === undefined)
          throw new Error(`${object.type}.${name} is described, but not implemented`);
        const value = compute(Object.fromEntries([...args].map(([arg, each]) => [arg, argumentOf(each)])));
        return { [key]: isObject(value) && inner !== undefined ? read(value, inner) : (value as Json) };
      }),
    );
  return read(root, query.selections);
}

const isObject = (value: GraphqlValue): value is GraphqlObject =>
  typeof value === 'object' && value !== null && 'fields' in value;
