/** What agents are told about question flows. */
import type { LanguageInstructions } from '../facets.ts';

export const instructions: LanguageInstructions = {
  toolset: 'questions',
  term: 'question flow: questions for the USER. start_workflow and submit_answer ask one at a time; workflow_run asks them as work items.',
  alone: `Signalbox holds question flows: questionnaires that lead a USER through a set-up, and do it at the end.

1. Find: workflow_list (language “questions”); or list_adapters, and generate_workflow to combine some of them.
2. Begin: start_workflow. Keep session_id and state_blob.
3. Show the USER question.prompt, help_text, choices and default, and ask. Never invent an answer.
4. Answer: submit_answer with session_id, the last state_blob unchanged, and answer_value. An error changes nothing: tell the USER the rule, and answer again with the same state_blob.
5. Repeat until completed is true; if question is null before that, call complete_workflow. Then the deferred_operations are performed; if one fails, what was done is undone.

A sensitive question takes the name of an environment variable of the server, one of “accepts”, such as $API_TOKEN. Never ask for a secret itself, and never send one.

The server stores nothing before the end: restore_session continues from a state_blob that you kept, go_back changes an earlier answer, cancel_workflow ends the session.

To write a flow: workflow_get with mode “reference” (or signalbox://languages/questions) has syntax and examples; workflow_validate until it is valid.
`,
};
