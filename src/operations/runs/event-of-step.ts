/** Finds where a run began a step: the event after which a fork repeats the step. */

import { findNearest } from '../../expression/index.ts';
import type { Program } from '../../kernel/index.ts';
import { phrase } from '../../languages/index.ts';
import type { JournalEntry, OpenedRun } from '../../runtime/index.ts';
import { OperationError } from '../contract/operation-error.ts';
import type { Services } from '../contract/services.ts';
import { isAuthored } from './read-model/is-authored.ts';

const pageSize = 1_000;

export interface StepQuery {
  /** Name of a task. */
  readonly step: string;
  /** Which pass, from 1. Default: the last one. */
  readonly pass?: number | undefined;
}

/** Throws if the run has not reached it. */
export async function eventOfStep(
  { store }: Services,
  { record, program }: Pick<OpenedRun, 'record' | 'program'>,
  { step, pass }: StepQuery,
): Promise<number> {
  const { tenant, id, seq: last } = record;
  const begun = new Set<number>();
  let passes = 0;
  let found: number | undefined;
  for (let read = 0; read < last && !(pass !== undefined && passes === pass); ) {
    const entries = await store.journals.read(tenant, id, read, Math.min(pageSize, last - read));
    if (entries.length === 0) break;
    for (const entry of entries) {
      read = entry.seq;
      if (!begins(entry, step, begun)) continue;
      passes += 1;
      found = entry.seq;
      if (passes === pass) break;
    }
  }
  if (found === undefined) throw neverBegun(id, step, program);
  if (pass !== undefined && passes < pass) throw tooFewPasses(id, step, { pass, passes });
  return found;
}

/** Several starts in one event, as of a task over a list, are one pass. Retries are not new passes. */
function begins({ notes }: JournalEntry, step: string, begun: Set<number>): boolean {
  let isNew = false;
  for (const note of notes) {
    if ((note.kind !== 'started' && note.kind !== 'enabled') || note.task !== step) continue;
    if (!begun.has(note.instance)) isNew = true;
    begun.add(note.instance);
  }
  return isNew;
}

function neverBegun(run: string, step: string, { nets }: Program): OperationError {
  const names = nets.flatMap(({ tasks }) => tasks.map(({ id }) => id)).filter(isAuthored);
  const isKnown = names.includes(step);
  const nearest = isKnown ? undefined : findNearest(step, names);
  const hint = nearest === undefined ? '' : ` Did you mean “${nearest}”?`;
  return new OperationError({
    code: 'event_not_found',
    message: isKnown
      ? `The run “${run}” has not reached the step “${step}” yet.`
      : `The workflow of the run “${run}” has no step “${step}”.${hint}`,
    suggestedAction: phrase`Name a step that the run has reached. ${{ operation: 'runs.history' }} lists them.`,
    context: { run, step },
  });
}

function tooFewPasses(
  run: string,
  step: string,
  { pass, passes }: { readonly pass: number; readonly passes: number },
): OperationError {
  const times = passes === 1 ? 'once' : `${passes} times`;
  return new OperationError({
    code: 'event_not_found',
    message: `The run “${run}” has reached the step “${step}” ${times} so far. Pass ${pass} does not exist.`,
    suggestedAction: `Choose a pass from 1 to ${passes}. Default: the last one.`,
    context: { run, step, pass, passes },
  });
}
