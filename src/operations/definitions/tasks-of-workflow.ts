/** Describes the tasks of a workflow: what each one does, its predecessors, and what it asks of whom. */
import { z } from 'zod';
import type { Sketch, SketchNode } from '../../drawing/index.ts';
import type { Json, Work } from '../../kernel/index.ts';
import type { AuthoredTask, Workflow } from '../../languages/index.ts';
import { described, json, listOf, namedObject, text } from '../../languages/output-fields.ts';
import { expectedFields } from '../data/expected-fields.ts';
import { netOfSketch, sketchesOfWorkflow } from '../documents/sketches-of-workflow.ts';
import { answerSchema } from '../items/read-model/answer-schema.ts';
import { describeWho } from '../items/read-model/describe-who.ts';
import { whoOf } from '../items/read-model/item-who.ts';
import { findApi, languageFields } from '../language-lists/language-apis.ts';

const kinds = [
  ...['call', 'branch', 'foreach', 'workflow', 'question'],
  ...['wait', 'compensate', 'error', 'pass', 'place'],
] as const satisfies readonly SketchNode['kind'][];

export const taskSchema = namedObject('WorkflowTask', 'A task of a workflow.', {
  task: text('Its id; work items and histories name it.'),
  name: text('As its author wrote it.'),
  kind: described(z.enum(kinds), 'What it does. “question”: it asks a person or an agent, as a work item.'),
  description: text('Empty if its author wrote none.'),
  remarks: listOf(text(), 'Further properties in short: conditions, retries, compensation.'),
  after: listOf(text(), 'Ids of the preceding tasks.'),
  operation: z.exactOptional(text('The called operation.')),
  answerSchema: z.exactOptional(json('For a question: JSON Schema of the answer.')),
  offeredTo: z.exactOptional(text('For a question: who may answer it, if restricted.')),
  net: z.exactOptional(text('Its net, if its language draws the nets of a workflow separately.')),
  ...languageFields(({ workflows }) => workflows?.taskFields),
});

type TaskView = z.infer<typeof taskSchema>;

/** @param language of its document */
export function tasksOfWorkflow(workflow: Workflow, language: string | null): readonly TaskView[] {
  const { tasks, program } = workflow;
  const views = findApi(language)?.workflows;
  const viewFacts = (facts: unknown, isOffered: boolean) => views?.viewTask?.(facts, isOffered) ?? {};
  const works = new Map(
    (program?.nets ?? []).flatMap((net) =>
      net.tasks.map(({ id, work }) => [inNet(net.id, id), work] as const),
    ),
  );
  return sketchesOfWorkflow(workflow).flatMap((sketch) => {
    const own = tasks.filter(({ facts, net }) => facts === undefined || net === netOfSketch(sketch));
    return tasksOfSketch(sketch, new Map(own.map((each) => [each.task, each])), works, viewFacts);
  });
}

function tasksOfSketch(
  sketch: Sketch,
  authored: ReadonlyMap<string, AuthoredTask>,
  works: ReadonlyMap<string, Work>,
  viewFacts: (facts: unknown, isOffered: boolean) => object,
): readonly TaskView[] {
  const before = new Map<string, Set<string>>();
  for (const { from, to } of sketch.links) before.set(to, (before.get(to) ?? new Set()).add(from));
  // If the language distinguishes tasks from conditions, only the tasks are listed.
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

/** Skips conditions in between: the predecessor of a task is a task. */
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

/** Tasks of different nets may have the same id. */
const inNet = (net: string, task: string): string => JSON.stringify([net, task]);

function questionOf(item: Json): Pick<TaskView, 'answerSchema' | 'offeredTo'> {
  const who = whoOf({ reason: 'work', item });
  return {
    answerSchema: answerSchema('work', expectedFields(item), item),
    ...(who === null ? {} : { offeredTo: describeWho(who) }),
  };
}
