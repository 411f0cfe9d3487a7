import type { ServerEvent } from '@modelcontextprotocol/server';
import { expect, test, vi } from 'vitest';
import type { Json } from '../../../kernel/index.ts';
import { ChangeFeed } from './change-feed.ts';

type Answer = {
  readonly cursor: string;
  readonly definitions: string;
  readonly runs: readonly Json[];
  readonly lost: boolean;
};

const principal = { subject: 's', tenant: 't', scopes: new Set([]), roles: [], kind: 'service' } as const;

/** Returns one prepared answer after the other, then none. */
function openFeed(answers: readonly (Answer | Error)[]) {
  const asked: unknown[] = [];
  const troubles: string[] = [];
  const feed = new ChangeFeed({
    principal,
    performAs: async (_, __, input) => {
      const answer = answers[asked.push(input) - 1];
      if (answer === undefined) return new Promise<never>(() => {});
      if (answer instanceof Error) throw answer;
      return answer as unknown as Json;
    },
    changedDefinitions: async () => ['workflow://a/graph'],
    recentRuns: async () => ['run://recent'],
    runUris: (run) => [`run://${run}`],
    report: (line) => troubles.push(line),
  });
  const heard: ServerEvent[] = [];
  return { feed, asked, heard, troubles, end: feed.subscribe((event) => heard.push(event)) };
}

const answer = (cursor: string, definitions = 'd1', ...runs: string[]): Answer => ({
  cursor,
  definitions,
  runs: runs.map((run) => ({ run, seq: 1, ended: false })),
  lost: false,
});

test('[P1.4] changes since the start are published: definitions as lists and resources, runs as resources', async () => {
  const { asked, heard } = openFeed([
    answer('1', 'd1', 'old'),
    answer('2', 'd1', 'x', 'y'),
    answer('3', 'd2'),
  ]);
  await vi.waitFor(() => expect(asked).toHaveLength(4));
  expect(heard).toEqual([
    { kind: 'resource_updated', uri: 'run://x' },
    { kind: 'resource_updated', uri: 'run://y' },
    { kind: 'tools_list_changed' },
    { kind: 'resources_list_changed' },
    { kind: 'resource_updated', uri: 'workflow://a/graph' },
  ]);
  expect(asked.at(-1)).toEqual({ after: '3', waitMs: 20_000 });
});

test('[P1.4] after lost changes, all watched resources are published', async () => {
  const { asked, heard } = openFeed([answer('1'), { ...answer('2'), lost: true }]);
  await vi.waitFor(() => expect(asked).toHaveLength(3));
  expect(heard).toEqual([
    { kind: 'tools_list_changed' },
    { kind: 'resources_list_changed' },
    { kind: 'resource_updated', uri: 'workflow://a/graph' },
    { kind: 'resource_updated', uri: 'run://recent' },
  ]);
});

test('[P1.4] the feed polls only while there are listeners', async () => {
  const { feed, asked, end } = openFeed([answer('1')]);
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  end();
  expect(feed.listeners).toBe(0);
  const second: ServerEvent[] = [];
  feed.subscribe((event) => second.push(event));
  await vi.waitFor(() => expect(asked).toHaveLength(3));
  // It starts again: changes without listeners are not news.
  expect(asked.at(-1)).toEqual({});
});

test('[P1.4] a failed poll is reported once and repeated', async () => {
  vi.useFakeTimers();
  try {
    const broken = new Error('broken');
    const { asked, troubles, heard } = openFeed([answer('1'), broken, broken, answer('2', 'd1', 'x')]);
    await vi.waitFor(async () => {
      await vi.advanceTimersByTimeAsync(1_000);
      expect(asked).toHaveLength(5);
    });
    expect(troubles).toHaveLength(1);
    expect(heard).toEqual([{ kind: 'resource_updated', uri: 'run://x' }]);
  } finally {
    vi.useRealTimers();
  }
});

test('[P1.4] a failing subscriber does not affect the others', () => {
  const { feed, heard, troubles } = openFeed([]);
  feed.subscribe(() => {
    throw new Error('broken');
  });
  const last: ServerEvent[] = [];
  feed.subscribe((event) => last.push(event));
  feed.publish({ kind: 'tools_list_changed' });
  expect([heard.length, last.length, troubles.length]).toEqual([1, 1, 1]);
});

test('[P1.4] who watches runs is told of each, and of all when the feed begins and after lost changes', async () => {
  const { feed, asked } = openFeed([
    answer('1', 'd1', 'old'),
    answer('2', 'd1', 'x', 'y'),
    { ...answer('3', 'd1', 'z'), lost: true },
  ]);
  const told: (string | undefined)[] = [];
  const unwatch = feed.watchRuns((run) => told.push(run));
  await vi.waitFor(() => expect(asked).toHaveLength(4));
  expect(told).toEqual([undefined, 'x', 'y', undefined]);
  unwatch();
  feed.publishRun('x');
  expect(told).toHaveLength(4);
});
