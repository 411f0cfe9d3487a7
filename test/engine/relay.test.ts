/** What the relay does with receivers that work, fail, hang and ask for patience. */
import { expect, test } from 'vitest';
import { pauseBefore } from '../../src/runtime/engine/pause-before.ts';
import type { Delivery } from '../../src/runtime/index.ts';
import { delivered, failed, hour, never, openLab, start } from './relay-lab.ts';

test('[F3.1] messages of a lane go one after the other in the order of writing, lanes beside each other', async () => {
  const answers = new Map<string, (delivery: Delivery) => void>();
  const lab = await openLab(({ id }) => new Promise((resolve) => answers.set(id, resolve)));
  for (const id of ['a1', 'a2', 'a3']) await lab.put(id, { target: 'a' });
  await lab.put('b1', { target: 'b' });
  await lab.put('a4', { target: 'a', run: 'another' });
  const relay = lab.open();
  relay.wake();
  await lab.settle();
  expect(lab.ids()).toEqual(['a1', 'b1', 'a4']);
  expect(relay.delivering).toBe(3);
  answers.get('a1')?.(delivered);
  await lab.settle();
  expect(lab.ids().slice(3)).toEqual(['a2']);
  answers.get('a2')?.(failed);
  await lab.settle();
  expect(lab.ids()).toHaveLength(4);
  answers.get('a4')?.(delivered);
  answers.get('b1')?.(delivered);
  await lab.pass(1_100);
  answers.get('a2')?.(delivered);
  await lab.settle();
  expect(lab.ids().slice(4)).toEqual(['a2', 'a3']);
  await relay.close();
});

test('[F3.3] a place that hangs holds up no other, whatever waits for it', async () => {
  const lab = await openLab(({ place }) => (place === 'hangs' ? never : delivered));
  for (let at = 0; at < 5_000; at++) await lab.put(`h${at}`, { place: 'hangs', target: 'h', run: `r${at}` });
  for (let at = 0; at < 200; at++) await lab.put(`w${at}`, { place: `works${at % 3}`, dueAt: start + 1 });
  const relay = lab.open();
  relay.wake();
  await lab.pass(1);
  expect(lab.ids().filter((id) => id.startsWith('h'))).toHaveLength(8);
  expect(new Set(lab.ids().filter((id) => id.startsWith('w'))).size).toBe(200);
  expect(lab.sent).toHaveLength(208);
  expect(relay.delivering).toBe(8);
  await relay.close();
});

test('[F3.3] tenants all of whose receivers hang leave room for others, who come first', async () => {
  const lab = await openLab(({ tenant }) => (tenant === 'other' ? delivered : never));
  for (const tenant of ['red', 'green', 'blue']) {
    for (let at = 0; at < 200; at++)
      await lab.put(`${tenant}${at}`, { tenant, place: `${tenant}${at}.example` });
  }
  const relay = lab.open();
  relay.wake();
  await lab.settle();
  const count = (tenant: string) => lab.ids().filter((id) => id.startsWith(tenant)).length;
  const hanging = ['red', 'green', 'blue'].map(count);
  for (const each of hanging) expect(each).toBeGreaterThanOrEqual(16);
  expect(hanging.reduce((sum, each) => sum + each)).toBeLessThanOrEqual(112);
  for (let at = 0; at < 50; at++) {
    await lab.put(`w${at}`, { tenant: 'other', place: 'works', dueAt: lab.clock.now() });
  }
  relay.wake();
  await lab.settle();
  expect(count('w')).toBe(50);
  await relay.close();
});

test('[F3.3] there is room for one more tenant, and it goes before the backlog of all others', async () => {
  const lab = await openLab(({ tenant }) => (tenant === 'late' ? delivered : never));
  for (let at = 0; at < 100; at++) {
    for (const nth of [1, 2, 3])
      await lab.put(`h${at}.${nth}`, { tenant: `t${at}`, place: `${nth}.example` });
  }
  const relay = lab.open();
  relay.wake();
  await lab.settle();
  const hanging = lab.ids();
  expect(new Set(hanging.map((id) => id.split('.')[0])).size).toBe(100);
  expect(hanging.length).toBeLessThan(128);
  for (const id of ['late1', 'late2']) await lab.put(id, { tenant: 'late', dueAt: lab.clock.now() });
  relay.wake();
  await lab.settle();
  expect(lab.ids().slice(hanging.length)).toEqual(['late1', 'late2']);
  await relay.close();
});

test('[F3.3] a path that hangs holds up no other of its host, nor a host all of whose paths hang another', async () => {
  const lab = await openLab(({ place }) => (place.startsWith('hangs') ? never : delivered));
  for (let at = 0; at < 100; at++) {
    await lab.put(`p${at}`, { place: 'hangs.a/path', target: 'p', run: `r${at}` });
    await lab.put(`h${at}`, { place: `hangs.b/${at}` });
  }
  await lab.put('beside', { place: 'hangs.a/other', dueAt: start + 1 });
  for (let at = 0; at < 100; at++) await lab.put(`w${at}`, { place: `works/${at}`, dueAt: start + 1 });
  const relay = lab.open();
  relay.wake();
  await lab.pass(1);
  const count = (letter: string) => lab.ids().filter((id) => id.startsWith(letter)).length;
  expect(['p', 'h', 'b', 'w'].map(count)).toEqual([8, 24, 1, 100]);
  await relay.close();
});

