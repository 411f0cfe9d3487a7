/** One property of all shared receipts, as a function that throws if it does not hold. Needs no test runner. */
import type { Receipt, SharedReceipts } from '../../runtime/ports/index.ts';
import { createFakeClock, type FakeClock } from '../stand-ins/fake-clock.ts';
import { sampleReceipt } from './store-samples.ts';

export interface OpenedReceipts {
  /** A process of the named replica, over the same receipts. */
  process(replica: string): SharedReceipts;
  /** Closes what is open and removes the data. */
  end(): Promise<void>;
}

/** Opens empty receipts. */
export type OpenReceipts = (clock: FakeClock) => Promise<OpenedReceipts>;

export interface SharedReceiptsCase {
  readonly fact: string;
  run(open: OpenReceipts): Promise<void>;
}

export interface ReceiptsFixture {
  readonly clock: FakeClock;
  process(replica: string): SharedReceipts;
  /** A receipt that was written now, and is valid for a minute. */
  receipt(some?: Partial<Receipt>): Receipt;
}

export const sharedReceiptsCase = (
  fact: string,
  check: (fixture: ReceiptsFixture) => Promise<void>,
): SharedReceiptsCase => ({
  fact,
  async run(open) {
    const clock = createFakeClock(1_800_000_000_000);
    const opened = await open(clock);
    try {
      await check({
        clock,
        process: (replica) => opened.process(replica),
        receipt: (some) =>
          sampleReceipt({ outcome: 'running', at: clock.now(), expiresAt: clock.now() + 60_000, ...some }),
      });
    } finally {
      await opened.end();
    }
  },
});
