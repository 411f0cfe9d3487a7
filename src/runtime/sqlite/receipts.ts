/** What requests did that may come again. */
import type { Receipt, ReceiptKey } from '../ports/receipt.ts';
import type { Connection } from './connection.ts';

export function prepareReceipts(connection: Connection) {
  const selectReceipt = connection.prepare<[string, string, string, string], Receipt>(
    `SELECT tenant, subject, operation, key, input, run, seq, at, expires_at AS expiresAt FROM receipts
     WHERE tenant = ? AND subject = ? AND operation = ? AND key = ?`,
  );
  const insertReceipt = connection.prepare(
    `INSERT INTO receipts (tenant, subject, operation, key, input, run, seq, at, expires_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  );
  const deleteExpired = connection.prepare<[number, number]>(
    `DELETE FROM receipts WHERE (tenant, subject, operation, key) IN
       (SELECT tenant, subject, operation, key FROM receipts WHERE expires_at <= ? ORDER BY expires_at LIMIT ?)`,
  );

  return {
    find: ({ tenant, subject, operation, key }: ReceiptKey): Receipt | undefined =>
      selectReceipt.get(tenant, subject, operation, key),
    write(receipt: Receipt): void {
      insertReceipt.run(
        receipt.tenant,
        receipt.subject,
        receipt.operation,
        receipt.key,
        receipt.input,
        receipt.run,
        receipt.seq,
        receipt.at,
        receipt.expiresAt,
      );
    },
    forget: (now: number, limit: number): number => deleteExpired.run(now, limit).changes,
  };
}
