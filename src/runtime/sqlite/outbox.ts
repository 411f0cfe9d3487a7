/** Messages until they are delivered, lane by lane; and those that were given up. */
import type { Busy, Message, MessageCount, MessageOutcome } from '../ports/outbox.ts';
import type { Connection } from './connection.ts';
import { prepareOutboxQueue } from './outbox-queue.ts';

export const messageColumns = `tenant, id, run, event, target, place,
  (SELECT text FROM outbox_bodies WHERE number = outbox.body) AS body, created_at AS createdAt, due_at AS dueAt,
  attempts, failure, given_up_at AS givenUpAt`;

type Lane = Pick<Message, 'tenant' | 'target' | 'run'>;

/** Takes about 10 ms. */
const maxRemovedAtOnce = 500;

export function prepareOutbox(connection: Connection) {
  const queue = prepareOutboxQueue(connection);
  const insertBody = connection.prepare<[string]>('INSERT INTO outbox_bodies (text) VALUES (?)');
  const deleteBody = connection.prepare<[number]>('DELETE FROM outbox_bodies WHERE number = ?');
  const insertMessage = connection.prepare(
    `INSERT INTO outbox (tenant, id, run, event, target, place, body, created_at, due_at, attempts, failure,
       state, given_up_at, head)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  );
  const selectPlaceOfTarget = connection
    .prepare<[string, string], string>('SELECT place FROM subscriptions WHERE tenant = ? AND id = ?')
    .pluck();
  const selectFirstOfLane = connection
    .prepare<[string, string, string], number>(
      `SELECT number FROM outbox INDEXED BY outbox_lane
       WHERE tenant = ? AND target = ? AND run = ? AND state = 'waiting' ORDER BY number LIMIT 1`,
    )
    .pluck();
  const markHead = connection
    .prepare<[0 | 1, number], string>('UPDATE outbox SET head = ? WHERE number = ? RETURNING place')
    .pluck();
  const selectNumbered = connection.prepare<[number], Message>(
    `SELECT ${messageColumns} FROM outbox WHERE number = ?`,
  );
  const selectMessage = connection.prepare<[string, string], Message>(
    `SELECT ${messageColumns} FROM outbox WHERE tenant = ? AND id = ?`,
  );
  const selectLane = connection.prepare<[string, string], Lane & Pick<Message, 'place'>>(
    'SELECT tenant, target, run, place FROM outbox WHERE tenant = ? AND id = ?',
  );
  const deleteMessage = connection.prepare<[string, string]>(
    "DELETE FROM outbox WHERE tenant = ? AND id = ? AND state = 'waiting'",
  );
  const postponeMessage = connection.prepare<[number, string, string, string]>(
    `UPDATE outbox SET due_at = ?, attempts = attempts + 1, failure = ?
     WHERE tenant = ? AND id = ? AND state = 'waiting'`,
  );
  const giveUpMessage = connection.prepare<[number, string, string, string]>(
    `UPDATE outbox SET state = 'given-up', given_up_at = ?, attempts = attempts + 1, failure = ?
     WHERE tenant = ? AND id = ? AND state = 'waiting'`,
  );
  const resendMessage = connection.prepare<[number, string, string]>(
    `UPDATE outbox SET state = 'waiting', given_up_at = NULL, due_at = ?, attempts = 0
     WHERE tenant = ? AND id = ? AND state = 'given-up'`,
  );
  const selectCount = connection.prepare<[], MessageCount>(
    `SELECT (SELECT count(*) FROM outbox INDEXED BY outbox_lane WHERE state = 'waiting') AS waiting,
       (SELECT count(*) FROM outbox INDEXED BY outbox_given_up WHERE given_up_at IS NOT NULL) AS givenUp`,
  );
  const countOfTenant = '(SELECT count(*) FROM outbox INDEXED BY outbox_state WHERE tenant = ? AND state =';
  const selectCountOfTenant = connection.prepare<[string, string], MessageCount>(
    `SELECT ${countOfTenant} 'waiting') AS waiting, ${countOfTenant} 'given-up') AS givenUp`,
  );
  const deleteGivenUp = connection.prepare<[string, string]>(
    "DELETE FROM outbox WHERE tenant = ? AND run = ? AND state = 'given-up'",
  );
  const deleteOld = connection.prepare<[number, number]>(
    `DELETE FROM outbox WHERE number IN
       (SELECT number FROM outbox INDEXED BY outbox_given_up WHERE given_up_at <= ? ORDER BY given_up_at, number LIMIT ?)`,
  );
  // The last of each lane first: what is left is a lane with its head.
  const deleteWaiting = connection
    .prepare<[string, string, number], string>(
      `DELETE FROM outbox WHERE number IN
         (SELECT number FROM outbox INDEXED BY outbox_lane WHERE tenant = ? AND target = ? AND state = 'waiting'
          ORDER BY run DESC, number DESC LIMIT ?) RETURNING place`,
    )
    .pluck();

  const firstOf = ({ tenant, target, run }: Lane): number | undefined =>
    selectFirstOfLane.get(tenant, target, run);

  /** Changes a message, and updates the head of its lane. @returns whether it was done */
  const change = (
    { tenant, id }: Pick<Message, 'tenant' | 'id'>,
    act: () => { readonly changes: number },
  ): boolean => {
    const lane = selectLane.get(tenant, id);
    if (lane === undefined) return false;
    const before = firstOf(lane);
    if (act().changes === 0) return false;
    const after = firstOf(lane);
    const touched = new Set([lane.place]);
    const mark = (isHead: 0 | 1, number: number | undefined): void => {
      const place = number === undefined ? undefined : markHead.get(isHead, number);
      if (place !== undefined) touched.add(place);
    };
    if (before !== after) {
      mark(0, before);
      mark(1, after);
    }
    queue.settle(tenant, touched);
    return true;
  };

  const apply = (outcome: MessageOutcome): { readonly changes: number } => {
    const { tenant, id } = outcome.message;
    switch (outcome.kind) {
      case 'delivered':
        return deleteMessage.run(tenant, id);
      case 'postponed':
        return postponeMessage.run(outcome.dueAt, outcome.failure, tenant, id);
      case 'given-up':
        return giveUpMessage.run(outcome.at, outcome.failure, tenant, id);
    }
  };

  /** @returns false if it exists already */
  const insert = (message: Omit<Message, 'body'>, body: number): boolean => {
    const { tenant, id, run, event, target, place, createdAt, dueAt } = message;
    const { attempts, failure, givenUpAt } = message;
    const isHead = givenUpAt === null && firstOf(message) === undefined;
    const { changes } = insertMessage.run(
      tenant,
      id,
      run,
      event,
      target,
      place,
      body,
      createdAt,
      dueAt,
      attempts,
      failure,
      givenUpAt === null ? 'waiting' : 'given-up',
      givenUpAt,
      isHead ? 1 : 0,
    );
    if (changes === 1 && isHead) queue.settle(tenant, new Set([place]));
    return changes === 1;
  };

  /** Writes messages with a common body; existing ones stay unchanged. */
  const write = (messages: readonly Omit<Message, 'body'>[], body: string): void => {
    const number = Number(insertBody.run(body).lastInsertRowid);
    const inserted = messages.filter((message) => insert(message, number));
    if (inserted.length === 0) deleteBody.run(number);
  };

  return {
    write,
    put: connection.transaction((message: Omit<Message, 'place'>): void => {
      const place = selectPlaceOfTarget.get(message.tenant, message.target) ?? '';
      write([{ ...message, place }], message.body);
    }).immediate,
    next: queue.next,
    due: (until: number, limit: number, busy: Busy): readonly Message[] =>
      queue.due(until, limit, busy).flatMap((number) => selectNumbered.all(number)),
    settle: connection.transaction((outcomes: readonly MessageOutcome[]): void => {
      for (const outcome of outcomes) change(outcome.message, () => apply(outcome));
    }).immediate,
    resend: connection.transaction((tenant: string, id: string, dueAt: number): boolean =>
      change({ tenant, id }, () => resendMessage.run(dueAt, tenant, id)),
    ).immediate,
    find: (tenant: string, id: string): Message | undefined => selectMessage.get(tenant, id),
    count(tenant: string | undefined): MessageCount {
      const counted = tenant === undefined ? selectCount.get() : selectCountOfTenant.get(tenant, tenant);
      return counted ?? { waiting: 0, givenUp: 0 };
    },
    /** Pending messages outlive their run. */
    removeGivenUp(tenant: string, run: string): void {
      deleteGivenUp.run(tenant, run);
    },
    /** Removes a part of the messages, since others wait for the transaction. @returns whether there may be more */
    removeWaiting: connection.transaction((tenant: string, target: string): boolean => {
      const places = deleteWaiting.all(tenant, target, maxRemovedAtOnce);
      queue.settle(tenant, new Set(places));
      return places.length === maxRemovedAtOnce;
    }).immediate,
    forget: (before: number, limit: number): number => deleteOld.run(before, limit).changes,
  };
}
