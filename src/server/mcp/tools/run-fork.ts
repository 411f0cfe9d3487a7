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
  description: `Forks a run: creates a new run that shares the first events of another and continues from there. Calls after that event are made again, questions are asked again.

Use it to try an alternative from the middle of a run that has ended or failed, without repeating what came before. run_history shows the event numbers; step_id instead of “at” goes back to a step (pass: which iteration, in a loop). What people answered or confirmed in the shared part must be approved again by a person before the fork continues; suspended: true keeps it suspended until it is resumed. A fork after work that was undone is refused; the error names the event to fork at.
The answer is that of workflow_run, for the new run.`,
  operations: ['runs.fork'],
  hints: runHints,
  tasks: 'optional',
  input: z.strictObject({
    run_id: runField,
    at: eventNumber.describe('The last event that both runs share.').optional(),
    step_id: z
      .string()
      .min(1)
      .max(300)
      .optional()
      .describe('Instead of at: the fork begins where the run last reached this step.'),
    pass: eventNumber.describe('For a step in a loop: which iteration, from 1.').optional(),
    suspended: z.boolean().default(false).describe('Keep the fork suspended.'),
    wait_ms: waitField(5_000, 'the fork ends or needs an answer'),
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
