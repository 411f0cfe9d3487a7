/** The tools for question flows. */
import { anything, flag, list, object, record, text } from '../../answer-schema.ts';
import type { OperationTool } from '../../operation-tool.ts';
import { instructions } from '../instructions.ts';

const { toolset } = instructions;

/** The state must be whole, so everything else is left out before it. */
const ofSession = {
  hints: { openWorldHint: true },
  output: object({
    session_id: text,
    workflow_id: text,
    question: anything,
    completed: flag,
    state_blob: text,
    expires_at: text,
    feedback_history: anything,
    deferred_operations: anything,
    run_id: anything,
    notifications: anything,
  }),
  bulky: ['notifications', 'state', 'feedback_history', 'deferred_operations', 'question'],
  rest: 'The same request over REST returns all of it.',
} as const;

/** Said once, where a session begins. */
const about =
  'The server stores nothing: each answer has a new state_blob, which the next call sends back unchanged. Ask the USER each question; never invent an answer. Of a secret, send only the name of its environment variable, as “accepts” lists it.';

export const tools = {
  start: {
    ...ofSession,
    name: 'start_workflow',
    title: 'Begin a question flow',
    toolset,
    isUsual: true,
    description: `Begins a question flow: returns session_id, the first question, and state_blob. ${about} Answer with submit_answer until completed is true.`,
  },
  submit: {
    ...ofSession,
    name: 'submit_answer',
    title: 'Answer the open question',
    toolset,
    isUsual: true,
    description:
      'Answers the open question of a session, and returns the next question with a new state_blob. A wrong answer changes nothing: the error names the rule; answer again with the same state_blob. After the last answer, the operations of the flow are performed.',
  },
  restore: {
    ...ofSession,
    name: 'restore_session',
    title: 'Continue a question flow',
    toolset,
    description:
      'Continues a session from the state_blob that you kept: returns the open question, with the earlier answer as its default, and all answers so far. With question_id it goes back to that question.',
  },
  restart: {
    ...ofSession,
    name: 'restart_workflow',
    title: 'Begin a question flow anew',
    toolset,
    description:
      'Begins a question flow anew, as a new session. “answers” takes what is known already, so that only the rest is asked.',
  },
  back: {
    ...ofSession,
    name: 'go_back',
    title: 'Go back to an earlier question',
    toolset,
    description:
      'Goes back to the previous question, or to question_id. Later answers are kept: those that are still valid after the new answer are not asked again.',
  },
  complete: {
    ...ofSession,
    name: 'complete_workflow',
    title: 'Complete a question flow',
    toolset,
    description:
      'Performs the operations of a session whose questions are all answered, if question is null and completed is false: after start_workflow or restart_workflow with all answers, or submit_answer with complete false.',
  },
  cancel: {
    ...ofSession,
    hints: { destructiveHint: true, openWorldHint: false },
    name: 'cancel_workflow',
    title: 'Cancel a question flow',
    toolset,
    description:
      'Ends a session. Its operations are not performed, and no earlier state_blob of it can complete it.',
  },
  generate: {
    name: 'generate_workflow',
    title: 'Generate a question flow',
    toolset,
    output: object({ workflow_id: text, document: text, adapters: list(text), missing: list(record) }),
    bulky: ['document'],
    rest: 'Begin the flow with start_workflow and the same adapters.',
    description:
      'Makes a question flow from adapters, ordered by what they require, and returns it as YAML. Save it with workflow_save to begin it by its id; start_workflow with “adapters” begins it without saving.',
  },
  listAdapters: {
    name: 'list_adapters',
    title: 'List adapters',
    toolset,
    output: object({ adapters: list(record) }),
    description:
      'Lists the adapters from which question flows can be generated, with what they provide and require.',
  },
  describeAdapter: {
    name: 'describe_adapter',
    title: 'Describe an adapter',
    toolset,
    output: object({ name: text, questions: list(record), calls: list(record), no_operations: text }),
    description: 'Shows the questions of an adapter, and the operations that it performs.',
  },
} as const satisfies Readonly<Record<string, OperationTool>>;
