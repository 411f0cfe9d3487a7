/** Server-sent events of what happens: of everything, of one run, of work items [W5.1, W5.2]. */
import { OperationError, type Principal, systemClock } from '../../operations/index.ts';
import type { HttpOptions } from '../http/http-options.ts';
import { markLasting } from '../http/lasting-requests.ts';
import type { Answered, Route } from '../http/route.ts';
import { streamText } from '../http/stream-text.ts';
import type { KnownVisit } from '../http/visit.ts';
import { type FeedPage, narrate } from './narrate.ts';
import { OpenStreams } from './open-streams.ts';
import { SharedQuestions } from './shared-questions.ts';
import { readOrder, type StreamOrder, type StreamWay, streamWays } from './stream-order.ts';
import { Vigil, type VigilTimes } from './vigil.ts';

type StreamsOptions = Pick<HttpOptions, 'call' | 'report' | 'streamQuotas' | 'clock'>;

export interface Streams {
  readonly routes: readonly Route[];
  /** How many there are now. */
  readonly open: number;
  /** Counts one that somebody else tells. @returns to be called when it has ended. Throws OperationError. */
  enter(principal: Principal, end: () => void): () => void;
  /** Tells each of them that it is over; new ones are refused. */
  close(): void;
}

const times: VigilTimes = { beatEvery: 15_000, recheckEvery: 30_000 };
/** Events that are read at once, and how long one question waits for some, in milliseconds. */
const pageSize = 100;
const longestWait = 20_000;

export function createStreams(options: StreamsOptions): Streams {
  const open = new OpenStreams(options.streamQuotas);
  const questions = new SharedQuestions(options.call);
  const routeOf = (way: StreamWay): Route => ({
    path: way.path,
    access: 'known',
    speaks: 'problem',
    streams: true,
    methods: { GET: (visit) => openStream({ ...options, open, questions }, way, visit) },
  });
  return {
    routes: Object.values(streamWays).map(routeOf),
    get open() {
      return open.size;
    },
    enter: (principal, end) => open.enter(principal, end),
    close: () => open.close(),
  };
}

interface StreamDesk extends StreamsOptions {
  readonly open: OpenStreams;
  readonly questions: SharedQuestions;
}

async function openStream(desk: StreamDesk, way: StreamWay, visit: KnownVisit): Promise<Answered> {
  const { clock = systemClock, report, open } = desk;
  const { request, params, principal, note } = visit;
  const order = readOrder(way, request, params, principal);
  const { operation, filters, follows } = order;
  const run = typeof filters['run'] === 'string' ? filters['run'] : null;
  const vigil = new Vigil(clock, visit, times);
  let leave = (): void => {};
  try {
    leave = open.enter(principal, () => vigil.finish(shuttingDown));
    // Whatever is refused is refused before the stream begins.
    const first = await read(desk, vigil, order, order.after, 0);
    note({ operation, code: null, run });
    if (order.sawEnd && first.ended && first.events.length === 0 && !follows) {
      return nothingMore(vigil, leave);
    }
    const narration = narrate({
      place: order.after ?? first.cursor,
      first,
      follows,
      vigil,
      clock,
      report,
      next: (after) => read(desk, vigil, order, after, longestWait),
    });
    markLasting(request);
    return new Response(
      streamText(narration, () => {
        vigil.stop();
        leave();
        note({ operation, code: vigil.end?.error_code ?? null, run });
      }),
      { headers },
    );
  } catch (error) {
    vigil.stop();
    leave();
    throw error;
  }
}

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // Else a proxy would hold back what is said until there is enough of it.
  'x-accel-buffering': 'no',
};

const shuttingDown = {
  reason: 'shutting_down',
  message: 'The server is closing: come again in a moment, with the id of the last event.',
} as const;

/** By this answer a browser knows that it need not come again. */
function nothingMore(vigil: Vigil, leave: () => void): Response {
  vigil.stop();
  leave();
  return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } });
}

async function read(
  { questions }: StreamDesk,
  { principal, over }: Vigil,
  { operation, filters, isPersonal }: StreamOrder,
  after: string | undefined,
  waitMs: number,
): Promise<FeedPage> {
  for (let limit = pageSize; ; limit = Math.ceil(limit / 4)) {
    const input = { ...filters, ...(after === undefined ? {} : { after }), limit, waitMs };
    try {
      // What the operation gives is what its own type says.
      return (await questions.ask(principal, { operation, input, isPersonal }, over)) as unknown as FeedPage;
    } catch (error) {
      if (limit === 1 || !isTooLarge(error)) throw error;
    }
  }
}

/** Work items may hold so much that a page of them does not pass between two processes. */
const isTooLarge = (error: unknown): boolean =>
  error instanceof OperationError && error.details.code === 'result_too_large';
