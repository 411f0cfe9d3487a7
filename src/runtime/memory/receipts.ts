/** Receipts of idempotent requests, in memory. */
import type { Receipt, Receipts } from '../ports/receipt.ts';
import type { ReceiptsAndAudit } from '../ports/subscription.ts';
import { writeEntries } from './audit.ts';
import { type MemoryTables, type OpenTables, receiptKey } from './memory-tables.ts';
import { byText } from './order.ts';

export const createReceipts = (open: OpenTables): Receipts => ({
  find: async (key, now) => inForce(open().receipts.get(receiptKey(key)), now),
  newest: async (now, limit, before) =>
    [...open().receipts.values()]
      .filter(({ expiresAt }) => expiresAt > now)
      .toSorted(lastFirst)
      .filter((receipt) => before === undefined || lastFirst(before, receipt) < 0)
      .slice(0, limit),
});

const lastFirst = (a: Receipt, b: Receipt): number =>
  b.expiresAt - a.expiresAt ||
  byText(b.tenant, a.tenant) ||
  byText(b.subject, a.subject) ||
  byText(b.operation, a.operation) ||
  byText(b.key, a.key);

/** The first of those keys that has a receipt already. */
export function findRepeated({ receipts }: MemoryTables, wanted: readonly Receipt[]): Receipt | undefined {
  for (const receipt of wanted) {
    const found = inForce(receipts.get(receiptKey(receipt)), receipt.at);
    if (found !== undefined) return found;
  }
  return undefined;
}

export function writeReceiptsAndAudit(tables: MemoryTables, { receipts, audit }: ReceiptsAndAudit): void {
  for (const receipt of receipts) tables.receipts.set(receiptKey(receipt), receipt);
  writeEntries(tables, audit);
}

const inForce = (receipt: Receipt | undefined, now: number): Receipt | undefined =>
  receipt !== undefined && receipt.expiresAt > now ? receipt : undefined;
