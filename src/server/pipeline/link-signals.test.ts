import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { linkSignals } from './link-signals.ts';

test('[P7.4] the first aborted signal ends the wait', () => {
  for (const first of [0, 1]) {
    const sources = [new AbortController(), new AbortController()];
    const { signal } = linkSignals(...sources.map((each) => each.signal));
    expect(signal.aborted).toBe(false);
    sources[first]?.abort();
    expect(signal.aborted).toBe(true);
  }
  expect(linkSignals(AbortSignal.abort()).signal.aborted).toBe(true);
});

test('[P7.2] a long-lived source keeps no reference to ended ones', () => {
  const closing = new AbortController();
  for (let calls = 0; calls < 1_000; calls++) linkSignals(closing.signal).unlink();
  expect(getEventListeners(closing.signal, 'abort')).toHaveLength(0);
});
