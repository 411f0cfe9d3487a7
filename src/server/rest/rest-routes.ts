/** Every operation by a method and a path under `/v1` [W4.1], and the document that describes them [W4.2]. */
import { registry } from '../../operations/index.ts';
import type { Answered, Handler, Route, RouteOptions } from '../http/route.ts';
import type { KnownVisit } from '../http/visit.ts';
import type { JsonObject } from '../mcp/contract/tool.ts';
import { answerPieces } from './answer-pieces.ts';
import { answerWay } from './answer-way.ts';
import { fieldsOf } from './fields-of.ts';
import { createOpenapiRoute } from './openapi-route.ts';
import { currentRevision, expectationOf, holdTo } from './preconditions.ts';
import { readInput } from './read-input.ts';
import { refuseCondition } from './refuse-condition.ts';
import { type RestWay, restWays } from './rest-ways.ts';

export function createRestRoutes(options: RouteOptions): readonly Route[] {
  const byPath = new Map<string, Record<string, Handler>>();
  for (const way of restWays) {
    const methods = byPath.get(way.path) ?? {};
    methods[way.method] = (visit) => take(way, visit, options);
    byPath.set(way.path, methods);
  }
  const inPieces = new Set(restWays.flatMap(({ path, pieces }) => (pieces === undefined ? [] : [path])));
  const ways = [...byPath].map(([path, methods]): Route => {
    const streams = inPieces.has(path) ? ({ streams: true } as const) : {};
    return { path, access: 'known', speaks: 'problem', methods, ...streams };
  });
  return [...ways, createOpenapiRoute(options)];
}

/** Throws OperationError. Whether it may be done at all is for the operation to say. */
async function take(way: RestWay, visit: KnownVisit, options: RouteOptions): Promise<Answered> {
  const { operation } = way;
  const { request, principal, params } = visit;
  const { call, base } = options;
  visit.note({ operation, code: null, run: params['run'] ?? null });
  const known = registry.get(operation);
  const unheard = refuseCondition(way, request.headers, fieldsOf(known).schemas);
  if (unheard !== undefined) return unheard;
  const read = await readInput(way, known, visit, options);
  if (read.kind === 'refusal') return read;
  const { input, headers } = read;
  if (way.pieces !== undefined) {
    // What an operation gives is an object.
    const page = async (asked: JsonObject) =>
      (await call(principal, operation, asked, request.signal)) as JsonObject;
    return answerPieces({ way, pieces: way.pieces, visit, input, call: page });
  }
  const expectation = await expectationOf({ way, input, headers: request.headers }, () =>
    currentRevision(call, principal, known, input),
  );
  const given = await holdTo(expectation, (fitting) => call(principal, operation, fitting, request.signal));
  // What an operation gives is an object.
  const answer = given as JsonObject;
  visit.note({ operation, code: null, run: runOf(answer) ?? runOf(input) });
  return answerWay({ way, request, answer, base, headers });
}

/** The run that something tells of: its own, or that of its work item. */
function runOf({ run, item }: JsonObject): string | null {
  if (typeof run === 'string') return run;
  return typeof item === 'object' && item !== null && !Array.isArray(item) ? runOf(item as JsonObject) : null;
}
