/** Holds what a server saw against what the journals say. */
import { expect } from 'vitest';
import type { RequestLog } from './counting-server.ts';

/** Every piece of work under one key, every key for one piece of work, and no success that the server knows nothing of. */
export function checkRequestLog(requestLog: RequestLog, succeeded: readonly string[]): void {
  const keys = new Map<string, Set<string>>();
  for (const { key, work } of requestLog) keys.set(work, (keys.get(work) ?? new Set()).add(key));
  expect(requestLog.filter(({ key }) => key === '')).toEqual([]);
  expect([...keys].filter(([, of]) => of.size !== 1)).toEqual([]);
  expect(new Set([...keys.values()].flatMap((of) => [...of])).size).toBe(keys.size);
  const done = new Set(requestLog.filter(({ status }) => status === 200).map(({ key }) => key));
  expect(succeeded.filter((key) => !done.has(key))).toEqual([]);
}

export const worksDone = (requestLog: RequestLog): readonly string[] =>
  [...new Set(requestLog.filter(({ status }) => status === 200).map(({ work }) => work))].toSorted();

/** Of what is undone the last done comes first, however often each is asked for. */
export function checkOrderOfUndo(requestLog: RequestLog): void {
  const first = new Map<string, number>();
  for (const [position, { work }] of requestLog.entries()) if (!first.has(work)) first.set(work, position);
  for (const [work, position] of first) {
    if (!work.endsWith('/hotel/undo')) continue;
    const flight = first.get(work.replace('/hotel/', '/flight/'));
    expect(flight, `${work} comes before the flight's`).toBeGreaterThan(position);
  }
}
