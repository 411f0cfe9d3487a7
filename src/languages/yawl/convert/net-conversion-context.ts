/** The context of a net during its conversion. */
import type { ServiceBinding, ServiceDirectory } from '../../workflow.ts';
import { findBinding } from '../model/find-binding.ts';
import type {
  YawlDecomposition,
  YawlNet,
  YawlSpecification,
  YawlTask,
  YawlVariable,
} from '../model/schema.ts';
import type { Gaps } from './gap.ts';
import { graphTypeOf } from './graph-type-name.ts';
import type { NameAllocator } from './name-allocator.ts';
import { createNameAllocator } from './name-allocator.ts';
import { choosesSome, endTaskId, linksOf, type NetLinks } from './net-links.ts';
import {
  type NetVariable,
  netVariablesOf,
  referTo,
  shapeOrUntyped,
  type VariableWriter,
} from './net-variables.ts';
import { type Inputs, omittedOutputOf } from './omitted-output.ts';
import { predictInputs } from './predict-inputs.ts';
import { type MappedValue, readMapping } from './read-mapping.ts';
import { literal } from './template.ts';
import { fieldPath, type QueryScope } from './term.ts';

/** What all nets of a specification share. */
export interface ConversionContext {
  readonly specification: YawlSpecification;
  readonly services: ServiceDirectory | null;
  readonly gaps: Gaps;
  /** Name of the workflow by the id of the net. */
  readonly workflows: ReadonlyMap<string, string>;
  /** Names of further workflows. */
  readonly names: NameAllocator;
  /** Name of the workflow that only stores a value. */
  readonly keepWorkflow: string;
  /** No variable is considered set; each is tested before use. */
  readonly cautious: boolean;
}

export interface NetConversionContext extends ConversionContext {
  readonly net: YawlNet;
  readonly links: NetLinks;
  /** Names of this workflow. */
  readonly nodes: NameAllocator;
  readonly nodeOf: (task: string) => string;
  readonly variables: ReadonlyMap<string, NetVariable>;
  readonly decompositionOf: (task: YawlTask) => YawlDecomposition | undefined;
  readonly bindingOf: (task: YawlTask) => ServiceBinding | undefined;
  /** The data of the net when the preceding tasks have completed: before a task, after it, or at the end. */
  readonly dataAt: (task: string, when: 'before' | 'after') => QueryScope;
}

export function createNetConversionContext(context: ConversionContext, net: YawlNet): NetConversionContext {
  const { specification, services, cautious } = context;
  const links = linksOf(net);
  const nodes = createNameAllocator();
  const decompositions = new Map(specification.decompositions.map((each) => [each.id, each]));
  const decompositionOf = (task: YawlTask) => decompositions.get(task.decomposition?.name ?? '');
  const bindingOf = (task: YawlTask) => {
    const decomposition = decompositionOf(task);
    return decomposition?.kind === 'gateway' ? findBinding(decomposition, services) : undefined;
  };
  // Parameters are named first: callers of the workflow know them.
  const params = new Map(net.inputs.map(({ name }) => [name, nodes.allocate(name)]));
  const taken = new Map<string, string>();
  const nodeOf = (task: string): string => {
    const name = taken.get(task) ?? nodes.allocate(params.has(task) ? `${task}_task` : task);
    taken.set(task, name);
    return name;
  };
  const writersOf = (
    variable: YawlVariable,
    inputsOf: (task: YawlTask) => Inputs,
  ): readonly VariableWriter[] =>
    net.tasks.flatMap((task) => {
      const scope = outputScope(nodeOf(task.id), decompositionOf(task), bindingOf(task), inputsOf(task));
      return writersAmong(task, variable, scope);
    });
  const sureBefore = (task: string): ReadonlySet<string> =>
    (cautious ? undefined : links.before.get(task)) ?? new Set();
  const predicted = predictInputs(net, decompositionOf, sureBefore, writersOf);
  const variables = netVariablesOf(net, params, nodes, (variable) => writersOf(variable, predicted));
  const hasOptions = net.tasks.some(choosesSome);
  const dataAt = (task: string, when: 'before' | 'after'): QueryScope => {
    // The check of the document assumes that an OR-split may choose no branch, so nothing may follow.
    const doubtful = cautious || (task === endTaskId && hasOptions);
    const known = doubtful ? new Set<string>() : sureBefore(task);
    const sure = when === 'after' && !doubtful ? new Set([...known, task]) : known;
    return {
      root: net.dataRoot,
      find: (name) => {
        const variable = variables.get(name);
        return variable === undefined ? undefined : referTo(variable, sure);
      },
    };
  };
  return { ...context, net, links, nodes, nodeOf, variables, decompositionOf, bindingOf, dataAt };
}

/**
 * The outputs of a task as its completed mappings read them.
 * @param inputs the values of omitted outputs
 */
export function outputScope(
  node: string,
  decomposition: YawlDecomposition | undefined,
  binding: ServiceBinding | undefined,
  inputs: Inputs,
): QueryScope {
  return {
    root: decomposition?.dataRoot ?? '',
    find: (name) => {
      const output = decomposition?.outputs.find((each) => each.name === name);
      const whole = binding?.result ?? null;
      if (output === undefined || (whole !== null && whole !== name)) return undefined;
      const shape = shapeOrUntyped(output);
      const isText = graphTypeOf(shape) === 'str';
      const plain = whole === null ? `$${node}${fieldPath([name])}` : `$${node}`;
      const omitted =
        whole === null && decomposition !== undefined ? omittedOutputOf(output, decomposition, inputs) : null;
      // For a question, `expects` already has the value.
      const isSaid = omitted?.kind === 'constant' && (binding === undefined || omitted.value === null);
      const beginning =
        omitted === null || omitted.kind === 'unsayable' || isSaid
          ? plain
          : `default(${plain}, ${omitted.kind === 'constant' ? literal(omitted.value) : omitted.text})`;
      // A net may leave an output empty. A question must be answered, or has a default.
      const mayLack =
        omitted?.kind === 'expression'
          ? omitted.nullable
          : omitted?.kind === 'constant' && omitted.value === null;
      const nullable = !isText && (decomposition?.kind === 'net' || mayLack);
      return { shape, nullable, text: (steps) => `${beginning}${fieldPath(steps)}` };
    },
  };
}

const plainReference = /^\$[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*$/;

/** Multiple instances return a composed list, never a plain reference. */
function writersAmong(task: YawlTask, variable: YawlVariable, scope: QueryScope): readonly VariableWriter[] {
  if (task.multiple?.output?.variable.name === variable.name) {
    return [{ task: task.id, reference: null, nullable: false }];
  }
  const mapping = task.completed.find(({ to }) => to === variable.name);
  if (mapping === undefined) return [];
  const given = readMapping(mapping.query.text, scope, shapeOrUntyped(variable));
  const reference =
    typeof given !== 'string' && given.kind === 'expression' && plainReference.test(given.text)
      ? given.text
      : null;
  const isText = graphTypeOf(shapeOrUntyped(variable)) === 'str';
  const nullable = !isText && isNothing(given);
  return [{ task: task.id, reference, nullable }];
}

const isNothing = (given: MappedValue | string): boolean =>
  typeof given === 'string' ||
  (given.kind === 'constant' && given.value === null) ||
  (given.kind === 'expression' && given.nullable === true);
