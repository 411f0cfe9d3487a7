/** Maps the status of a run to the status of a case. */
import { z } from 'zod';
import { described } from '../../languages/output-fields.ts';
import type { RunRecord } from '../../runtime/index.ts';
import type { RunSummary } from '../runs/read-model/run-summary.ts';

export const caseStatus = described(
  z.enum(['created', 'running', 'completed', 'failed']),
  'A cancelled case has failed.',
);

type CaseStatus = z.infer<typeof caseStatus>;

export const caseState = described(
  z.enum(['created', 'executing', 'suspended', 'completed', 'failed', 'cancelled']),
  'The status in more detail.',
);

type CaseState = z.infer<typeof caseState>;

const statuses: Readonly<Record<RunRecord['status'], CaseStatus>> = {
  created: 'created',
  running: 'running',
  completed: 'completed',
  failed: 'failed',
  cancelled: 'failed',
};

const states: Readonly<Record<RunSummary['state'], CaseState>> = {
  created: 'created',
  executing: 'executing',
  waiting: 'executing',
  suspended: 'suspended',
  completed: 'completed',
  failed: 'failed',
  cancelled: 'cancelled',
};

export const statusOfCase = (status: RunRecord['status']): CaseStatus => statuses[status];
export const stateOfCase = (state: RunSummary['state']): CaseState => states[state];
