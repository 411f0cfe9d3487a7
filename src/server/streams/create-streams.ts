/** Serves server-sent events: of everything, of one run, of work items [W5.1, W5.2]. */

import { OperationError, type Principal, systemClock } from '../../operations/index.ts';
import type { HttpOptions } from '../http/contract/http-options.ts';
import type { AuthenticatedContext } from '../http/contract/request-context.ts';
import type { Answered, Route } from '../http/contract/route.ts';
import { HttpResponse } from '../message/http-response.ts';
import { markRequestLongLived } from '../message/long-lived-requests.ts';
import { streamText } from '../message/stream-text.ts';
import { type FeedPage, formatEventStream } from './format-event-stream.ts';
import { OpenStreams } from './open-streams.ts';
import { RequestCoalescer } from './request-coalescer.ts';
import { StreamMonitor, type StreamMonitorTimes } from './stream-monitor.ts';
import { readStreamRequest, type StreamRequest, type StreamRoute, streamRoutes } from './stream-request.ts';

type StreamsOptions = Pick<HttpOptions, 'call' | 'report' | 'streamQuotas' | 'clock'>;

export interface Streams {
  readonly routes: readonly Route[];
  /** Current number of streams. */
  readonly open: number;
  /** Counts a stream that is served elsewhere. @returns a function to call when it has ended. Throws OperationError. */
  enter(principal: Principal, end: () => void): () => void;
  /** Ends all streams; new ones are refused. */
  close(): void;
}

const times: StreamMonitorTimes = { heartbeatInterval: 15_000, recheckEvery: 30_000 };
/** Events per read, and how long one read waits for events, in milliseconds. */
const pageSize = 100;
const maxWait = 20_000;

export function createStreams(options: StreamsOptions): Streams {
  const open = new OpenStreams(options.streamQuotas);
  const coalescer = new RequestCoalescer(options.call);
  const routeOf = (route: StreamRoute): Route => ({
    path: route.path,
    access: 'known',
    errorFormat: 'problem',
    streams: true,
    methods: { GET: (context) => openStream({ ...options, open, coalescer }, route, context) },
  });
  return {
    routes: Object.values(streamRoutes).map(routeOf),
    get open() {
      return open.size;
    },
    enter: (principal, end) => open.enter(principal, end),
    close: () => open.close(),
  };
}

interface StreamDependencies extends StreamsOptions {
  readonly open: OpenStreams;
  readonly coalescer: RequestCoalescer;
}

async function openStream(
  dependencies: StreamDependencies,
  route: StreamRoute,
  context: AuthenticatedContext,
): Promise<Answered> {
  const { clock = systemClock, report, open } = dependencies;
  const { request, params, principal } = context;
  const streamRequest = readStreamRequest(route, request, params, principal);
  const { operation, filters, follows } = streamRequest;
  const run = typeof filters['run'] === 'string' ? filters['run'] : null;
  const monitor = new StreamMonitor(clock, context, times);
  let leave = (): void => {};
  try {
    leave = open.enter(principal, () => monitor.finish(shuttingDown));
    // Refusals come before the stream begins.
    const first = await read(dependencies, monitor, streamRequest, streamRequest.after, 0);
    context.note({ operation, code: null, run });
    if (streamRequest.sawEnd && first.ended && first.events.length === 0 && !follows) {
      return nothingMore(monitor, leave);
    }
    const eventStream = formatEventStream({
      startCursor: streamRequest.after ?? first.cursor,
      first,
      follows,
      monitor,
      clock,
      report,
      next: (after) => read(dependencies, monitor, streamRequest, after, maxWait),
    });
    markRequestLongLived(request);
    return new HttpResponse(
      streamText(eventStream, () => {
        monitor.stop();
        leave();
        context.note({ operation, code: monitor.end?.error_code ?? null, run });
      }),
      { headers },
    );
  } catch (error) {
    monitor.stop();
    leave();
    throw error;
  }
}

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // Otherwise a proxy would buffer the events.
  'x-accel-buffering': 'no',
};

const shuttingDown = {
  reason: 'shutting_down',
  message: 'The server is closing. Reconnect shortly, with the id of the last event.',
} as const;

/** This answer tells a browser not to reconnect. */
function nothingMore(monitor: StreamMonitor, leave: () => void): HttpResponse {
  monitor.stop();
  leave();
  return new HttpResponse(null, { status: 204, headers: { 'cache-control': 'no-store' } });
}

async function read(
  { coalescer }: StreamDependencies,
  { principal, over }: StreamMonitor,
  { operation, filters, isPersonal }: StreamRequest,
  after: string | undefined,
  waitMs: number,
): Promise<FeedPage> {
  for (let limit = pageSize; ; limit = Math.ceil(limit / 4)) {
    const input = { ...filters, ...(after === undefined ? {} : { after }), limit, waitMs };
    try {
      // The operation's own type guarantees the shape.
      return (await coalescer.ask(principal, { operation, input, isPersonal }, over)) as unknown as FeedPage;
    } catch (error) {
      if (limit === 1 || !isTooLarge(error)) throw error;
    }
  }
}

/** Work items may be so big that a page of them exceeds the limit between two processes. */
const isTooLarge = (error: unknown): boolean =>
  error instanceof OperationError && error.details.code === 'result_too_large';
