/** Messages until they are delivered, lane by lane; and those that were given up. */
import {
  type Busy,
  isBusy,
  type Message,
  type MessageCount,
  type MessageOutcome,
  mostOfPlace,
} from '../ports/outbox.ts';
import type { Connection } from './connection.ts';

export const messageColumns = `tenant, id, run, event, target, place, body, created_at AS createdAt, due_at AS dueAt,
  attempts, failure, given_up_at AS givenUpAt`;

type Lane = Pick<Message, 'tenant' | 'target' | 'run'>;
type Place = Pick<Message, 'tenant' | 'place'>;
type DueMessage = Pick<Message, 'tenant' | 'id' | 'place' | 'dueAt'> & { readonly number: number };

export function prepareOutbox(connection: Connection) {
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
  const selectFirstOfPlace = connection
    .prepare<[string, string], number>(
      `SELECT due_at FROM outbox INDEXED BY outbox_place WHERE tenant = ? AND place = ? AND head = 1
       ORDER BY due_at LIMIT 1`,
    )
    .pluck();
  const writePlace = connection.prepare<[string, string, number]>(
    `INSERT INTO outbox_places (tenant, place, due_at) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET due_at = excluded.due_at WHERE due_at <> excluded.due_at`,
  );
  const deletePlace = connection.prepare<[string, string]>(
    'DELETE FROM outbox_places WHERE tenant = ? AND place = ?',
  );
  const selectNext = connection
    .prepare<[number], number>(
      'SELECT due_at FROM outbox INDEXED BY outbox_due WHERE head = 1 AND due_at > ? ORDER BY due_at LIMIT 1',
    )
    .pluck();
  const selectPlaces = connection.prepare<[number], Place>(
    `SELECT tenant, place FROM outbox_places INDEXED BY outbox_places_due WHERE due_at <= ?
     ORDER BY due_at, tenant, place`,
  );
  const selectDueOfPlace = connection.prepare<[string, string, number, number], DueMessage>(
    `SELECT number, tenant, id, place, due_at AS dueAt FROM outbox INDEXED BY outbox_place
     WHERE tenant = ? AND place = ? AND head = 1 AND due_at <= ? ORDER BY due_at, number LIMIT ?`,
  );
  const selectNumbered = connection.prepare<[number], Message>(
    `SELECT ${messageColumns} FROM outbox WHERE number = ?`,
  );
  const selectMessage = connection.prepare<[string, string], Message>(
    `SELECT ${messageColumns} FROM outbox WHERE tenant = ? AND id = ?`,
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
  const deleteWaiting = connection
    .prepare<[string, string], string>(
      "DELETE FROM outbox WHERE tenant = ? AND target = ? AND state = 'waiting' RETURNING place",
    )
    .pluck();

  /** After the first messages of lanes to them have changed. */
  const settlePlaces = (tenant: string, places: ReadonlySet<string>): void => {
    for (const place of places) {
      const first = selectFirstOfPlace.get(tenant, place);
      if (first === undefined) deletePlace.run(tenant, place);
      else writePlace.run(tenant, place, first);
    }
  };

  const firstOf = ({ tenant, target, run }: Lane): number | undefined =>
    selectFirstOfLane.get(tenant, target, run);

  /** Does something to a message, and puts its lane in order. @returns whether it was done */
  const change = (
    { tenant, id }: Pick<Message, 'tenant' | 'id'>,
    act: () => { readonly changes: number },
  ): boolean => {
    const lane = selectMessage.get(tenant, id);
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
    settlePlaces(tenant, touched);
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

  /** The places to which something is due that may be sent, the longest due first. */
  const placesDue = (until: number, limit: number, busy: Busy): readonly Place[] => {
    const found: Place[] = [];
    for (const place of selectPlaces.iterate(until)) {
      if (found.length === limit) break;
      if (!isBusy(busy, place)) found.push(place);
    }
    return found;
  };

  const write = (message: Message): void => {
    const { tenant, id, run, event, target, place, body, createdAt, dueAt } = message;
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
    if (changes === 1 && isHead) settlePlaces(tenant, new Set([place]));
  };

  return {
    write,
    put: connection.transaction((message: Omit<Message, 'place'>): void => {
      write({ ...message, place: selectPlaceOfTarget.get(message.tenant, message.target) ?? '' });
    }).immediate,
    next: (after: number): number | null => selectNext.get(after) ?? null,
    due(until: number, limit: number, busy: Busy): readonly Message[] {
      const { messages } = busy;
      // What is under way is due still, and passed over.
      return placesDue(until, limit + messages.length, busy)
        .flatMap((at) => {
          const most = Math.min(mostOfPlace, limit + messages.filter((each) => isAt(each, at)).length);
          return selectDueOfPlace.all(at.tenant, at.place, until, most);
        })
        .filter(({ tenant, id }) => !messages.some((each) => each.tenant === tenant && each.id === id))
        .sort(compareDue)
        .slice(0, limit)
        .flatMap(({ number }) => selectNumbered.all(number));
    },
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
    /** Those that wait to be delivered outlive their run. */
    removeGivenUp(tenant: string, run: string): void {
      deleteGivenUp.run(tenant, run);
    },
    removeWaiting(tenant: string, target: string): void {
      settlePlaces(tenant, new Set(deleteWaiting.all(tenant, target)));
    },
    forget: (before: number, limit: number): number => deleteOld.run(before, limit).changes,
  };
}

const isAt = (one: Place, other: Place): boolean => one.tenant === other.tenant && one.place === other.place;

/** The order in which places are read, too: of the first few places no message is missed that is one of the first few. */
function compareDue(a: DueMessage, b: DueMessage): number {
  if (a.dueAt !== b.dueAt) return a.dueAt - b.dueAt;
  if (a.tenant !== b.tenant) return a.tenant < b.tenant ? -1 : 1;
  if (a.place !== b.place) return a.place < b.place ? -1 : 1;
  return a.number - b.number;
}
