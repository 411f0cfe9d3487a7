/** Compiles multiple-instance tasks: the number of instances, the input of each, and the joined output. */
import type { Assign, Each, Expression, Field } from '../../../kernel/index.ts';
import { outputsKey, pieceKey } from '../evaluate/evaluate-instances.ts';
import type { DataField } from '../evaluate/evaluator-source.ts';
import { parseBound } from '../model/parse-bound.ts';
import type { YawlMultiple, YawlQuery, YawlTask, YawlVariable } from '../model/schema.ts';
import { evalSource, type NetData, overNet, overOutput, type TaskData, toDataField } from './compile-data.ts';

/** The value that YAWL uses for a bound that cannot be evaluated. */
const fallbacks = { minimum: 1, maximum: 2, threshold: 1 };

export function compileEach({ completed }: YawlTask, multiple: YawlMultiple, data: TaskData): Each {
  const { input, output, creation } = multiple;
  const formal =
    input === null ? undefined : data.decomposition.inputs.find(({ name }) => name === input.formal.name);
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
        ...(output === null ? [] : [{ name: pieceKey, value: pieceOf(output.formal.text, data) }]),
        {
          name: outputsKey,
          value: {
            kind: 'record',
            fields: completed.flatMap(({ query, to }): Field[] => {
              const variable = data.variables.find(({ name }) => name === to);
              return variable === undefined
                ? []
                : [{ name: to, value: completedValue(query.text, variable, data) }];
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
  return evalSource({ do: 'split', query, splitting: split.text, over, to: toDataField(formal) }, reads);
}

function boundOf({ text }: YawlQuery, otherwise: number, data: NetData): number | Expression {
  const number = parseBound(text);
  if (number !== null) return number;
  const { over, reads } = overNet(data, text);
  return evalSource({ do: 'count', query: text, over, otherwise }, reads);
}

function pieceOf(query: string, data: TaskData): Expression {
  const { over, reads } = overOutput(data, query);
  return evalSource({ do: 'piece', query, over }, reads);
}

/** The value of a variable from the result of an item or a net. */
export function completedValue(query: string, variable: YawlVariable, data: TaskData): Expression {
  const { over, reads } = overOutput(data, query);
  return evalSource({ do: 'map', query, over, to: toDataField(variable, false) }, reads);
}

/** For each variable, the result of the last instance; and the joined results of all instances. */
export function joinedOutputs(
  { completed }: YawlTask,
  { output }: YawlMultiple,
  data: TaskData,
): readonly Assign[] {
  const whole =
    output === null ? undefined : data.variables.find(({ name }) => name === output.variable.name);
  const last = completed
    .filter(({ to }) => to !== whole?.name && data.variables.some(({ name }) => name === to))
    .map(({ to }): Assign => ({ to, value: evalSource({ do: 'last', variable: to }, ['$last']) }));
  if (output === null || whole === undefined) return last;
  const to: DataField = toDataField(whole, false);
  const join = evalSource({ do: 'join', query: output.joining.text, root: data.decomposition.dataRoot, to }, [
    '$output',
  ]);
  return [...last, { to: whole.name, value: join }];
}
