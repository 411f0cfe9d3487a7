/** What one commit does to one run, and the commands that it answers. */
import type { Command } from './command.ts';
import type { DraftRun } from './draft-run.ts';
import type { EngineAnswer } from './run-requests.ts';
import type { AppliedWork } from './slow-runs.ts';

export interface RunBatch {
  readonly draft: DraftRun;
  readonly isNew: boolean;
  readonly commands: AppliedCommand[];
}

/** A refusal may depend on other commands of the same commit: it is reported after the commit. */
export interface AppliedCommand {
  readonly command: Command;
  readonly refusal: EngineAnswer | undefined;
  readonly outcome: string;
}

/** The commands of a run that are applied one after the other, for one commit. */
export interface RunWork extends AppliedWork {
  batch: RunBatch | undefined;
}

/** Rows that take about ten milliseconds to write. */
const maxRowsTogether = 500;

export const isLarge = ({ draft }: RunBatch): boolean => draft.changedRows > maxRowsTogether;

/**
 * The batches of each transaction: those that write little share the first, so none of them waits for one that writes
 * much [R4.4].
 */
export function transactionsOf(batches: readonly RunBatch[]): readonly (readonly RunBatch[])[] {
  const small = batches.filter((batch) => !isLarge(batch));
  return [...(small.length > 0 ? [small] : []), ...batches.filter(isLarge).map((batch) => [batch])];
}
