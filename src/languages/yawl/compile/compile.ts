/** Compiles a specification into a program: one net of the kernel for each net, reachable from the root or not. */
import type { Expression, Net, Program, Variable } from '../../../kernel/index.ts';
import type { XsdType, XsdTypes } from '../../xsd/shape.ts';
import type { CheckedQueries } from '../check/check-queries.ts';
import type { SharedTypes } from '../evaluate/evaluator-source.ts';
import type { YawlNet, YawlSpecification, YawlVariable } from '../model/schema.ts';
import { wireNet } from '../model/wire-net.ts';
import { dataOfNet, startValueOf, variablesOf } from './compile-data.ts';
import { compileTask, type TaskCompileContext } from './compile-task.ts';
import { timerVariables } from './compile-timer.ts';

export type ProgramCompileContext = Pick<
  TaskCompileContext,
  'services' | 'sourceOf' | 'violations' | 'warnings'
> & { readonly checked: CheckedQueries };

/** @param root net of a specification without errors of form */
export function compileProgram(
  specification: YawlSpecification,
  root: YawlNet,
  context: ProgramCompileContext,
): Program {
  const nets = specification.decompositions.filter((each) => each.kind === 'net');
  const fields = variablesOf(root).map(({ name, shape }) => ({ name, type: shape?.type ?? untyped }));
  const shared: SharedTypes = { types: typesOf(specification), data: { root: root.dataRoot, fields } };
  return {
    semantics: 1,
    onMisfit: 'refuse',
    root: root.id,
    nets: nets.map((net) => compileNet(net, specification, context)),
    shared: shared as unknown as NonNullable<Program['shared']>,
  };
}

const untyped: XsdType = { kind: 'any' };

function compileNet(net: YawlNet, specification: YawlSpecification, context: ProgramCompileContext): Net {
  const wired = wireNet(net);
  const { checked, ...others } = context;
  const ofTasks = { ...others, net, specification, data: dataOfNet(net, checked) };
  return {
    id: net.id,
    input: idOf(net, 'input'),
    output: idOf(net, 'output'),
    places: wired.places.map(({ id, at }) => ({ id, source: context.sourceOf(at) })),
    tasks: wired.tasks.map((task) => compileTask(task, ofTasks)),
    variables: [...variablesOf(net).map((variable) => toVariable(variable, net)), ...timerVariables(net)],
    result: resultOf(net),
    onFailure: 'abort',
  };
}

const idOf = ({ conditions }: YawlNet, kind: 'input' | 'output'): string =>
  conditions.find((condition) => condition.kind === kind)?.id ?? '';

/** A missing value is an empty element: variables are never unset. */
function toVariable(variable: YawlVariable, { inputs }: YawlNet): Variable {
  const { name, mandatory, initial } = variable;
  const isInput = inputs.some((input) => input.name === name);
  if (isInput && mandatory && initial === null) return { name, parameter: 'required' };
  return { name, initial: startValueOf(variable), ...(isInput ? { parameter: 'optional' } : {}) };
}

function resultOf({ outputs }: YawlNet): Expression {
  return {
    kind: 'record',
    fields: outputs.map(({ name }) => ({ name, value: { kind: 'read', name } })),
  };
}

/** The types of the specification, and those that variables refer to. */
function typesOf({ types, decompositions }: YawlSpecification): XsdTypes {
  const variables = decompositions.flatMap((each) => [
    ...each.inputs,
    ...each.outputs,
    ...(each.kind === 'net' ? each.locals : each.enablement),
  ]);
  const tables = variables.flatMap(({ shape }): XsdTypes[] => (shape === null ? [] : [shape.types]));
  // A type can have any name, even “__proto__”.
  return Object.fromEntries([types, ...tables].flatMap(Object.entries));
}
