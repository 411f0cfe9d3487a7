/** Compiles mappings, predicates and bounds into expressions of a program, with the variables that each reads. */
import type { Expression, Field, Json } from '../../../kernel/index.ts';
import { emptyValueOf } from '../../xsd/default-value.ts';
import type { CheckedQueries } from '../check/check-queries.ts';
import {
  type DataDocument,
  type DataField,
  evaluatorName,
  type MapSource,
  type YawlSource,
} from '../evaluate/evaluator-source.ts';
import { initialValueOf } from '../model/initial-value.ts';
import type { YawlDecomposition, YawlMapping, YawlNet, YawlVariable } from '../model/schema.ts';

/** What the queries of one net are compiled with. */
export interface NetData {
  readonly root: string;
  /** Each variable once. */
  readonly variables: readonly YawlVariable[];
  readonly checked: CheckedQueries;
}

/** What the queries of one task read besides the net: the results of its work. */
export interface TaskData extends NetData {
  readonly decomposition: YawlDecomposition;
  /** The output that receives the whole result of a call; `null` if the result is an object with the outputs. */
  readonly result: string | null;
}

export function dataOfNet(net: YawlNet, checked: CheckedQueries): NetData {
  return { root: net.dataRoot, variables: variablesOf(net), checked };
}

/** A variable can be input, output and local at once. The input declaration has precedence. */
export function variablesOf({ inputs, locals, outputs }: YawlNet): readonly YawlVariable[] {
  const byName = new Map<string, YawlVariable>();
  for (const variable of [...inputs, ...locals, ...outputs]) {
    if (!byName.has(variable.name)) byName.set(variable.name, variable);
  }
  return [...byName.values()];
}

export function evalSource(source: YawlSource, reads: readonly string[]): Expression {
  // Cast: plain data.
  return { kind: 'eval', evaluator: evaluatorName, source: source as unknown as Json, reads };
}

/** Of a variable of a net, or a parameter that receives a value. */
export function toDataField({ name, shape, mandatory }: YawlVariable, required = mandatory): DataField {
  return { name, type: shape?.type ?? { kind: 'any' }, required };
}

export interface Computed {
  readonly over: DataDocument;
  readonly reads: readonly string[];
}

/** The variables of the net that a query may read. */
export function overNet({ root, variables, checked }: NetData, query: string): Computed {
  const seen = lookedAt(checked, query, root);
  const read = variables.filter(({ name }) => seen === null || seen.has(name));
  return {
    over: { from: 'net', root, fields: read.map((variable) => toDataField(variable, false)) },
    reads: read.map(({ name }) => name),
  };
}

/** The outputs of a decomposition that a query may read. */
export function overOutput({ decomposition, checked, result }: TaskData, query: string): Computed {
  const seen = lookedAt(checked, query, decomposition.dataRoot);
  const read = decomposition.outputs.filter(({ name }) => seen === null || seen.has(name));
  return {
    over: {
      from: 'output',
      root: decomposition.dataRoot,
      fields: read.map((output) => outputField(output, decomposition)),
      ...(result === null ? {} : { result }),
    },
    reads: ['$output', '$input'],
  };
}

/** An output that is also an input or has a default is optional. */
export function outputField(output: YawlVariable, { inputs }: YawlDecomposition): DataField {
  const defaultValue = output.initial === null ? undefined : initialValueOf(output);
  const isGiven = defaultValue !== undefined || inputs.some(({ name }) => name === output.name);
  return {
    ...toDataField(output, !isGiven),
    ...(defaultValue === undefined ? {} : { default: defaultValue }),
  };
}

/** `null`: any value. */
function lookedAt(checked: CheckedQueries, query: string, root: string): ReadonlySet<string> | null {
  const verdict = checked.get(query);
  if (verdict?.kind !== 'accepted' || verdict.paths === null) return null;
  const seen = new Set<string>();
  for (const [first, second] of verdict.paths) {
    if (first !== root) continue;
    if (second === undefined) return null;
    seen.add(second);
  }
  return seen;
}

export function mapTo(
  data: NetData,
  query: string,
  to: DataField,
): { source: MapSource; reads: readonly string[] } {
  const { over, reads } = overNet(data, query);
  return { source: { do: 'map', query, over, to }, reads };
}

/** The inputs of a task: a field for each connected parameter. */
export function startingFields(
  data: NetData,
  mappings: readonly YawlMapping[],
  params: readonly YawlVariable[],
): Field[] {
  return params.flatMap((param) => {
    const mapping = mappings.find(({ to }) => to === param.name);
    if (mapping === undefined) return [];
    const { source, reads } = mapTo(data, mapping.query.text, toDataField(param));
    return [{ name: param.name, value: evalSource(source, reads) }];
  });
}

/** The value of a variable before the first write. */
export function startValueOf(variable: YawlVariable): Json {
  if (variable.initial !== null) return initialValueOf(variable) ?? null;
  return variable.shape === null ? null : emptyValueOf(variable.shape);
}
