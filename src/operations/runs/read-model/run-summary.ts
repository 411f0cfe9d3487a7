/** Summarises a run for lists: everything in its row, without loading it. */
import { z } from 'zod';
import {
  described,
  hash,
  integer,
  namedObject,
  objectOf,
  orNull,
  text,
  timestamp,
} from '../../../languages/output-fields.ts';
import type { RunRecord } from '../../../runtime/index.ts';
import { isoTime, timeOrNull } from '../../contract/iso-time.ts';

const runStates = [
  'created',
  'executing',
  'waiting',
  'suspended',
  'completed',
  'failed',
  'cancelled',
] as const;

type RunStateName = (typeof runStates)[number];

export const runSummaryFields = {
  run: text('Id of the run.'),
  workflow: text('Id of the workflow.'),
  version: text('Version of the workflow, as its author wrote it.'),
  revision: hash('SHA-256 of the document that the run began with.'),
  status: described(
    z.enum(['created', 'running', 'completed', 'failed', 'cancelled']),
    'Whether and how it has ended.',
  ),
  state: described(
    z.enum(runStates),
    'The same in more detail. “waiting”: only people, signals or time can continue it.',
  ),
  seq: integer('Number of events so far.'),
  createdAt: timestamp(),
  updatedAt: timestamp('When its last event happened.'),
  endedAt: orNull(timestamp(), 'Null before it has ended.'),
  startedBy: text('Subject that started it.'),
  openItems: integer('Open work items.'),
  failureCode: orNull(text(), 'Code of the failure; null if it has not failed.'),
  origin: orNull(
    objectOf({
      kind: z.enum(['fork', 'import']),
      run: text('Id of the run that it was copied from.'),
      at: integer('Number of events that both share.'),
    }),
    'What it is a copy of; null if it is not a copy.',
  ),
};

export const runSummary = namedObject('RunSummary', 'A run as lists show it.', runSummaryFields);

export type RunSummary = z.infer<typeof runSummary>;

export function summaryOf(record: RunRecord): RunSummary {
  const { id, workflow, version, revision, status, seq, startedBy, items, failure, origin } = record;
  return {
    run: id,
    workflow,
    version,
    revision,
    status,
    state: runStateOf(record),
    seq,
    createdAt: isoTime(record.createdAt),
    updatedAt: isoTime(record.updatedAt),
    endedAt: timeOrNull(record.endedAt),
    startedBy,
    openItems: items,
    failureCode: failure,
    origin,
  };
}

type RunStatusFields = Pick<RunRecord, 'status' | 'suspended' | 'approvals' | 'calls'>;

/** A fork does not continue until its approvals are given again. */
export function runStateOf({ status, suspended, approvals, calls }: RunStatusFields): RunStateName {
  if (status !== 'running') return status;
  if (suspended || approvals > 0) return 'suspended';
  return calls === 0 ? 'waiting' : 'executing';
}
