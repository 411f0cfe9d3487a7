/** Receipts of idempotent requests. */
import type { Receipt, ReceiptKey } from '../ports/receipt.ts';
import type { Connection } from './connection.ts';

/** Sorts after every other. */
const afterAll = { expiresAt: Number.MAX_SAFE_INTEGER, tenant: '', subject: '', operation: '', key: '' };

export function prepareReceipts(connection: Connection) {
  const columns =
    'tenant, subject, operation, key, input, run, seq, outcome, at, expires_at AS expiresAt FROM receipts';
  const selectReceipt = connection.prepare<[string, string, string, string, number], Receipt>(
    `SELECT ${columns}
     WHERE tenant = ? AND subject = ? AND operation = ? AND key = ? AND expires_at > ?`,
  );
  const selectNewest = connection.prepare<[number, number, string, string, string, string, number], Receipt>(
    `SELECT ${columns}
     WHERE expires_at > ? AND (expires_at, tenant, subject, operation, key) < (?, ?, ?, ?, ?)
     ORDER BY expires_at DESC, tenant DESC, subject DESC, operation DESC, key DESC LIMIT ?`,
  );
  // Only an expired receipt can have the same key.
  const writeReceipt = connection.prepare(
    `INSERT OR REPLACE INTO receipts (tenant, subject, operation, key, input, run, seq, outcome, at, expires_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const deleteExpired = connection.prepare<[number, number]>(
    `DELETE FROM receipts WHERE (tenant, subject, operation, key) IN
       (SELECT tenant, subject, operation, key FROM receipts WHERE expires_at <= ? ORDER BY expires_at LIMIT ?)`,
  );

  const find = ({ tenant, subject, operation, key }: ReceiptKey, now: number): Receipt | undefined =>
    selectReceipt.get(tenant, subject, operation, key, now);

  return {
    find,
    newest(now: number, limit: number, before?: Receipt): readonly Receipt[] {
      const { expiresAt, tenant, subject, operation, key } = before ?? afterAll;
      return selectNewest.all(now, expiresAt, tenant, subject, operation, key, limit);
    },
    /** The first of those keys that has a receipt already. */
    findRepeated(wanted: readonly Receipt[]): Receipt | undefined {
      for (const receipt of wanted) {
        const found = find(receipt, receipt.at);
        if (found !== undefined) return found;
      }
      return undefined;
    },
    write(receipt: Receipt): void {
      writeReceipt.run(
        receipt.tenant,
        receipt.subject,
        receipt.operation,
        receipt.key,
        receipt.input,
        receipt.run,
        receipt.seq,
        receipt.outcome,
        receipt.at,
        receipt.expiresAt,
      );
    },
    forget: (now: number, limit: number): number => deleteExpired.run(now, limit).changes,
  };
}
