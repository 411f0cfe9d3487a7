/** What a workflow is made of, task by task: what each does, after which others, and what it asks of whom. */
import { z } from 'zod';
import type { Sketch, SketchNode } from '../../drawing/index.ts';
import type { Json, Work } from '../../kernel/index.ts';
import { type AuthoredTask, schemaOfShape, type TaskFacts, type Workflow } from '../../languages/index.ts';
import { described, flag, json, listOf, namedObject, text } from '../contract/output-fields.ts';
import { expectedFields } from '../expected-fields.ts';
import { answerSchema } from '../items/answer-schema.ts';
import { describeWho } from '../items/describe-who.ts';
import { whoOf } from '../items/item-who.ts';
import { schemaOfFields } from '../schema-of-type.ts';
import { netOfSketch, sketchesOfWorkflow } from '../sketches-of-workflow.ts';

const kinds = [
  ...['call', 'branch', 'foreach', 'workflow', 'question'],
  ...['wait', 'compensate', 'error', 'pass', 'place'],
] as const satisfies readonly SketchNode['kind'][];

const yawlKinds = [
  'manual',
  'automated',
  'composite',
  'empty',
] as const satisfies readonly TaskFacts['kind'][];

export const taskSchema = namedObject('WorkflowTask', 'A task of a workflow.', {
  task: text('Its id; work items and histories name it.'),
  name: text('As its author wrote it.'),
  kind: described(z.enum(kinds), 'What it does. “question”: it asks somebody, and becomes a work item.'),
  description: text('Empty where its author does not say.'),
  remarks: listOf(text(), 'What else there is to it, in short: conditions, retries, what undoes it.'),
  after: listOf(text(), 'Ids of the tasks that it comes after.'),
  operation: z.exactOptional(text('What it calls.')),
  answerSchema: z.exactOptional(json('Of a question: JSON Schema of the answer.')),
  offeredTo: z.exactOptional(text('Of a question: for whom it is, where it is not for anybody.')),
  net: z.exactOptional(text('Of a YAWL specification: the net that it is in.')),
  yawlKind: z.exactOptional(described(z.enum(yawlKinds), 'What YAWL calls it.')),
  multiple: z.exactOptional(flag('Of a YAWL task: whether it has several instances.')),
  inputSchema: z.exactOptional(json('Of a YAWL task: JSON Schema of what it is given.')),
  outputSchema: z.exactOptional(json('Of a YAWL task that nobody answers: JSON Schema of what it gives.')),
});

type TaskView = z.infer<typeof taskSchema>;

export function tasksOfWorkflow(workflow: Workflow): readonly TaskView[] {
  const { tasks, program } = workflow;
  const works = new Map(
    (program?.nets ?? []).flatMap((net) =>
      net.tasks.map(({ id, work }) => [inNet(net.id, id), work] as const),
    ),
  );
  return sketchesOfWorkflow(workflow).flatMap((sketch) => {
    const own = tasks.filter(({ facts, net }) => facts === undefined || net === netOfSketch(sketch));
    return tasksOfSketch(sketch, new Map(own.map((each) => [each.task, each])), works);
  });
}

function tasksOfSketch(
  sketch: Sketch,
  authored: ReadonlyMap<string, AuthoredTask>,
  works: ReadonlyMap<string, Work>,
): readonly TaskView[] {
  const before = new Map<string, Set<string>>();
  for (const { from, to } of sketch.links) before.set(to, (before.get(to) ?? new Set()).add(from));
  // Where an author tells tasks from conditions, only the tasks are tasks.
  const hasFacts = [...authored.values()].some(({ facts }) => facts !== undefined);
  const isTask = (id: string): boolean => !hasFacts || authored.has(id);
  return sketch.nodes
    .filter(({ id }) => isTask(id))
    .map(({ id, name, kind, remarks }) => {
      const { net = '', description = '', facts } = authored.get(id) ?? {};
      const work = works.get(inNet(net, id));
      return {
        task: id,
        name,
        kind,
        description,
        remarks,
        after: [...tasksBefore(id, before, isTask)],
        ...(work?.kind === 'call' ? { operation: work.operation } : {}),
        ...(work?.kind === 'offer' ? questionOf(work.item) : {}),
        ...(facts === undefined ? {} : { net, ...viewFacts(facts, work?.kind === 'offer') }),
      };
    });
}

/** What lies between is passed over: a task comes after a task. */
function tasksBefore(
  id: string,
  before: ReadonlyMap<string, ReadonlySet<string>>,
  isTask: (id: string) => boolean,
): ReadonlySet<string> {
  const found = new Set<string>();
  const passed = new Set<string>();
  const waiting = [...(before.get(id) ?? [])];
  for (let each = waiting.pop(); each !== undefined; each = waiting.pop()) {
    if (isTask(each)) found.add(each);
    else if (!passed.has(each)) waiting.push(...(before.get(each) ?? []));
    passed.add(each);
  }
  return new Set([...(before.get(id) ?? []), ...found].filter((each) => found.has(each)));
}

/** Tasks of two nets may have one id. */
const inNet = (net: string, task: string): string => JSON.stringify([net, task]);

function questionOf(item: Json): Pick<TaskView, 'answerSchema' | 'offeredTo'> {
  const who = whoOf({ reason: 'work', item });
  return {
    answerSchema: answerSchema('work', expectedFields(item), item),
    ...(who === null ? {} : { offeredTo: describeWho(who) }),
  };
}

/** @param isAnswered the schema of its answer says what it gives */
function viewFacts({ kind, multiple, inputs, outputs }: TaskFacts, isAnswered: boolean) {
  const schemaOf = (fields: TaskFacts['inputs']) =>
    schemaOfFields(
      fields.map(({ name, shape, required }) => ({ name, required, schema: schemaOfShape(shape) })),
    );
  return {
    yawlKind: kind,
    multiple,
    inputSchema: schemaOf(inputs),
    ...(isAnswered ? {} : { outputSchema: schemaOf(outputs) }),
  };
}
