import { z } from 'zod';
import type { MovedRun } from '../../../operations/index.ts';
import { defineTool } from '../contract/define-tool.ts';
import { runAnswer } from '../present/present-run.ts';
import { keyField, runField, runSpellings, runsWorkflows, waitField } from './tool-fields.ts';

export const runFork = defineTool({
  name: 'run_fork',
  title: 'Fork a run',
  toolset: 'cases',
  alsoIn: ['orchestration'],
  isUsual: false,
  description: `Makes a new run that shares the first events of another, and goes on from there by itself: calls after that event are made again, questions are asked again.

Use it to try another way from the middle of a run that has ended or failed, without repeating what came before. run_history shows the numbers of the events. What people answered in the shared part has to be approved again by a person before the fork moves; suspended: true leaves it standing until somebody resumes it.
The answer is that of workflow_run, for the new run.`,
  operations: ['runs.fork'],
  hints: runsWorkflows,
  tasks: 'optional',
  input: z.strictObject({
    run_id: runField,
    at: z.int().min(1).max(1_000_000_000).describe('The last event that both runs share.'),
    suspended: z.boolean().default(false).describe('Leave the fork suspended.'),
    wait_ms: waitField(5_000, 'the fork has ended or somebody has to answer'),
    idempotency_key: keyField,
  }),
  spellings: { ...runSpellings, event: 'at', at_event: 'at' },
  output: runAnswer,
  aliases: ['run.fork', 'run/fork', 'cases_fork', 'workflow_fork'],
  async perform({ run_id: run, at, suspended, wait_ms: waitMs, idempotency_key: key }, call) {
    const order = { run, at, suspended, ...(key === undefined ? {} : { idempotencyKey: key }) };
    return { kind: 'run', run: await call.perform<MovedRun>('runs.fork', order), waitMs };
  },
});
