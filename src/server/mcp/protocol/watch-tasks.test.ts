import { expect, test, vi } from 'vitest';
import type { DetailedTask } from '../runs/task-wire.ts';
import { watchTasks } from './watch-tasks.ts';

type Status = DetailedTask['status'];

const taskOf = (taskId: string, status: Status): DetailedTask => ({
  taskId,
  status,
  statusMessage: status,
  createdAt: '2026-01-01T00:00:00.000Z',
  lastUpdatedAt: '2026-01-01T00:00:00.000Z',
  ttlMs: null,
  pollIntervalMs: 1_000,
});

/** Tasks whose reading waits until it is let go. */
function watched(states: Map<string, Status | 'gone' | 'unreadable'>) {
  const reads: string[] = [];
  const sent: string[] = [];
  const troubles: unknown[] = [];
  const waiting: (() => void)[] = [];
  let tell: (run: string | undefined) => void = () => {};
  const feed = {
    watchRuns: (listener: typeof tell) => {
      tell = listener;
      return () => {
        tell = () => {};
      };
    },
  };
  const end = watchTasks(feed, {
    ids: [...states.keys()],
    async read(id) {
      reads.push(id);
      await new Promise<void>((resolve) => waiting.push(resolve));
      const status = states.get(id) ?? 'gone';
      if (status === 'unreadable') throw new Error('It cannot be read.');
      return status === 'gone' ? undefined : taskOf(id, status);
    },
    send: ({ taskId, status }) => sent.push(`${taskId} ${status}`),
    report: (_, error) => troubles.push(error),
  });
  return {
    reads,
    sent,
    troubles,
    end,
    tell: (run?: string) => tell(run),
    /** Lets all reads go until none waits. */
    async settle() {
      await vi.waitFor(async () => {
        for (const go of waiting.splice(0)) go();
        await new Promise((resolve) => setImmediate(resolve));
        expect(waiting).toHaveLength(0);
      });
    },
  };
}

test('[P5.3] changes while a task is read are read once, and a state that was sent is not sent again', async () => {
  const states = new Map<string, Status>([['a', 'working']]);
  const { reads, sent, tell, settle } = watched(states);
  for (let change = 0; change < 100; change++) tell('a');
  tell('of others');
  await settle();
  expect([reads.length, sent]).toEqual([2, ['a working']]);
  states.set('a', 'input_required');
  tell('a');
  await settle();
  // Changes were lost: each may have changed.
  states.set('a', 'working');
  tell();
  await settle();
  expect(sent).toEqual(['a working', 'a input_required', 'a working']);
});

test('[P5.3] an ended task is sent once and is not read again; one that is gone is not sent', async () => {
  const states = new Map<string, Status | 'gone'>([
    ['a', 'completed'],
    ['b', 'gone'],
  ]);
  const { reads, sent, tell, settle } = watched(states);
  tell();
  await settle();
  const before = reads.length;
  tell('a');
  tell();
  await settle();
  expect(sent).toEqual(['a completed']);
  expect(reads).toHaveLength(before);
});

test('[P5.3] a task that cannot be read is reported and read at its next change; others are not affected', async () => {
  const states = new Map<string, Status | 'unreadable'>([
    ['a', 'unreadable'],
    ['b', 'working'],
  ]);
  const { sent, troubles, tell, settle } = watched(states);
  await settle();
  expect([sent, troubles.length]).toEqual([['b working'], 1]);
  states.set('a', 'cancelled');
  tell('a');
  await settle();
  expect(sent).toEqual(['b working', 'a cancelled']);
});

test('[P5.3] after the end nothing is sent, also of what is being read', async () => {
  const { sent, tell, end, settle } = watched(new Map([['a', 'working' as const]]));
  end();
  tell('a');
  await settle();
  expect(sent).toEqual([]);
});
