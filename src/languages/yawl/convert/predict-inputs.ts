/**
 * Predicts the inputs of tasks before it is known how variables are stored: which inputs can be null depends on the
 * outputs of tasks, and those depend on their inputs.
 */
import { initialValueOf } from '../model/initial-value.ts';
import type { YawlDecomposition, YawlNet, YawlTask, YawlVariable } from '../model/schema.ts';
import { graphTypeOf } from './graph-type-name.ts';
import { shapeOrUntyped, type VariableWriter } from './net-variables.ts';
import type { Inputs } from './omitted-output.ts';
import { readMapping } from './read-mapping.ts';
import { fieldPath } from './term.ts';

/** @param sureBefore tasks that have always completed before another */
export function predictInputs(
  net: YawlNet,
  decompositionOf: (task: YawlTask) => YawlDecomposition | undefined,
  sureBefore: (task: string) => ReadonlySet<string>,
  writersOf: (variable: YawlVariable, inputsOf: (task: YawlTask) => Inputs) => readonly VariableWriter[],
): (task: YawlTask) => Inputs {
  const variables = new Map([...net.outputs, ...net.locals, ...net.inputs].map((each) => [each.name, each]));
  const writtenBy = new Map<string, readonly VariableWriter[]>();
  const mayLack = (variable: YawlVariable, sure: ReadonlySet<string>): boolean => {
    if (graphTypeOf(shapeOrUntyped(variable)) === 'str') return false;
    const writers = writtenBy.get(variable.name) ?? [];
    if (writers.some(({ nullable }) => nullable)) return true;
    const isSet = writers.some(({ task }) => sure.has(task));
    return !isSet && !variable.mandatory && (initialValueOf(variable) ?? null) === null;
  };
  const inputsOf = (task: YawlTask): Inputs => {
    const sure = sureBefore(task.id);
    const find = (name: string) => {
      const variable = variables.get(name);
      if (variable === undefined) return undefined;
      const text = (steps: readonly string[]) => `$${name}${fieldPath(steps)}`;
      return { shape: shapeOrUntyped(variable), nullable: mayLack(variable, sure), text };
    };
    const parameters = decompositionOf(task)?.inputs ?? [];
    return new Map(
      task.starting.flatMap(({ to, query }) => {
        const parameter = parameters.find(({ name }) => name === to);
        if (parameter === undefined) return [];
        const given = readMapping(query.text, { root: net.dataRoot, find }, shapeOrUntyped(parameter));
        return typeof given === 'string' ? [] : [[to, given] as const];
      }),
    );
  };
  // A nullable value makes others nullable, until nothing changes.
  for (let before = -1, count = 0; count !== before; ) {
    before = count;
    for (const variable of variables.values()) writtenBy.set(variable.name, writersOf(variable, inputsOf));
    count = [...writtenBy.values()].flat().filter(({ nullable }) => nullable).length;
  }
  return inputsOf;
}
