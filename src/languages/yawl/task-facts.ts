/** Describes a task of a specification: its kind, and the types of its inputs and outputs. */
import type { ServiceDirectory, TaskFacts } from '../language.ts';
import { trimShape } from '../xsd/trim-shape.ts';
import { findBinding } from './find-binding.ts';
import type { YawlDecomposition, YawlSpecification, YawlTask, YawlVariable } from './schema.ts';

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
