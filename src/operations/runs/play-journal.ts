/** A journal played again, event for event, with what the kernel said to each: what timelines and forks are made of. */
import { setImmediate } from 'node:timers/promises';
import { link, type Machine, type Program, type Step } from '../../kernel/index.ts';
import { type JournalEntry, type OpenedRun, Payloads, type RunRecord } from '../../runtime/index.ts';
import { OperationError } from '../contract/operation-error.ts';
import type { Services } from '../contract/services.ts';
import { findLanguage } from '../read-definition.ts';

export interface PlayedEntry {
  readonly entry: JournalEntry;
  readonly step: Step;
}

const pageSize = 500;

/** @param upTo the last event to play */
export async function* playJournal(
  { store }: Services,
  { record, program }: Pick<OpenedRun, 'record' | 'program'>,
  upTo: number = record.seq,
): AsyncGenerator<PlayedEntry> {
  const { tenant, id } = record;
  const payloads = new Payloads(store.contents);
  const machine = linkPinned(record, program, payloads);
  let state = machine.initial;
  for (let played = 0; played < upTo; ) {
    const entries = await store.journals.read(tenant, id, played, Math.min(pageSize, upTo - played));
    if (entries.length === 0) throw journalDamaged(id, played + 1, 'it is not there');
    for (const entry of entries) {
      const before = state;
      const step = await payloads.resolving(tenant, () => machine.advance(before, entry.event));
      if (step.kind === 'rejection') throw journalDamaged(id, entry.seq, step.message);
      state = step.state;
      yield { entry, step };
    }
    played += entries.length;
    // A long journal leaves the others their turn.
    await setImmediate();
  }
}

/** A pinned program was linked before: one that no longer links was stored by another version of the language. */
function linkPinned({ id, language }: RunRecord, program: Program, { resolve }: Payloads): Machine {
  const evaluators = findLanguage(language)?.evaluators ?? {};
  const linked = link(program, { evaluators, resolve });
  if (linked.kind === 'machine') return linked.machine;
  throw new OperationError({
    code: 'program_not_playable',
    category: 'internal',
    message: `The workflow of the run “${id}” cannot be played here: ${linked.problems[0]?.message ?? ''}`,
    suggestedAction: 'Use a version of Signalbox that knows the language of the workflow.',
    context: { run: id },
  });
}

function journalDamaged(run: string, seq: number, why: string): OperationError {
  return new OperationError({
    code: 'journal_damaged',
    category: 'internal',
    message: `Event ${seq} in the journal of the run “${run}” cannot be played: ${why}`,
    suggestedAction: 'Run “signalbox doctor”: it says what to do.',
    context: { run, seq },
  });
}
