/** Compiles one task of a net into a task of the program. */
import type { Assign, Expression, Field, Flow, Source, Task, Work } from '../../../kernel/index.ts';
import { namedOperation } from '../../named-operation.ts';
import type { ServiceBinding, ServiceDirectory } from '../../workflow.ts';
import { findBinding } from '../model/find-binding.ts';
import { parsePredicate, timedTasksOf } from '../model/parse-predicate.ts';
import type { ResourcingContext } from '../model/resourcing.ts';
import type {
  SourceLocation,
  YawlDecomposition,
  YawlFlow,
  YawlGateway,
  YawlNet,
  YawlTask,
} from '../model/schema.ts';
import { implicitId, type WiredTask } from '../model/wire-net.ts';
import {
  evalSource,
  mapTo,
  type NetData,
  outputField,
  overNet,
  startingFields,
  type TaskData,
  toDataField,
} from './compile-data.ts';
import { compileEach, completedValue, joinedOutputs } from './compile-instances.ts';
import { compileTaskItem } from './compile-task-item.ts';
import { compileTimer, timerVariable } from './compile-timer.ts';

/** The context of a task while it is compiled. */
export interface TaskCompileContext extends ResourcingContext {
  readonly data: NetData;
  readonly services: ServiceDirectory | null;
  readonly sourceOf: (place: SourceLocation) => Source;
}

export function compileTask({ task, preset, flows }: WiredTask, context: TaskCompileContext): Task {
  const { data, net, specification, sourceOf } = context;
  const decomposition = specification.decompositions.find(({ id }) => id === task.decomposition?.name);
  const binding =
    decomposition?.kind === 'gateway' ? findBinding(decomposition, context.services) : undefined;
  const isAutomated = decomposition?.kind === 'gateway' && decomposition.interaction === 'automated';
  const timeout =
    decomposition?.kind === 'gateway'
      ? compileTimer(task, data, isAutomated || binding !== undefined)
      : undefined;
  return {
    id: task.id,
    from: preset,
    // With one incoming flow all joins are equal, but the kernel evaluates OR-joins last: the task would lose every choice.
    join: preset.length === 1 ? 'xor' : task.join,
    split: task.split,
    flows: flows.map(({ flow, place }) => compileFlow(flow, place, task, net, data)),
    work: workOf(task, decomposition, binding, context),
    ...(decomposition === undefined
      ? {}
      : givenBy(task, { ...data, decomposition, result: binding?.result ?? null })),
    ...cancelsOf(task, net),
    ...(timeout === undefined ? {} : { timeout }),
    source: sourceOf(task.at),
  };
}

function compileFlow(flow: YawlFlow, place: string, task: YawlTask, net: YawlNet, data: NetData): Flow {
  const { predicate, ordering, isDefault } = flow;
  const isGuarded = task.split !== 'and' && predicate !== null && !(task.split === 'xor' && isDefault);
  return {
    to: place,
    ...(isGuarded ? { guard: guardOf(predicate.text, net, data) } : {}),
    ...(ordering === null ? {} : { order: ordering }),
    ...(isDefault && task.split !== 'and' ? { default: true } : {}),
  };
}

function guardOf(text: string, net: YawlNet, data: NetData): Expression {
  const predicate = parsePredicate(text);
  if (predicate.kind === 'timer') {
    const variable = timerVariable(timedTasksOf(net).get(predicate.task)?.id ?? predicate.task);
    const { state, negated } = predicate;
    return evalSource({ do: 'timer', variable, state, negated }, [variable]);
  }
  if (predicate.kind === 'malformed') return { kind: 'value', value: false };
  const { query } = predicate;
  const { over, reads } = overNet(data, query);
  return evalSource({ do: 'test', query, over }, reads);
}

function workOf(
  task: YawlTask,
  decomposition: YawlDecomposition | undefined,
  binding: ServiceBinding | undefined,
  context: TaskCompileContext,
): Work {
  const { data } = context;
  if (decomposition === undefined) return { kind: 'pass' };
  const fields = inputFields(task, decomposition, data);
  if (decomposition.kind === 'net') {
    const input = fields.map(({ name, value }): Assign => ({ to: name, value }));
    return { kind: 'net', net: decomposition.id, scope: 'own', input };
  }
  if (binding !== undefined) return callOf(binding, fields);
  return offerOf(task, decomposition, fields, context);
}

