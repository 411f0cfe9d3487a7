/** Describes a task of a specification: its kind, and the types of its inputs and outputs. */
import type { ServiceDirectory } from '../workflow.ts';
import type { Shape } from '../xsd/shape.ts';
import { trimShape } from '../xsd/trim-shape.ts';
import { findBinding } from './model/find-binding.ts';
import type { YawlDecomposition, YawlSpecification, YawlTask, YawlVariable } from './model/schema.ts';

export const taskKinds = ['manual', 'automated', 'composite', 'empty'] as const;

export interface TaskFacts {
  readonly kind: (typeof taskKinds)[number];
  /** Whether the task has several instances. */
  readonly multiple: boolean;
  readonly inputs: readonly ShapedField[];
  readonly outputs: readonly ShapedField[];
}

export interface ShapedField {
  readonly name: string;
  readonly shape: Shape;
  readonly required: boolean;
}

export function factsOf(
  task: YawlTask,
  { decompositions }: YawlSpecification,
  services: ServiceDirectory | null,
): TaskFacts {
  const decomposition = decompositions.find(({ id }) => id === task.decomposition?.name);
  return {
    kind: kindOf(decomposition, services),
    multiple: task.multiple !== null,
    inputs: (decomposition?.inputs ?? []).map(shaped),
    outputs: (decomposition?.outputs ?? []).map(shaped),
  };
}

function kindOf(
  decomposition: YawlDecomposition | undefined,
  services: ServiceDirectory | null,
): TaskFacts['kind'] {
  if (decomposition === undefined) return 'empty';
  if (decomposition.kind === 'net') return 'composite';
  return findBinding(decomposition, services) === undefined ? decomposition.interaction : 'automated';
}

const shaped = ({ name, shape, mandatory }: YawlVariable) => ({
  name,
  shape: trimShape(shape ?? { type: { kind: 'any' }, types: {} }),
  required: mandatory,
});
