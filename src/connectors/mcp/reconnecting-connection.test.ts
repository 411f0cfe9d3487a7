import { describe, expect, test } from 'vitest';
import { createFakeClock } from '../../testing/index.ts';
import { ReconnectingConnection } from './reconnecting-connection.ts';

const never = new AbortController().signal;

/** Connections that open, fail and end as scripted. */
function openFixture() {
  const clock = createFakeClock(1_000);
  const attempts: {
    readonly at: number;
    readonly succeed: () => Promise<Fake>;
    readonly fail: () => Promise<void>;
  }[] = [];
  const kept = new ReconnectingConnection<Fake>({
    clock,
    open: (_signal, onEnd) =>
      new Promise((resolve, reject) => {
        const fake: Fake = {
          end: () => onEnd('the server ended.'),
          closed: 0,
          close: async () => {
            fake.closed += 1;
          },
        };
        attempts.push({
          at: clock.now(),
          succeed: async () => {
            resolve(fake);
            await settled();
            return fake;
          },
          fail: async () => {
            reject(new Error('no luck'));
            await settled();
          },
        });
      }),
  });
  const last = () => {
    const attempt = attempts.at(-1);
    if (attempt === undefined) throw new Error('nothing was tried');
    return attempt;
  };
  return { clock, kept, attempts, last };
}

interface Fake {
  readonly end: () => void;
  closed: number;
  close(): Promise<void>;
}

/** Runs all pending microtasks. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('a persistent connection', () => {
  test('[H3.1] it is opened on first use, once, and returned to all callers', async () => {
    const { kept, attempts, last } = openFixture();
    expect(kept.status()).toEqual({ kind: 'idle' });
    const waiting = [kept.get(100, never), kept.get(100, never)];
    const opened = await last().succeed();
    expect(await Promise.all(waiting)).toEqual([opened, opened]);
    expect(await kept.get(100, never)).toBe(opened);
    expect(attempts).toHaveLength(1);
  });

  test('[H3.1] it is retried after 250 ms, then after twice as long each time, up to 30 s', async () => {
    const { clock, kept, attempts, last } = openFixture();
    const waiting = kept.get(1_000_000, never);
    for (let failures = 0; failures < 10; failures += 1) {
      await last().fail();
      expect(clock.next()).toBe(clock.now() + Math.min(250 * 2 ** failures, 30_000));
      clock.advance(30_000);
    }
    const delays = attempts.slice(1).map(({ at }, index) => at - (attempts[index]?.at ?? 0));
    expect(Math.min(...delays)).toBe(250);
    const opened = await last().succeed();
    expect(await waiting).toBe(opened);
  });

  test('[H3.1] it is opened again when it ends; the delay is reset only if the connection was used', async () => {
    const { clock, kept, last } = openFixture();
    void kept.get(100, never);
    (await last().succeed()).end();
    expect(kept.status()).toEqual({ kind: 'waiting', until: clock.now() + 250 });
    clock.advance(250);
    (await last().succeed()).end();
    expect(kept.status()).toEqual({ kind: 'waiting', until: clock.now() + 500 });
    clock.advance(500);
    const useful = await last().succeed();
    kept.resetBackoff();
    useful.end();
    expect(kept.status()).toEqual({ kind: 'waiting', until: clock.now() + 250 });
    clock.advance(250);
    const lasting = await last().succeed();
    clock.advance(30_000);
    lasting.end();
    expect(kept.status()).toEqual({ kind: 'waiting', until: clock.now() + 250 });
  });

  test('[H3.1] callers do not wait longer than their limit, or for a connection that cannot open in time', async () => {
    const { clock, kept, last } = openFixture();
    const impatient = kept.get(100, never);
    clock.advance(100);
    expect(await impatient).toBeUndefined();
    const stop = new AbortController();
    const aborted = kept.get(1_000, stop.signal);
    stop.abort();
    expect(await aborted).toBeUndefined();
    await last().fail();
    expect(await kept.get(249, never)).toBeUndefined();
    const waiting = kept.get(250, never);
    clock.advance(250);
    await last().fail();
    expect(await waiting).toBeUndefined();
  });

  test('[H3.1] peek shares one deadline, which begins when the connection is missing', async () => {
    const { clock, kept, last } = openFixture();
    const first = kept.peek(100);
    clock.advance(60);
    const second = kept.peek(100);
    clock.advance(40);
    expect(await Promise.all([first, second])).toEqual([undefined, undefined]);
    expect(kept.disconnectedFor()).toBe(100);
    expect(await kept.peek(100)).toBeUndefined();
    await last().fail();
    clock.advance(250);
    // Another attempt does not extend the deadline.
    expect(await kept.peek(100)).toBeUndefined();
    const opened = await last().succeed();
    expect(await kept.peek(100)).toBe(opened);
    expect(kept.disconnectedFor()).toBe(0);
    kept.resetBackoff();
    opened.end();
    const again = kept.peek(300);
    clock.advance(250);
    const next = await last().succeed();
    expect(await again).toBe(next);
  });

  test('[H3.1] an unusable connection is closed and replaced; an old one has no effect', async () => {
    const { clock, kept, last } = openFixture();
    void kept.get(100, never);
    const first = await last().succeed();
    kept.drop(first, 'it broke.');
    expect(first.closed).toBe(1);
    expect(kept.reason()).toBe('it broke.');
    clock.advance(250);
    const second = await last().succeed();
    first.end();
    kept.drop(first, '');
    expect(await kept.get(0, never)).toBe(second);
  });

  test('[H3.1] after close no connection is opened', async () => {
    const { clock, kept, attempts, last } = openFixture();
    const waiting = kept.get(100, never);
    const closed = kept.close();
    expect(await waiting).toBeUndefined();
    const late = await last().succeed();
    await closed;
    expect(late.closed).toBe(1);
    clock.advance(60_000);
    expect(attempts).toHaveLength(1);
    expect(await kept.get(100, never)).toBeUndefined();
    expect(kept.status()).toEqual({ kind: 'closed' });

    const other = openFixture();
    void other.kept.get(100, never);
    await other.last().fail();
    await other.kept.close();
    other.clock.advance(60_000);
    expect(other.attempts).toHaveLength(1);
  });
});
