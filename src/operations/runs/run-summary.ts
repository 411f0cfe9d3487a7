/** What a list says of a run: all that its row tells, without opening it. */
import { z } from 'zod';
import type { RunRecord } from '../../runtime/index.ts';
import {
  described,
  hash,
  moment,
  namedObject,
  objectOf,
  orNull,
  text,
  whole,
} from '../contract/output-fields.ts';

const stages = ['created', 'executing', 'waiting', 'suspended', 'completed', 'failed', 'cancelled'] as const;

type RunStage = (typeof stages)[number];

export const runSummaryFields = {
  run: text('Id of the run.'),
  workflow: text('Id of the workflow.'),
  version: text('Version of the workflow, as its author wrote it.'),
  revision: hash('SHA-256 of the document that the run began with.'),
  status: described(
    z.enum(['created', 'running', 'completed', 'failed', 'cancelled']),
    'Whether it has ended, and how.',
  ),
  state: described(
    z.enum(stages),
    'The same in more detail. “waiting”: only people, signals or time can move it.',
  ),
  seq: whole('Events so far.'),
  createdAt: moment(),
  updatedAt: moment('When its last event happened.'),
  endedAt: orNull(moment(), 'Null before it has ended.'),
  startedBy: text('Subject of whoever started it.'),
  openItems: whole('Work items that nobody has answered.'),
  failureCode: orNull(text(), 'Code of the failure; null where it has not failed.'),
  origin: orNull(
    objectOf({
      kind: z.enum(['fork', 'import']),
      run: text('Id of the run that it was copied from.'),
      at: whole('Events that both share.'),
    }),
    'What it is a copy of; null where it is none.',
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
    state: stageOf(record),
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

type Standing = Pick<RunRecord, 'status' | 'suspended' | 'approvals' | 'calls'>;

/** A fork stands still until its approvals have been given again. */
export function stageOf({ status, suspended, approvals, calls }: Standing): RunStage {
  if (status !== 'running') return status;
  if (suspended || approvals > 0) return 'suspended';
  return calls === 0 ? 'waiting' : 'executing';
}

export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

export function timeOrNull(milliseconds: number | null): string | null {
  return milliseconds === null ? null : isoTime(milliseconds);
}
