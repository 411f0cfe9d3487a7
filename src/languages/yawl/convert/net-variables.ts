/**
 * Converts the variables of a net. The graph language has no assignments: a value is a parameter or the output of a
 * node. A variable that is set in several places, or to a computed value, is stored by separate nodes.
 */
import type { Json } from '../../../kernel/index.ts';
import type { Shape } from '../../xsd/shape.ts';
import { initialValueOf } from '../model/initial-value.ts';
import type { YawlNet, YawlVariable } from '../model/schema.ts';
import { graphTypeOf } from './graph-type-name.ts';
import type { NameAllocator } from './name-allocator.ts';
import { emptyMapping } from './read-mapping.ts';
import { literal } from './template.ts';
import { fieldPath, type VariableReference } from './term.ts';

export interface NetVariable {
  readonly name: string;
  readonly shape: Shape;
  /** Name of the workflow parameter that holds it; `null` if the variable is no input. */
  readonly param: string | null;
  /** The value before the first write; also the default of a parameter. */
  readonly initial: Json;
  readonly mandatory: boolean;
  readonly writers: readonly VariableWriter[];
  /** Name of the output that stores it; `null` if it is the output of its only writer. */
  readonly storedAs: string | null;
  /**
   * A first node stores the initial value. Needed if a task may set the variable to null: `default(…)` could not tell
   * that from a variable that was never set.
   */
  readonly storedAtStart: boolean;
}

/** A task that sets it. */
export interface VariableWriter {
  readonly task: string;
  /** The expression for its value, if that only refers to another value; `null` if it must be computed. */
  readonly reference: string | null;
  readonly nullable: boolean;
}

const untyped: Shape = { type: { kind: 'any' }, types: {} };

export const shapeOrUntyped = ({ shape }: Pick<YawlVariable, 'shape'>): Shape => shape ?? untyped;

export function netVariablesOf(
  net: YawlNet,
  params: ReadonlyMap<string, string>,
  names: NameAllocator,
  writersOf: (variable: YawlVariable) => readonly VariableWriter[],
): ReadonlyMap<string, NetVariable> {
  const inputs = new Map(net.inputs.map((variable) => [variable.name, variable]));
  const all = new Map([...net.outputs, ...net.locals, ...net.inputs].map((each) => [each.name, each]));
  return new Map(
    [...all.values()].map((variable): [string, NetVariable] => {
      const { name } = variable;
      const writers = writersOf(variable);
      const empty = emptyMapping(shapeOrUntyped(variable));
      const emptyValue = empty.kind === 'constant' ? empty.value : null;
      const initial = initialValueOf(variable) ?? emptyValue;
      const param = params.get(name) ?? null;
      const storedAtStart = writers.some(({ nullable }) => nullable) && (param !== null || initial !== null);
      const direct = writers.length === 0 || (writers.length === 1 && writers[0]?.reference !== null);
      return [
        name,
        {
          name,
          shape: shapeOrUntyped(variable),
          param,
          initial,
          mandatory: inputs.get(name)?.mandatory ?? false,
          writers,
          storedAtStart,
          storedAs: direct && !storedAtStart ? null : names.allocate(params.has(name) ? `${name}_now` : name),
        },
      ];
    }),
  );
}

/** @param completedBefore tasks that have always completed before it is read */
export function referTo(variable: NetVariable, completedBefore: ReadonlySet<string>): VariableReference {
  const { shape, param, initial, mandatory, writers, storedAs, storedAtStart } = variable;
  const source = storedAs === null ? (writers[0]?.reference ?? null) : `$${storedAs}`;
  const isSet = storedAtStart || writers.some(({ task }) => completedBefore.has(task));
  const isText = graphTypeOf(shape) === 'str';
  const baseNullable = !isText && (param === null ? initial === null : !mandatory && initial === null);
  const base = (steps: readonly string[]) =>
    param === null ? literal(inside(initial, steps)) : `$${param}${fieldPath(steps)}`;
  return {
    shape,
    nullable: !isText && (isSet ? writers.some(({ nullable }) => nullable) : baseNullable),
    text: (steps) => {
      if (source === null) return base(steps);
      const given = `${source}${fieldPath(steps)}`;
      return isSet ? given : `default(${given}, ${base(steps)})`;
    },
  };
}

function inside(value: Json, [step, ...others]: readonly string[]): Json {
  if (step === undefined) return value;
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? inside(Object.entries(value).find(([key]) => key === step)?.[1] ?? null, others) : null;
}
