import { z } from 'zod';
import type { MovedRun } from '../../../operations/index.ts';
import { defineTool } from '../contract/define-tool.ts';
import { runAnswer } from '../present/present-run.ts';
import { performRenamed } from './perform-renamed.ts';
import { keyField, runField, runHints, runSpellings, waitField } from './tool-fields.ts';

const eventNumber = z.int().min(1).max(1_000_000_000);

export const runFork = defineTool({
  name: 'run_fork',
  title: 'Fork a run',
  toolset: 'cases',
  alsoIn: ['orchestration'],
  isUsual: false,
  description: `Forks a run: a new run shares its first events and continues from there. Later calls are made again, questions asked again.

Use it to try an alternative from the middle of a run: “at” an event of run_history, or at a step. Answers of people in the shared part must be approved again. After undone work it is refused; the error names the event.
It answers as workflow_run.`,
  operations: ['runs.fork'],
  hints: runHints,
  tasks: 'optional',
  input: z.strictObject({
    run_id: runField,
    at: eventNumber.describe('Last shared event.').optional(),
    step_id: z.string().min(1).max(300).optional().describe('Or the last time it reached this step.'),
    pass: eventNumber.describe('Iteration of the step.').optional(),
    suspended: z.boolean().default(false).describe('Do not start it.'),
    wait_ms: waitField(5_000),
    idempotency_key: keyField,
  }),
  spellings: { ...runSpellings, event: 'at', at_event: 'at', step: 'step_id', task_name: 'step_id' },
  output: runAnswer,
  aliases: ['run.fork', 'run/fork', 'cases_fork', 'workflow_fork'],
  async perform(given, call) {
    const { run_id: run, at, step_id: step, pass, suspended, wait_ms: waitMs, idempotency_key: key } = given;
    const operationInput = {
      run,
      ...(at === undefined ? {} : { at }),
      ...(step === undefined ? {} : { step }),
      ...(pass === undefined ? {} : { pass }),
      suspended,
      ...(key === undefined ? {} : { idempotencyKey: key }),
    };
    const forked = await performRenamed<MovedRun>(call, 'runs.fork', operationInput, { step: 'step_id' });
    return { kind: 'run', run: forked, waitMs };
  },
});
