/** A change to one run, to be made in the next commit. */
import type { Receipt } from '../ports/receipt.ts';
import type { DraftRun } from './draft-run.ts';
import { runKey } from './run-key.ts';
import type { Cause, EngineAnswer, Repeatable } from './run-requests.ts';

export interface Command {
  readonly tenant: string;
  readonly run: string;
  /** Comes from the engine itself: is never refused, and is kept until it is written. */
  readonly urgent: boolean;
  /** Creates the run; absent if the run exists. */
  readonly begin?: (now: number) => DraftRun;
  /** The idempotency key of the command. */
  readonly once?: Repeatable & Pick<Receipt, 'subject'>;
  /** Number of events of the run that the command is based on; refused if there are more. */
  readonly asOf?: number;
  /** Who requested it, and by which request; absent if it comes from the engine itself. */
  readonly asked?: { readonly by: string; readonly cause: Cause };
  /** After `apply`: the outcome for its receipt and its answer. Default: the status of the run. */
  outcome?(): string | undefined;
  /** @returns why the command was refused, without any change; `undefined` if it was applied */
  apply(draft: DraftRun, now: number): Promise<EngineAnswer | undefined>;
  /** Called once: after the commit, or after a refusal. */
  done(answer: EngineAnswer): void;
}

export const commandRunKey = ({ tenant, run }: Command): string => runKey(tenant, run);
