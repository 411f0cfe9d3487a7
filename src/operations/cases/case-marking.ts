/** Describes the state of a case as a marking, net by net [Y7.3]: tokens in conditions, and active tasks with their instances. */
import { z } from 'zod';
import type { Frame, Instance, Net, Program, RunState } from '../../kernel/index.ts';
import { caseIdOf } from '../../languages/index.ts';
import { integer, listOf, namedObject, objectOf, text } from '../../languages/output-fields.ts';
import type { OpenedRun } from '../../runtime/index.ts';
import { lineageOfFrame } from '../runs/read-model/lineage-of-frame.ts';

const markedTask = objectOf({
  id: text('Id of the task.'),
  active: integer('Instances that were created, including completed ones.'),
  entered: integer('Instances that have not been started yet.'),
  executing: integer('Instances in progress.'),
  complete: integer('Completed instances.'),
  instances: listOf(
    objectOf({
      case_id: text('The case id of the net instance, with the number of the task instance.'),
      state: z.enum(['entered', 'executing']),
    }),
    'Instances that have not completed.',
  ),
});

export const markedNet = namedObject(
  'MarkedNet',
  'An active net of a case: its tokens, and its active tasks.',
  {
    case_id: text('Id of the net instance: the case id, with a number for each enclosing composite task.'),
    net: text('Id of the net.'),
    task: z.exactOptional(text('The composite task that it implements; absent for the root.')),
    conditions: listOf(
      objectOf({
        id: text('Id of the condition; c{a_b} if it is implicit.'),
        tokens: integer(),
        next: listOf(text(), 'Ids of the next tasks.'),
      }),
    ),
    tasks: listOf(markedTask),
  },
);

export type MarkedNet = z.infer<typeof markedNet>;

type MarkedTask = MarkedNet['tasks'][number];

/** Empty if the case has ended. */
export function markingOf({ record, state, program }: OpenedRun): readonly MarkedNet[] {
  if (state.status !== 'running') return [];
  return state.frames.map((frame): MarkedNet => {
    const net = program.nets[frame.net];
    const path = lineageOfFrame(state, frame.id);
    const task = taskAround(state, program, frame);
    return {
      case_id: caseIdOf(record.id, path),
      net: net?.id ?? '',
      ...(task === undefined ? {} : { task }),
      conditions: net === undefined ? [] : conditionsOf(net, frame),
      tasks: net === undefined ? [] : tasksOf(record.id, path, net, frame, state),
    };
  });
}

function taskAround({ frames, instances }: RunState, { nets }: Program, { parent, above }: Frame) {
  const around = instances.find(({ id }) => id === parent);
  const frame = frames.find(({ id }) => id === above);
  return around === undefined ? undefined : nets[frame?.net ?? -1]?.tasks[around.task]?.id;
}

function conditionsOf({ places, tasks }: Net, { tokens }: Frame): MarkedNet['conditions'] {
  return [...new Set(tokens)].map((place) => {
    const id = places[place]?.id ?? '';
    const next = tasks.filter(({ from }) => from.includes(id)).map((task) => task.id);
    return { id, tokens: tokens.filter((each) => each === place).length, next };
  });
}

function tasksOf(
  run: string,
  path: readonly number[],
  { tasks }: Net,
  { id: frame, busy }: Frame,
  { instances }: RunState,
): readonly MarkedTask[] {
  return [...new Set(busy)].map((task): MarkedTask => {
    const own = instances.filter((each) => each.frame === frame && each.task === task && isUnderWay(each));
    const complete = own.find(({ each }) => each !== null)?.each?.completed ?? 0;
    const single = own
      .filter(({ each }) => each === null)
      .map(({ ordinal, phase }) => ({ case_id: caseIdOf(run, [...path, ordinal]), state: stateOf(phase) }));
    const entered = single.filter(({ state }) => state === 'entered').length;
    return {
      id: tasks[task]?.id ?? '',
      active: single.length + complete,
      entered,
      executing: single.length - entered,
      complete,
      instances: single,
    };
  });
}

const stateOf = (phase: Instance['phase']): 'entered' | 'executing' =>
  phase === 'offered' || phase === 'ready' ? 'entered' : 'executing';

/** Whether the instance keeps its task busy. */
const isUnderWay = ({ undoes, draining, phase }: Instance): boolean =>
  undoes === null && !draining && phase !== 'open';
