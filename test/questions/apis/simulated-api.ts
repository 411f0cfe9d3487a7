/** What an API keeps and how it answers. The server around it validates; this is only asked with valid requests. */
import type { Input, Json, JsonObject, Mismatch } from './description.ts';

export interface Answer {
  readonly status: number;
  readonly body?: Json;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Call extends Input {
  readonly isAuthenticated: boolean;
}

export interface SimulatedApi {
  /** By the `operationId` of the description. */
  readonly perform: Readonly<Record<string, (call: Call) => Answer>>;
  /** What is wrong with a request, where the description has no schema for it. The request is performed nevertheless. */
  readonly objections?: Readonly<Record<string, (call: Call) => readonly string[]>>;
  readonly refuse: Refusals;
  /** What exists now. */
  snapshot(): JsonObject;
  /** The token that an `Authorization` header has, or undefined if it has another form. */
  readToken(authorization: string): string | undefined;
}

export interface Refusals {
  unauthenticated(authorization: string | undefined): Answer;
  unknownPath(): Answer;
  unknownMethod(): Answer;
  malformedJson(): Answer;
  invalid(mismatches: readonly Mismatch[]): Answer;
  /** For a failure that a test asks for. */
  failed(status: number): Answer;
}

export function readBearer(authorization: string): string | undefined {
  return /^Bearer (\S+)$/i.exec(authorization)?.[1];
}

/** Of a list, the page that is asked for. */
export function pageOf<T>(items: readonly T[], { query }: Input): readonly T[] {
  const size = Number(query['per_page']);
  const start = (Number(query['page']) - 1) * size;
  return items.slice(start, start + size);
}

export function hasSameJson(a: unknown, b: unknown): boolean {
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, each]) => [name, sorted(each)]),
  );
}