test('[F3.3] of one host an address that hangs after another has failed holds up no third', async () => {
  const answers = { flaky: failed, hang: never, ok: delivered } as const;
  const lab = await openLab(({ target }) => answers[target as keyof typeof answers]);
  const put = (target: keyof typeof answers, at: number) =>
    lab.put(`${target}${at}`, { target, run: `r${at}`, place: `one.example/${target}`, dueAt: start + at });
  const relay = lab.open();
  for (let at = 0; at < 20; at++) {
    for (const target of ['flaky', 'hang', 'ok'] as const) await put(target, at);
    await lab.pass(1);
    relay.wake();
    await lab.settle();
    expect(lab.ids()).toContain(`ok${at}`);
  }
  await relay.close();
});

test('[F3.3] a place that failed gets one at a time until one arrives', async () => {
  const answers: ((delivery: Delivery) => void)[] = [];
  const lab = await openLab(() => new Promise((resolve) => answers.push(resolve)));
  for (let at = 0; at < 30; at++) await lab.put(`m${at}`, { place: 'ails' });
  const relay = lab.open();
  relay.wake();
  await lab.settle();
  expect(relay.delivering).toBe(8);
  for (const answer of answers.splice(0)) answer(failed);
  await lab.settle();
  expect(relay.delivering).toBe(1);
  answers.pop()?.(failed);
  await lab.settle();
  expect(relay.delivering).toBe(1);
  answers.pop()?.(delivered);
  await lab.settle();
  expect(relay.delivering).toBe(8);
  await relay.close();
});

test('[F3.3] each pause is twice the one before; in the end it is given up with the reason', async () => {
  const lab = await openLab(() => failed);
  await lab.put('m');
  const relay = lab.open();
  relay.wake();
  await lab.settle();
  for (let next = lab.clock.next(); next !== undefined; next = lab.clock.next()) {
    await lab.pass(next - lab.clock.now());
  }
  expect(lab.sent).toHaveLength(12);
  const pauses = lab.sent.slice(1).map(({ at }, index) => at - (lab.sent[index]?.at ?? 0));
  for (const [attempts, pause] of pauses.entries()) {
    expect(pause).toBe(pauseBefore({ id: 'm', attempts }));
    expect(pause).toBeGreaterThanOrEqual(1_000 * 2 ** attempts);
    expect(pause).toBeLessThanOrEqual(1_100 * 2 ** attempts);
  }
  const [left] = await lab.store.outbox.search('acme', { state: 'given-up' }, { limit: 10 });
  expect(left).toMatchObject({ id: 'm', attempts: 12, failure: 'Answered 500.', givenUpAt: lab.clock.now() });
  expect(lab.reports).toEqual([]);
  await relay.close();
});

test('[F3.3] no pause is longer than an hour and a little, whatever the receiver asks for', () => {
  expect(pauseBefore({ id: 'm', attempts: 40 })).toBeLessThanOrEqual(1.1 * hour);
  expect(pauseBefore({ id: 'm', attempts: 0 }, 30_000)).toBe(30_000);
  expect(pauseBefore({ id: 'm', attempts: 0 }, 1_000 * hour)).toBe(hour);
  expect(pauseBefore({ id: 'm', attempts: 10 }, 5_000)).toBe(pauseBefore({ id: 'm', attempts: 10 }));
  expect(pauseBefore({ id: 'm', attempts: 0 }, -5)).toBe(pauseBefore({ id: 'm', attempts: 0 }));
});

test('[F3.3] a receiver that asks for patience gets it; one that refuses is not asked again', async () => {
  const lab = await openLab(({ id }) => {
    if (id === 'busy' && lab.sent.filter((each) => each.id === 'busy').length === 1) {
      return { kind: 'failed', reason: 'Answered 429.', after: 20_000 };
    }
    return id === 'busy'
      ? delivered
      : { kind: id === 'gone' ? 'gone' : 'refused', reason: `Answered “${id}”.` };
  });
  for (const id of ['busy', 'wrong', 'gone']) await lab.put(id);
  const relay = lab.open();
  relay.wake();
  await lab.settle();
  await lab.pass(19_999);
  expect(lab.ids()).toEqual(['busy', 'wrong', 'gone']);
  await lab.pass(1);
  expect(lab.ids()).toEqual(['busy', 'wrong', 'gone', 'busy']);
  const left = await lab.store.outbox.search('acme', {}, { limit: 10 });
  expect(left.map(({ id, failure, attempts }) => [id, failure, attempts])).toEqual([
    ['gone', 'Answered “gone”.', 1],
    ['wrong', 'Answered “wrong”.', 1],
  ]);
  await relay.close();
});

test.each([0, 1, 3])('[F3.3] %i retries are so many attempts after the first', async (retries) => {
  const lab = await openLab(() => failed, { retries });
  await lab.put('m');
  const relay = lab.open();
  relay.wake();
  await lab.settle();
  for (let round = 0; round < 6; round++) await lab.pass(hour);
  expect(lab.sent).toHaveLength(retries + 1);
  expect(await lab.store.outbox.count()).toEqual({ waiting: 0, givenUp: 1 });
  await relay.close();
});

test('[F3.3] what was given up is delivered when it is sent again, before those behind it', async () => {
  const lab = await openLab(() => ({ kind: 'refused', reason: 'Answered 404.' }));
  await lab.put('first', { target: 't' });
  const relay = lab.open();
  relay.wake();
  await lab.settle();
  lab.script.respond = () => delivered;
  await lab.put('second', { target: 't' });
  expect(await lab.store.outbox.resend('acme', 'first', lab.clock.now())).toBe(true);
  relay.wake();
  await lab.settle();
  expect(lab.ids()).toEqual(['first', 'first', 'second']);
  expect(await lab.store.outbox.count()).toEqual({ waiting: 0, givenUp: 0 });
  await relay.close();
});
