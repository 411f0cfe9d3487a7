/** The outbox sender with receivers that work, fail, hang and ask for a delay. */
import { expect, test } from 'vitest';
import { retryDelay } from '../../src/runtime/engine/retry-delay.ts';
import type { DeliveryResult } from '../../src/runtime/index.ts';
import { delivered, failed, hour, never, openSenderFixture, start } from './outbox-sender-fixture.ts';

test('[F3.1] messages of a lane are sent one after the other in commit order, lanes in parallel', async () => {
  const answers = new Map<string, (delivery: DeliveryResult) => void>();
  const fixture = await openSenderFixture(({ id }) => new Promise((resolve) => answers.set(id, resolve)));
  for (const id of ['a1', 'a2', 'a3']) await fixture.put(id, { target: 'a' });
  await fixture.put('b1', { target: 'b' });
  await fixture.put('a4', { target: 'a', run: 'another' });
  const sender = fixture.open();
  sender.wake();
  await fixture.settle();
  expect(fixture.ids()).toEqual(['a1', 'b1', 'a4']);
  expect(sender.delivering).toBe(3);
  answers.get('a1')?.(delivered);
  await fixture.settle();
  expect(fixture.ids().slice(3)).toEqual(['a2']);
  answers.get('a2')?.(failed);
  await fixture.settle();
  expect(fixture.ids()).toHaveLength(4);
  answers.get('a4')?.(delivered);
  answers.get('b1')?.(delivered);
  await fixture.advance(1_100);
  answers.get('a2')?.(delivered);
  await fixture.settle();
  expect(fixture.ids().slice(4)).toEqual(['a2', 'a3']);
  await sender.close();
});

test('[F3.3] a place that hangs delays no other, for any number of pending messages', async () => {
  const fixture = await openSenderFixture(({ place }) => (place === 'hangs' ? never : delivered));
  for (let at = 0; at < 5_000; at++)
    await fixture.put(`h${at}`, { place: 'hangs', target: 'h', run: `r${at}` });
  for (let at = 0; at < 200; at++) await fixture.put(`w${at}`, { place: `works${at % 3}`, dueAt: start + 1 });
  const sender = fixture.open();
  sender.wake();
  await fixture.advance(1);
  expect(fixture.ids().filter((id) => id.startsWith('h'))).toHaveLength(8);
  expect(new Set(fixture.ids().filter((id) => id.startsWith('w'))).size).toBe(200);
  expect(fixture.sent).toHaveLength(208);
  expect(sender.delivering).toBe(8);
  await sender.close();
});

test('[F3.3] tenants whose receivers all hang leave capacity for others, who have priority', async () => {
  const fixture = await openSenderFixture(({ tenant }) => (tenant === 'other' ? delivered : never));
  for (const tenant of ['red', 'green', 'blue']) {
    for (let at = 0; at < 200; at++)
      await fixture.put(`${tenant}${at}`, { tenant, place: `${tenant}${at}.example` });
  }
  const sender = fixture.open();
  sender.wake();
  await fixture.settle();
  const count = (tenant: string) => fixture.ids().filter((id) => id.startsWith(tenant)).length;
  const hanging = ['red', 'green', 'blue'].map(count);
  for (const each of hanging) expect(each).toBeGreaterThanOrEqual(16);
  expect(hanging.reduce((sum, each) => sum + each)).toBeLessThanOrEqual(112);
  for (let at = 0; at < 50; at++) {
    await fixture.put(`w${at}`, { tenant: 'other', place: 'works', dueAt: fixture.clock.now() });
  }
  sender.wake();
  await fixture.settle();
  expect(count('w')).toBe(50);
  await sender.close();
});