/** Each instance of a task receives its part of the split. */
function inputFields(task: YawlTask, decomposition: YawlDecomposition, data: NetData): readonly Field[] {
  const formal = task.multiple?.input?.formal.name;
  const fields = startingFields(data, task.starting, decomposition.inputs);
  if (formal === undefined) return fields;
  return [
    ...fields.filter(({ name }) => name !== formal),
    { name: formal, value: { kind: 'read', name: '$item' } },
  ];
}

function callOf({ operation, args }: ServiceBinding, fields: readonly Field[]): Work {
  const renamed =
    args === null
      ? fields
      : Object.entries(args).flatMap(([name, parameter]) => {
          const field = fields.find((each) => each.name === parameter);
          return field === undefined ? [] : [{ name, value: field.value }];
        });
  return {
    kind: 'call',
    ...namedOperation(operation),
    input: { kind: 'record', fields: renamed },
    onUncertain: 'ask',
  };
}

function offerOf(
  task: YawlTask,
  gateway: YawlGateway,
  fields: readonly Field[],
  context: TaskCompileContext,
): Work {
  const { data } = context;
  const params = task.resourcing?.offer.params ?? [];
  const naming = params.map(({ variable, refers }) => ({ variable: variable.name, refers }));
  return {
    kind: 'offer',
    item: compileTaskItem(task, gateway, context),
    input: { kind: 'record', fields },
    takes: 'hold',
    enabling: previewOf(task, gateway, data),
    unfinished: evalSource(
      { do: 'unfinished', outputs: gateway.outputs.map((output) => outputField(output, gateway)) },
      ['$input'],
    ),
    ...(naming.length === 0
      ? {}
      : {
          whom: evalSource(
            { do: 'whom', params: naming },
            naming.map(({ variable }) => variable),
          ),
        }),
  };
}

/** What can be shown before the start. With multiple instances: only what all of them share. */
function previewOf(task: YawlTask, gateway: YawlGateway, data: NetData): Expression {
  const starting = task.multiple === null ? task.starting : [];
  const shown = [
    ...starting.map((mapping) => ({ mapping, params: gateway.inputs })),
    ...task.enablement.map((mapping) => ({ mapping, params: gateway.enablement })),
  ];
  const maps = shown.flatMap(({ mapping, params }) => {
    const param = params.find(({ name }) => name === mapping.to);
    return param === undefined ? [] : [mapTo(data, mapping.query.text, toDataField(param, false))];
  });
  const reads = [...new Set(maps.flatMap((each) => each.reads))];
  return evalSource({ do: 'preview', fields: maps.map(({ source }) => source) }, reads);
}

/** What the work of a task returns to its net, and how many instances do it. */
function givenBy(task: YawlTask, data: TaskData): Pick<Task, 'each' | 'outputs'> {
  const { multiple, completed } = task;
  if (multiple !== null) {
    return { each: compileEach(task, multiple, data), outputs: joinedOutputs(task, multiple, data) };
  }
  return {
    outputs: completed.flatMap(({ query, to }) => {
      const variable = data.variables.find(({ name }) => name === to);
      return variable === undefined ? [] : [{ to, value: completedValue(query.text, variable, data) }];
    }),
  };
}

function cancelsOf({ removes, removesFlows }: YawlTask, net: YawlNet): Pick<Task, 'cancels'> {
  if (removes.length === 0 && removesFlows.length === 0) return {};
  const tasks = new Set(net.tasks.map(({ id }) => id));
  const names = removes.map(({ name }) => name);
  const implicit = removesFlows.map(({ from, to }) => implicitId(from, to));
  return {
    cancels: {
      places: [...names.filter((name) => !tasks.has(name)), ...implicit],
      tasks: names.filter((name) => tasks.has(name)),
    },
  };
}
