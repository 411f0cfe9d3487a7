/** Messages until they are delivered; and those that were given up. */
import type { Message } from '../ports/outbox.ts';
import type { Connection } from './connection.ts';

export function prepareOutbox(connection: Connection) {
  const isWaiting = 'INDEXED BY outbox_due WHERE given_up IS NULL';
  const insertMessage = connection.prepare(
    `INSERT INTO outbox (tenant, id, run, topic, target, body, created_at, due_at, attempts)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  );
  const selectNext = connection
    .prepare<[], number>(`SELECT due_at FROM outbox ${isWaiting} ORDER BY due_at LIMIT 1`)
    .pluck();
  const selectDue = connection.prepare<[number, number], Message>(
    `SELECT tenant, id, run, topic, target, body, created_at AS createdAt, due_at AS dueAt, attempts
     FROM outbox ${isWaiting} AND due_at <= ? ORDER BY due_at, tenant, id LIMIT ?`,
  );
  const deleteMessage = connection.prepare<[string, string]>(
    'DELETE FROM outbox WHERE tenant = ? AND id = ? AND given_up IS NULL',
  );
  const postponeMessage = connection.prepare<[number, string, string]>(
    'UPDATE outbox SET due_at = ?, attempts = attempts + 1 WHERE tenant = ? AND id = ? AND given_up IS NULL',
  );
  const giveUpMessage = connection.prepare<[string, string, string]>(
    'UPDATE outbox SET given_up = ? WHERE tenant = ? AND id = ? AND given_up IS NULL',
  );
  const deleteGivenUp = connection.prepare<[string, string]>(
    'DELETE FROM outbox WHERE tenant = ? AND run = ? AND given_up IS NOT NULL',
  );

  return {
    write(message: Message): void {
      insertMessage.run(
        message.tenant,
        message.id,
        message.run,
        message.topic,
        message.target,
        message.body,
        message.createdAt,
        message.dueAt,
        message.attempts,
      );
    },
    next: (): number | null => selectNext.get() ?? null,
    due: (until: number, limit: number): readonly Message[] => selectDue.all(until, limit),
    delivered({ tenant, id }: Message): void {
      deleteMessage.run(tenant, id);
    },
    postpone({ tenant, id }: Message, dueAt: number): void {
      postponeMessage.run(dueAt, tenant, id);
    },
    giveUp({ tenant, id }: Message, reason: string): void {
      giveUpMessage.run(reason, tenant, id);
    },
    /** Those that wait to be delivered outlive their run. */
    removeGivenUp(tenant: string, run: string): void {
      deleteGivenUp.run(tenant, run);
    },
  };
}
