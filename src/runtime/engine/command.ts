/** Something to be done to one run in the next commit. */
import type { Receipt } from '../ports/receipt.ts';
import type { DraftRun } from './draft-run.ts';
import type { Cause, EngineAnswer } from './run-requests.ts';

export interface Command {
  readonly tenant: string;
  readonly run: string;
  /** The engine's own: never refused, and kept until it could be written. */
  readonly urgent: boolean;
  /** Begins a new run; absent where it exists. */
  readonly begin?: (now: number) => DraftRun;
  /** Under which key it happens once. */
  readonly once?: Pick<Receipt, 'subject' | 'operation' | 'key' | 'input'>;
  /** Events of the run that it rests on; it is refused where there are more. */
  readonly asOf?: number;
  /** Who asked for it, and by which request; absent where it is the engine's own. */
  readonly asked?: { readonly by: string; readonly cause: Cause };
  /** What it gave, for its receipt and its answer, after it was applied; the status of the run where absent. */
  outcome?(): string | undefined;
  /** @returns why it was refused, and then it has changed nothing; undefined where it was done */
  apply(draft: DraftRun, now: number): Promise<EngineAnswer | undefined>;
  /** Called once: after the commit, or when it was refused. */
  done(answer: EngineAnswer): void;
}
