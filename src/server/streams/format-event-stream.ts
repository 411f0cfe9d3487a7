/**
 * Formats a stream from start to end: page after page of the feed, each when it is available and the client has read
 * the previous one, so that a slow client does not fill the memory [W5.1].
 */
import { OperationError } from '../../operations/index.ts';
import type { Clock } from '../../runtime/index.ts';
import type { JsonObject } from '../mcp/contract/tool.ts';
import { eventText, heartbeatText, openingText } from './event-text.ts';
import type { StreamEnd, StreamMonitor } from './stream-monitor.ts';
import { endMark } from './stream-request.ts';

/** A page of the feed. */
export interface FeedPage {
  readonly cursor: string;
  readonly lost: boolean;
  readonly events: readonly FeedEvent[];
  /** For the feed of one run: it has ended, and all its events were sent. */
  readonly ended: boolean;
}

interface FeedEvent {
  readonly place: string;
  readonly kind: string;
  readonly run: string;
  readonly value: JsonObject;
}

export interface EventStreamOptions {
  /** Start position. */
  readonly startCursor: string;
  readonly first: FeedPage;
  /** Waits for new events. Rejects with OperationError. */
  readonly next: (after: string) => Promise<FeedPage>;
  /** Continues after a run has ended. */
  readonly follows: boolean;
  readonly monitor: StreamMonitor;
  readonly clock: Clock;
  /** The feed cannot be read at the moment. */
  readonly report: (line: string, error: unknown) => void;
}

/** Milliseconds: for clients to reconnect, and before a failed read is repeated. */
const retryMs = 2_000;
const pauseMs = 1_000;
/** Characters per write. */
const pieceSize = 65_536;

export async function* formatEventStream(
  options: EventStreamOptions,
): AsyncGenerator<string, void, undefined> {
  const { startCursor, first, follows, monitor } = options;
  yield openingText(startCursor, retryMs);
  let page = first;
  for (;;) {
    for (const piece of piecesOf(page)) {
      if (monitor.over.aborted) return yield* formatEnd(monitor.end);
      yield piece;
      monitor.scheduleHeartbeat();
    }
    if (page.ended && !follows) return yield* formatEnd(runEnded, `${page.cursor}${endMark}`);
    const following = yield* waitForNext(options, page.cursor);
    if (following === undefined) return yield* formatEnd(monitor.end);
    page = following;
  }
}

const runEnded: StreamEnd = { reason: 'run_ended', message: 'The run has ended. No more events follow.' };

function* formatEnd(end: StreamEnd | undefined, id?: string): Generator<string, void, undefined> {
  if (end !== undefined) yield eventText({ event: 'end', data: end, ...(id === undefined ? {} : { id }) });
}

/** Sends heartbeats while it waits. @returns `undefined` if the stream has ended */
async function* waitForNext(
  { next, follows, monitor, clock, report }: EventStreamOptions,
  after: string,
): AsyncGenerator<string, FeedPage | undefined, undefined> {
  let hasFailed = false;
  for (;;) {
    const asked = next(after).then(
      (page) => ({ kind: 'page', page }) as const,
      (error: unknown) => ({ kind: 'failed', error }) as const,
    );
    const received = yield* awaitWithHeartbeats(asked, monitor, after);
    if (received === undefined) return undefined;
    if (received.kind === 'page') {
      const { cursor, lost, ended } = received.page;
      if (cursor !== after || lost || (ended && !follows)) return received.page;
      continue;
    }
    const refusal = refusalOf(received.error);
    if (refusal !== undefined) {
      monitor.finish(refusal);
      return undefined;
    }
    if (!hasFailed) report('Changes cannot be read. Trying again.', received.error);
    hasFailed = true;
    const { over, stop } = pause(clock);
    const isOver = yield* awaitWithHeartbeats(over, monitor, after);
    stop();
    if (isOver === undefined) return undefined;
  }
}

/** Waits for a page, with heartbeats. @returns `undefined` if the stream ends before */
async function* awaitWithHeartbeats<Value>(
  awaited: Promise<Value>,
  monitor: StreamMonitor,
  currentCursor: string,
): AsyncGenerator<string, Value | undefined, undefined> {
  for (;;) {
    const received = await Promise.race([awaited.then((value) => ({ value })), monitor.nextWake()]);
    if (monitor.over.aborted) return undefined;
    if (typeof received === 'object') return received.value;
    if (monitor.takeHeartbeat()) yield heartbeatText(currentCursor);
  }
}

/** A permanent error ends the stream. */
function refusalOf(error: unknown): StreamEnd | undefined {
  if (!(error instanceof OperationError)) return undefined;
  const { category, code } = error.details;
  if (category === 'unavailable' || category === 'limit' || category === 'internal') return undefined;
  const reason = category === 'permission' ? 'rights_ended' : 'refused';
  return { reason, message: error.message, error_code: code };
}

function pause(clock: Clock): { readonly over: Promise<true>; readonly stop: () => void } {
  let stop = (): void => {};
  const over = new Promise<true>((resolve) => {
    stop = clock.at(clock.now() + pauseMs, () => resolve(true));
  });
  return { over, stop };
}

/** Streams that share a page share its text. */
const written = new WeakMap<FeedPage, readonly string[]>();

function piecesOf(page: FeedPage): readonly string[] {
  const known = written.get(page);
  if (known !== undefined) return known;
  const pieces = [...writePage(page)];
  written.set(page, pieces);
  return pieces;
}

function* writePage({ lost, events }: FeedPage): Generator<string, void, undefined> {
  if (lost) yield eventText({ event: 'lost', data: { message: lostMessage } });
  let piece = '';
  for (const { place, kind, run, value } of events) {
    // An entry of a journal does not contain its run.
    piece += eventText({ event: kind, data: { run, ...value }, id: place });
    if (piece.length < pieceSize) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

const lostMessage =
  'The events since your last connection are no longer stored. List again what you follow; from here on nothing is missing.';
