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

/** Whoever is asked for changes gives one prepared answer after the other, then nothing for ever. */
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

test('[P1.4] what has changed since the beginning is told: definitions as lists and resources, runs as resources', async () => {
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

test('[P1.4] where changes were lost, everything that somebody may watch is told of', async () => {
  const { asked, heard } = openFeed([answer('1'), { ...answer('2'), lost: true }]);
  await vi.waitFor(() => expect(asked).toHaveLength(3));
  expect(heard).toEqual([
    { kind: 'tools_list_changed' },
    { kind: 'resources_list_changed' },
    { kind: 'resource_updated', uri: 'workflow://a/graph' },
    { kind: 'resource_updated', uri: 'run://recent' },
  ]);
});

test('[P1.4] nobody is asked before somebody listens, nor after nobody does', async () => {
  const { feed, asked, end } = openFeed([answer('1')]);
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  end();
  expect(feed.listeners).toBe(0);
  const second: ServerEvent[] = [];
  feed.subscribe((event) => second.push(event));
  await vi.waitFor(() => expect(asked).toHaveLength(3));
  // It begins anew: what happened while nobody listened is nobody's news.
  expect(asked.at(-1)).toEqual({});
});

test('[P1.4] a question that fails is reported once and asked again', async () => {
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

test('[P1.4] a subscriber that breaks does not keep the news from the others', () => {
  const { feed, heard, troubles } = openFeed([]);
  feed.subscribe(() => {
    throw new Error('broken');
  });
  const last: ServerEvent[] = [];
  feed.subscribe((event) => last.push(event));
  feed.publish({ kind: 'tools_list_changed' });
  expect([heard.length, last.length, troubles.length]).toEqual([1, 1, 1]);
});
