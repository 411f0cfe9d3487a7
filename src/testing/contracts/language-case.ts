/** One property of every language, as a function that throws if it does not hold. Needs no test runner. */
import assert from 'node:assert/strict';
import type { Json } from '../../kernel/index.ts';
import type { EndedVerb, ExpectedError, OpenedLanguage } from './language-fixture.ts';
import type { Fields, Send } from './language-interface.ts';

export interface LanguageCase {
  readonly fact: string;
  /** All cases may use the same server, one after the other. */
  run(opened: OpenedLanguage): Promise<void>;
}

/** The output of a verb with `--json`. */
export function readOutput({ code, out, err }: EndedVerb, expected: number): Fields {
  assert.equal(code, expected, `${out}${err}`);
  return JSON.parse(out);
}

/** Of the entries of a list. */
export const entriesOf = (list: Json | undefined): readonly Fields[] => list as unknown as readonly Fields[];

export function assertErrors(violations: Json | undefined, expected: readonly ExpectedError[]): void {
  const found = entriesOf(violations).map(({ rule, line, column }) => ({ rule, line, column }));
  assert.deepEqual(found, expected);
}

/** Starts a run with a tool, and answers its questions. @returns the id of the run */
export async function playWithTools(tool: Send, { fixture }: OpenedLanguage): Promise<string> {
  const { workflow, inputs, answers, refused, output } = fixture;
  const started = await tool('workflow_run', { workflow_id: workflow, inputs });
  const run = { case_id: started['run_id'] ?? '' };
  const status = (): Promise<Fields> => tool('cases_status', { ...run, wait_ms: 10_000 });
  for (const [at, { task, answer }] of answers.entries()) {
    const [question = {}] = entriesOf((await status())['waiting_for']);
    assert.equal(question['task_name'], task);
    const item = { workitem_id: question['workitem_id'] ?? '' };
    const complete = (value: Json) => tool('workitems_complete', { ...item, output_data: value });
    if (at === 0) await assert.rejects(complete(refused), `${JSON.stringify(refused)} is accepted`);
    await complete(answer);
  }
  const ended = await status();
  assert.equal(ended['status'], 'completed', JSON.stringify(ended));
  assert.deepEqual(ended['output_data'], output);
  return String(run.case_id);
}