test('[F3.3] there is capacity for one more tenant, and it has priority over the backlog of all others', async () => {
  const fixture = await openSenderFixture(({ tenant }) => (tenant === 'late' ? delivered : never));
  for (let at = 0; at < 100; at++) {
    for (const nth of [1, 2, 3])
      await fixture.put(`h${at}.${nth}`, { tenant: `t${at}`, place: `${nth}.example` });
  }
  const sender = fixture.open();
  sender.wake();
  await fixture.settle();
  const hanging = fixture.ids();
  expect(new Set(hanging.map((id) => id.split('.')[0])).size).toBe(100);
  expect(hanging.length).toBeLessThan(128);
  for (const id of ['late1', 'late2']) await fixture.put(id, { tenant: 'late', dueAt: fixture.clock.now() });
  sender.wake();
  await fixture.settle();
  expect(fixture.ids().slice(hanging.length)).toEqual(['late1', 'late2']);
  await sender.close();
});

test('[F3.3] a path that hangs delays no other of its host, and a host whose paths all hang delays no other host', async () => {
  const fixture = await openSenderFixture(({ place }) => (place.startsWith('hangs') ? never : delivered));
  for (let at = 0; at < 100; at++) {
    await fixture.put(`p${at}`, { place: 'hangs.a/path', target: 'p', run: `r${at}` });
    await fixture.put(`h${at}`, { place: `hangs.b/${at}` });
  }
  await fixture.put('beside', { place: 'hangs.a/other', dueAt: start + 1 });
  for (let at = 0; at < 100; at++) await fixture.put(`w${at}`, { place: `works/${at}`, dueAt: start + 1 });
  const sender = fixture.open();
  sender.wake();
  await fixture.advance(1);
  const count = (letter: string) => fixture.ids().filter((id) => id.startsWith(letter)).length;
  expect(['p', 'h', 'b', 'w'].map(count)).toEqual([8, 24, 1, 100]);
  await sender.close();
});

test('[F3.3] an address of a host that hangs after another has failed delays no third', async () => {
  const answers = { flaky: failed, hang: never, ok: delivered } as const;
  const fixture = await openSenderFixture(({ target }) => answers[target as keyof typeof answers]);
  const put = (target: keyof typeof answers, at: number) =>
    fixture.put(`${target}${at}`, {
      target,
      run: `r${at}`,
      place: `one.example/${target}`,
      dueAt: start + at,
    });
  const sender = fixture.open();
  for (let at = 0; at < 20; at++) {
    for (const target of ['flaky', 'hang', 'ok'] as const) await put(target, at);
    await fixture.advance(1);
    sender.wake();
    await fixture.settle();
    expect(fixture.ids()).toContain(`ok${at}`);
  }
  await sender.close();
});

test('[F3.3] a place that failed gets one message at a time until one arrives', async () => {
  const answers: ((delivery: DeliveryResult) => void)[] = [];
  const fixture = await openSenderFixture(() => new Promise((resolve) => answers.push(resolve)));
  for (let at = 0; at < 30; at++) await fixture.put(`m${at}`, { place: 'ails' });
  const sender = fixture.open();
  sender.wake();
  await fixture.settle();
  expect(sender.delivering).toBe(8);
  for (const answer of answers.splice(0)) answer(failed);
  await fixture.settle();
  expect(sender.delivering).toBe(1);
  answers.pop()?.(failed);
  await fixture.settle();
  expect(sender.delivering).toBe(1);
  answers.pop()?.(delivered);
  await fixture.settle();
  expect(sender.delivering).toBe(8);
  await sender.close();
});

