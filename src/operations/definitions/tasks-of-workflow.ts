/** What a workflow is made of, task by task: what each does, after which others, and what it asks of whom. */
import { z } from 'zod';
import type { SketchNode } from '../../drawing/index.ts';
import type { Json } from '../../kernel/index.ts';
import type { Workflow } from '../../languages/index.ts';
import { described, json, listOf, namedObject, text } from '../contract/output-fields.ts';
import { expectedFields } from '../expected-fields.ts';
import { answerSchema } from '../items/answer-schema.ts';
import { describeWho } from '../items/describe-who.ts';
import { whoOf } from '../items/item-who.ts';

const kinds = [
  ...['call', 'branch', 'foreach', 'workflow', 'question'],
  ...['wait', 'compensate', 'error', 'pass', 'place'],
] as const satisfies readonly SketchNode['kind'][];

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
});

type TaskView = z.infer<typeof taskSchema>;

export function tasksOfWorkflow({ sketch, tasks, program }: Workflow): readonly TaskView[] {
  const authored = new Map(tasks.map((each) => [each.task, each]));
  const works = new Map(
    (program?.nets ?? []).flatMap((net) =>
      net.tasks.map(({ id, work }) => [inNet(net.id, id), work] as const),
    ),
  );
  const before = new Map<string, Set<string>>();
  for (const { from, to } of sketch.links) before.set(to, (before.get(to) ?? new Set()).add(from));
  return sketch.nodes.map(({ id, name, kind, remarks }) => {
    const { net = '', description = '' } = authored.get(id) ?? {};
    const work = works.get(inNet(net, id));
    return {
      task: id,
      name,
      kind,
      description,
      remarks,
      after: [...(before.get(id) ?? [])],
      ...(work?.kind === 'call' ? { operation: work.operation } : {}),
      ...(work?.kind === 'offer' ? questionOf(work.item) : {}),
    };
  });
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
