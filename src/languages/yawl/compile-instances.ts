/** Tasks of several instances: how many there are, what each is given, and what they give together. */
import type { Assign, Each, Expression, Field } from '../../kernel/index.ts';
import { evaluate, fieldOf, type NetData, overNet, overOutput } from './compile-data.ts';
import { outputsKey, pieceKey } from './evaluate-instances.ts';
import type { DataField } from './evaluator-source.ts';
import { parseBound } from './parse-bound.ts';
import type { YawlDecomposition, YawlMultiple, YawlQuery, YawlTask, YawlVariable } from './schema.ts';

/** What YAWL takes a bound for that cannot be computed. */
const fallbacks = { minimum: 1, maximum: 2, threshold: 1 };

export function compileEach(
  { completed }: YawlTask,
  multiple: YawlMultiple,
  decomposition: YawlDecomposition,
  data: NetData,
): Each {
  const { input, output, creation } = multiple;
  const formal =
    input === null ? undefined : decomposition.inputs.find(({ name }) => name === input.formal.name);
  return {
    ...(input === null || formal === undefined ? {} : { items: splitting(input, formal, data) }),
    min: boundOf(multiple.minimum, fallbacks.minimum, data),
    max: boundOf(multiple.maximum, fallbacks.maximum, data),
    threshold: boundOf(multiple.threshold, fallbacks.threshold, data),
    create: creation === 'dynamic' ? 'dynamic' : 'static',
    failures: 'abort',
    collect: {
      kind: 'record',
      fields: [
        ...(output === null
          ? []
          : [{ name: pieceKey, value: pieceOf(output.formal.text, decomposition, data) }]),
        {
          name: outputsKey,
          value: {
            kind: 'record',
            fields: completed.flatMap(({ query, to }): Field[] => {
              const variable = data.variables.find(({ name }) => name === to);
              return variable === undefined
                ? []
                : [{ name: to, value: completedValue(query.text, variable, decomposition, data) }];
            }),
          },
        },
      ],
    },
  };
}

function splitting(
  { expression, splitting: split }: NonNullable<YawlMultiple['input']>,
  formal: YawlVariable,
  data: NetData,
): Expression {
  const query = expression.text;
  const { over, reads } = overNet(data, query);
  return evaluate({ do: 'split', query, splitting: split.text, over, to: fieldOf(formal) }, reads);
}

function boundOf({ text }: YawlQuery, otherwise: number, data: NetData): number | Expression {
  const number = parseBound(text);
  if (number !== null) return number;
  const { over, reads } = overNet(data, text);
  return evaluate({ do: 'count', query: text, over, otherwise }, reads);
}

function pieceOf(query: string, decomposition: YawlDecomposition, { checked }: NetData): Expression {
  const { over, reads } = overOutput(decomposition, checked, query);
  return evaluate({ do: 'piece', query, over }, reads);
}

/** The value of a variable from what an item or a net below gave. */
export function completedValue(
  query: string,
  variable: YawlVariable,
  decomposition: YawlDecomposition,
  { checked }: NetData,
  result: string | null = null,
): Expression {
  const { over, reads } = overOutput(decomposition, checked, query, result);
  return evaluate({ do: 'map', query, over, to: fieldOf(variable, false) }, reads);
}

/** Of each variable what the last instance gave, and the whole of all instances. */
export function joinedOutputs(
  { completed }: YawlTask,
  { output }: YawlMultiple,
  { dataRoot }: YawlDecomposition,
  data: NetData,
): readonly Assign[] {
  const whole =
    output === null ? undefined : data.variables.find(({ name }) => name === output.variable.name);
  const last = completed
    .filter(({ to }) => to !== whole?.name && data.variables.some(({ name }) => name === to))
    .map(({ to }): Assign => ({ to, value: evaluate({ do: 'last', variable: to }, ['$last']) }));
  if (output === null || whole === undefined) return last;
  const to: DataField = fieldOf(whole, false);
  const join = evaluate({ do: 'join', query: output.joining.text, root: dataRoot, to }, ['$output']);
  return [...last, { to: whole.name, value: join }];
}
