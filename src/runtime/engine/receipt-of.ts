/** The receipt of a command with an idempotency key. */
import type { Receipt } from '../ports/receipt.ts';
import type { RunRecord } from '../ports/run-record.ts';
import type { Command } from './command.ts';

/** @param life how long it is kept by default, in milliseconds */
export function receiptOf(
  tenant: string,
  once: NonNullable<Command['once']>,
  { id: run, seq }: RunRecord,
  outcome: string,
  now: number,
  life: number,
): Receipt {
  return { tenant, expiresAt: now + life, ...once, run, seq, outcome, at: now };
}
