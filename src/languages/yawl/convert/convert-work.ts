/** Converts the work of a task into a node: a question, a call, a workflow, or nothing. */
import type { Json } from '../../../kernel/index.ts';
import { createReporter } from '../../document/reporter.ts';
import { resourcingOf } from '../model/resourcing.ts';
import type { YawlDecomposition, YawlGateway, YawlTask, YawlVariable } from '../model/schema.ts';
import { taskNameOf } from '../model/task-name.ts';
import { graphTypeOf, isConstrained } from './graph-type-name.ts';
import type { NetConversionContext } from './net-conversion-context.ts';
import { shapeOrUntyped } from './net-variables.ts';
import { type Inputs, omittedOutputOf } from './omitted-output.ts';
import { type MappedValue, readMapping } from './read-mapping.ts';
import { escapeDollars, templateOf, templateText } from './template.ts';
import type { QueryScope } from './term.ts';

export interface ConvertedWork {
  readonly body: { readonly [key: string]: Json };
  readonly comments: readonly string[];
}

/** @param inputs the values of its parameters */
export function convertWork(
  context: NetConversionContext,
  task: YawlTask,
  decomposition: YawlDecomposition | undefined,
  inputs: Inputs,
): ConvertedWork {
  if (decomposition === undefined) return { body: { wait: 0 }, comments: [] };
  const args = argsOf(inputs);
  if (decomposition.kind === 'net') {
    const workflow = context.workflows.get(decomposition.id) ?? decomposition.id;
    return { body: { workflow, ...args }, comments: [] };
  }
  const binding = context.bindingOf(task);
  if (binding === undefined) return question(context, task, decomposition, inputs);
  const { operation, args: names } = binding;
  const bound =
    names === null
      ? inputs
      : new Map(
          Object.entries(names).flatMap(([argument, parameter]) => {
            const given = inputs.get(parameter);
            return given === undefined ? [] : [[argument, given] as const];
          }),
        );
  return { body: { call: operation, ...argsOf(bound) }, comments: [] };
}

function argsOf(inputs: Inputs): { readonly [key: string]: Json } {
  // Null values are omitted: a parameter without a default is null.
  const given = [...inputs].map(([name, each]) => [name, templateOf(each)] as const);
  const some = given.filter(([, value]) => value !== null);
  return some.length === 0 ? {} : { args: Object.fromEntries(some) };
}

/** The value of each parameter from the data of the net. What cannot be converted is reported and omitted. */
export function taskInputsOf(
  context: NetConversionContext,
  task: YawlTask,
  decomposition: YawlDecomposition | undefined,
  scope: QueryScope,
): { readonly inputs: Inputs; readonly comments: readonly string[] } {
  const inputs = new Map<string, MappedValue>();
  const comments: string[] = [];
  for (const { to, query, at } of task.starting) {
    const parameter = decomposition?.inputs.find(({ name }) => name === to);
    if (parameter === undefined) continue;
    const given = readMapping(query.text, scope, shapeOrUntyped(parameter));
    if (typeof given !== 'string') {
      inputs.set(to, given);
      continue;
    }
    comments.push(
      context.gaps.add(at, {
        rule: 'mapping',
        message: `The mapping “${query.text}” to “${to}” of “${task.id}” cannot be converted: ${given}.`,
        byHand: `Write the value of “${to}” as an expression.`,
      }),
    );
  }
  return { inputs, comments };
}

function question(
  context: NetConversionContext,
  task: YawlTask,
  gateway: YawlGateway,
  inputs: Inputs,
): ConvertedWork {
  const { who, comments } = respondentsOf(context, task);
  const gapComments: string[] = [];
  const expects = gateway.outputs.map((output): [string, Json] => {
    const type = graphTypeOf(shapeOrUntyped(output));
    const omitted = omittedOutputOf(output, gateway, inputs);
    if (omitted === null) return [output.name, type];
    if (omitted.kind === 'unsayable') {
      gapComments.push(
        context.gaps.add(task.at, {
          rule: 'left-out',
          message: `“${output.name}” of “${task.id}” can be omitted and is then the input of the same name, which is a composed value. A default must be a constant.`,
          byHand: 'Make it required, or compose it where it is used.',
        }),
      );
      return [output.name, type];
    }
    const defaultField =
      omitted.kind === 'constant' && omitted.value !== null ? { default: omitted.value } : {};
    return [output.name, { type, required: false, ...defaultField }];
  });
  return {
    comments: [...constraintComments(gateway.outputs), ...comments, ...gapComments],
    body: {
      type: 'yield',
      message: messageOf(task, inputs),
      ...(expects.length === 0 ? {} : { expects: Object.fromEntries(expects) }),
      ...(who === null ? {} : { who }),
    },
  };
}

function messageOf(task: YawlTask, inputs: Inputs): string {
  const shown = [...inputs]
    .map(([name, given]) => `${escapeDollars(name)}: ${templateText(given)}`)
    .join(', ');
  const title = escapeDollars(task.name === '' ? taskNameOf(task) : task.name);
  return shown === '' ? title : `${title} (${shown})`;
}

/** Restrictions of YAWL types that the graph types do not have. */
export function constraintComments(variables: readonly YawlVariable[]): readonly string[] {
  const names = variables
    .filter((each) => isConstrained(shapeOrUntyped(each)))
    .map(({ name, typeName }) => `${name} (${typeName})`);
  return names.length === 0 ? [] : [`YAWL also checks restrictions of: ${names.join(', ')}`];
}

/** Fixed names can be converted. Rules that depend on earlier tasks cannot. */
function respondentsOf(
  context: NetConversionContext,
  task: YawlTask,
): { readonly who: Json; readonly comments: readonly string[] } {
  const { gaps, net, specification, services } = context;
  const { source } = gaps.reporter;
  const silent = { violations: createReporter(source), warnings: createReporter(source) };
  const { who } = resourcingOf(task, { net, specification, services, ...silent });
  if (who === undefined || task.resourcing === null) return { who: null, comments: [] };
  const missing = [
    ...(who.familiar.length > 0 ? ['the person who did another task'] : []),
    ...(who.apartFrom.length > 0 ? ['anyone except the person who did another task'] : []),
    ...(who.from.length > 0 ? ['the people in a variable'] : []),
    ...(who.offeredBy === 'user' ? ['the person an operator chooses'] : []),
    ...(who.allocatedBy === 'system' || who.startedBy === 'system' ? ['the person the system chooses'] : []),
  ];
  const comments =
    missing.length === 0
      ? []
      : [
          gaps.add(task.resourcing.at, {
            rule: 'resourcing',
            message: `“${task.id}” is for ${missing.join(', for ')}. A question can only name fixed roles and people.`,
            byHand: 'Name roles or subjects under “who”.',
          }),
        ];
  const named = {
    ...(who.roles.length > 0 ? { roles: [...who.roles].map(escapeDollars) } : {}),
    ...(who.subjects.length > 0 ? { subjects: [...who.subjects].map(escapeDollars) } : {}),
  };
  return { who: Object.keys(named).length === 0 ? null : named, comments };
}
