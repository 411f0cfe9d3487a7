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
  description: `Makes a new run that shares the first events of another, and goes on from there by itself: calls after that event are made again, questions are asked again.

Use it to try another way from the middle of a run that has ended or failed, without repeating what came before. run_history shows the numbers of the events; with step_id in place of “at” it goes back to a step, as in a guide (pass: which time it was due, in a loop). What people answered or confirmed in the shared part has to be approved again by a person before the fork moves; suspended: true leaves it standing until somebody resumes it.
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
      .describe('In place of at: the fork begins where the run came to this step last.'),
    pass: eventNumber.describe('Of a step in a loop: which time, from 1.').optional(),
    suspended: z.boolean().default(false).describe('Leave the fork suspended.'),
    wait_ms: waitField(5_000, 'the fork has ended or somebody has to answer'),
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
