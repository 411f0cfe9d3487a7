/** Presents a question of a run, the same in every tool: what to answer, and under which id. */

import {
  describeWho,
  expectsByName,
  type ItemView,
  itemFieldsOf,
  offerOf,
  presentItem,
  type RunView,
  type RunWait,
} from '../../../operations/index.ts';
import type { JsonObject } from '../contract/tool.ts';

export type Question = Pick<
  ItemView,
  | 'item'
  | 'task'
  | 'reason'
  | 'message'
  | 'expects'
  | 'answerSchema'
  | 'holder'
  | 'who'
  | 'mayAnswer'
  | 'personMayAnswer'
>;

/** The ids of a work item and its task: the `cases` toolset and the tools of runs each have one spelling. */
const namesOf = {
  cases: ({ item, task }: Pick<Question, 'item' | 'task'>) => ({ workitem_id: item, task_name: task }),
  runs: ({ item, task }: Pick<Question, 'item' | 'task'>) => ({ work_item_id: item, step_id: task }),
};

export function presentQuestion(question: Question, terms: keyof typeof namesOf): JsonObject {
  const { reason, message, expects, answerSchema, holder } = question;
  return {
    ...namesOf[terms](question),
    reason,
    message,
    expects: expectsByName(reason, expects),
    answer_schema: answerSchema,
    holder,
    ...offerOf(question),
    ...itemFieldsOf(question),
  };
}

/** The open questions that the run reports; those that the caller may answer first. */
export function questionsOf({ waitingFor }: Pick<RunView, 'waitingFor'>): readonly Question[] {
  return waitingFor.filter(isQuestion).toSorted((a, b) => Number(b.mayAnswer) - Number(a.mayAnswer));
}

const isQuestion = (wait: RunWait): wait is Extract<RunWait, { kind: 'item' }> => wait.kind === 'item';

/** What to do about a question, in one sentence that contains the question. */
export function nextOfQuestion(question: Omit<Question, 'task' | 'answerSchema' | 'holder'>): string {
  const { item, reason, expects } = question;
  const ofLanguage = presentItem(question)?.next?.(whereOf(item));
  if (ofLanguage !== undefined) return ofLanguage;
  const asked = `“${inShort(question.message)}”`;
  if (!question.mayAnswer) return nextOfOthers(question, asked);
  switch (reason) {
    case 'approval':
      return `Ask the user whether this may continue: ${asked}, then call workitems_complete {"workitem_id": "${item}", "output_data": {"approved": true}} if they approve.`;
    case 'doubt':
      return `Find out the outcome of the call: ${asked}, then report it with workitems_complete {"workitem_id": "${item}", "output_data": {"verdict": "succeeded" | "failed" | "retry", …}}.`;
    case 'work': {
      const fields = expects.slice(0, 10).map(({ name }) => `${JSON.stringify(name.slice(0, 100))}: …`);
      const answer = `{${fields.join(', ')}${expects.length > 10 ? ', …' : ''}}`;
      return `Ask the user: ${asked}, then call workitems_complete {"workitem_id": "${item}", "output_data": ${answer}} with their answer.`;
    }
  }
}

/** A caller that may not answer it can still tell the user who may. */
function nextOfOthers(
  question: Pick<Question, 'item' | 'reason' | 'who' | 'personMayAnswer'>,
  asked: string,
): string {
  const { item, reason, who, personMayAnswer } = question;
  if (personMayAnswer) {
    const does = reason === 'approval' ? 'approve' : 'answer';
    return `A person must ${does} this, you cannot: ${asked}. Tell the user, who can do it ${whereOf(item)}`;
  }
  const whom = who === null ? 'those who may answer work items' : describeWho(who);
  return `Tell the user that this waits for another person: ${asked} is for ${whom}. They answer with “signalbox answer ${item}” in a terminal, or with their own credentials.`;
}

/** Where a person answers [P4.3]. */
const whereOf = (item: string): string =>
  `with “signalbox answer ${item}” in a terminal, or in a form of their client: workitems_complete {"workitem_id": "${item}"} shows it if the client has forms and your credentials have the scope elicit:person.`;

/** The full question is in another field. */
const inShort = (message: string): string => {
  const line = message.replaceAll(/\s+/g, ' ').trim();
  return line.length <= 500 ? line : `${line.slice(0, 500).replace(/[\uD800-\uDBFF]$/, '')}…`;
};