test('[F3.3] each delay is twice the previous one; in the end the message is given up with the reason', async () => {
  const fixture = await openSenderFixture(() => failed);
  await fixture.put('m');
  const sender = fixture.open();
  sender.wake();
  await fixture.settle();
  for (let next = fixture.clock.next(); next !== undefined; next = fixture.clock.next()) {
    await fixture.advance(next - fixture.clock.now());
  }
  expect(fixture.sent).toHaveLength(12);
  const pauses = fixture.sent.slice(1).map(({ at }, index) => at - (fixture.sent[index]?.at ?? 0));
  for (const [attempts, pause] of pauses.entries()) {
    expect(pause).toBe(retryDelay({ id: 'm', attempts }));
    expect(pause).toBeGreaterThanOrEqual(1_000 * 2 ** attempts);
    expect(pause).toBeLessThanOrEqual(1_100 * 2 ** attempts);
  }
  const [left] = await fixture.store.outbox.search('acme', { state: 'given-up' }, { limit: 10 });
  expect(left).toMatchObject({
    id: 'm',
    attempts: 12,
    failure: 'Answered 500.',
    givenUpAt: fixture.clock.now(),
  });
  expect(fixture.reports).toEqual([]);
  await sender.close();
});

test('[F3.3] no delay is much longer than an hour, whatever the receiver asks for', () => {
  expect(retryDelay({ id: 'm', attempts: 40 })).toBeLessThanOrEqual(1.1 * hour);
  expect(retryDelay({ id: 'm', attempts: 0 }, 30_000)).toBe(30_000);
  expect(retryDelay({ id: 'm', attempts: 0 }, 1_000 * hour)).toBe(hour);
  expect(retryDelay({ id: 'm', attempts: 10 }, 5_000)).toBe(retryDelay({ id: 'm', attempts: 10 }));
  expect(retryDelay({ id: 'm', attempts: 0 }, -5)).toBe(retryDelay({ id: 'm', attempts: 0 }));
});

test('[F3.3] a receiver that asks for a delay gets it; one that refuses is not tried again', async () => {
  const fixture = await openSenderFixture(({ id }) => {
    if (id === 'busy' && fixture.sent.filter((each) => each.id === 'busy').length === 1) {
      return { kind: 'failed', reason: 'Answered 429.', after: 20_000 };
    }
    return id === 'busy'
      ? delivered
      : { kind: id === 'gone' ? 'gone' : 'refused', reason: `Answered “${id}”.` };
  });
  for (const id of ['busy', 'wrong', 'gone']) await fixture.put(id);
  const sender = fixture.open();
  sender.wake();
  await fixture.settle();
  await fixture.advance(19_999);
  expect(fixture.ids()).toEqual(['busy', 'wrong', 'gone']);
  await fixture.advance(1);
  expect(fixture.ids()).toEqual(['busy', 'wrong', 'gone', 'busy']);
  const left = await fixture.store.outbox.search('acme', {}, { limit: 10 });
  expect(left.map(({ id, failure, attempts }) => [id, failure, attempts])).toEqual([
    ['gone', 'Answered “gone”.', 1],
    ['wrong', 'Answered “wrong”.', 1],
  ]);
  await sender.close();
});

test.each([0, 1, 3])('[F3.3] %i retries are that many attempts after the first', async (retries) => {
  const fixture = await openSenderFixture(() => failed, { retries });
  await fixture.put('m');
  const sender = fixture.open();
  sender.wake();
  await fixture.settle();
  for (let round = 0; round < 6; round++) await fixture.advance(hour);
  expect(fixture.sent).toHaveLength(retries + 1);
  expect(await fixture.store.outbox.count()).toEqual({ waiting: 0, givenUp: 1 });
  await sender.close();
});

test('[F3.3] a message that was given up and is sent again is delivered before those after it', async () => {
  const fixture = await openSenderFixture(() => ({ kind: 'refused', reason: 'Answered 404.' }));
  await fixture.put('first', { target: 't' });
  const sender = fixture.open();
  sender.wake();
  await fixture.settle();
  fixture.script.respond = () => delivered;
  await fixture.put('second', { target: 't' });
  expect(await fixture.store.outbox.resend('acme', 'first', fixture.clock.now())).toBe(true);
  sender.wake();
  await fixture.settle();
  expect(fixture.ids()).toEqual(['first', 'first', 'second']);
  expect(await fixture.store.outbox.count()).toEqual({ waiting: 0, givenUp: 0 });
  await sender.close();
});
