/** The names of elements in YAWL's texts: `AtomicTask:pack`, `InputCondition:i`, `YNet:Ship`. */
import type {
  YawlCondition,
  YawlDecomposition,
  YawlNet,
  YawlSpecification,
  YawlTask,
} from '../model/schema.ts';

/** The decompositions of a specification by id. If several have one id, the first. */
export type Decompositions = ReadonlyMap<string, YawlDecomposition>;

export function decompositionsOf({ decompositions }: YawlSpecification): Decompositions {
  return new Map(decompositions.toReversed().map((decomposition) => [decomposition.id, decomposition]));
}

/** The net of a composite task. */
export function netOfTask({ decomposition }: YawlTask, decompositions: Decompositions): YawlNet | undefined {
  const found = decomposition === null ? undefined : decompositions.get(decomposition.name);
  return found?.kind === 'net' ? found : undefined;
}

export const labelOfTask = (task: YawlTask, decompositions: Decompositions): string =>
  `${netOfTask(task, decompositions) === undefined ? 'Atomic' : 'Composite'}Task:${task.id}`;

const conditionWords = { input: 'InputCondition', output: 'OutputCondition', plain: 'Condition' } as const;

export const labelOfCondition = ({ kind, id }: YawlCondition): string => `${conditionWords[kind]}:${id}`;

export const labelOfDecomposition = ({ kind, id }: YawlDecomposition): string =>
  `${kind === 'net' ? 'YNet' : 'YAWLServiceGateway'}:${id}`;
