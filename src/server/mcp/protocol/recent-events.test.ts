import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { expect, test } from 'vitest';
import { EventBudget, RecentEvents } from './recent-events.ts';

const message = (n: number): JSONRPCMessage => ({ jsonrpc: '2.0', method: 'note', params: { n } });
const answer = (text: string): JSONRPCMessage => ({
  jsonrpc: '2.0',
  id: 1,
  result: { content: [{ type: 'text', text }] },
});

async function replayed(events: RecentEvents, after: string): Promise<readonly JSONRPCMessage[]> {
  const seen: JSONRPCMessage[] = [];
  await events.replayEventsAfter(after, {
    send: async (_, each) => {
      seen.push(each);
    },
  });
  return seen;
}

test('[P1.3] a broken stream continues after the last received message, without messages of other streams', async () => {
  const events = new RecentEvents(new EventBudget());
  const first = await events.storeEvent('_GET_stream', message(1));
  await events.storeEvent('other', message(2));
  await events.storeEvent('_GET_stream', message(3));
  expect(await replayed(events, first)).toEqual([message(3)]);
});

test('[P1.3] the stored messages are limited', async () => {
  const events = new RecentEvents(new EventBudget());
  const first = await events.storeEvent('a', message(0));
  for (let n = 1; n <= 200; n++) await events.storeEvent('a', message(n));
  expect(await replayed(events, first)).toHaveLength(50);
  for (let n = 0; n < 10; n++) await events.storeEvent('a', answer('x'.repeat(60_000)));
  expect((await replayed(events, first)).length).toBeLessThan(5);
});

test('[P1.3] an id from before a restart is unknown', async () => {
  const before = await new RecentEvents(new EventBudget()).storeEvent('a', message(1));
  const events = new RecentEvents(new EventBudget());
  await events.storeEvent('a', message(2));
  expect(await replayed(events, before)).toEqual([message(2)]);
});

test('[P7.2] sessions share a limit: big answers cannot fill the memory', async () => {
  const budget = new EventBudget(1_000_000);
  const sessions = Array.from({ length: 20 }, () => new RecentEvents(budget));
  const page: JSONRPCMessage = {
    jsonrpc: '2.0',
    id: 1,
    result: { contents: [{ uri: 'run://x', text: 'x'.repeat(100_000) }] },
  };
  for (const session of sessions) for (let n = 0; n < 5; n++) await session.storeEvent('a', page);
  expect(budget.used).toBeLessThanOrEqual(budget.limit);
  expect(budget.used).toBeGreaterThan(0);
  for (const session of sessions) session.clear();
  expect(budget.used).toBe(0);
});
