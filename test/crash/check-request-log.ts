/** Compares the requests that a server received with the journals. */
import { expect } from 'vitest';
import type { RequestLog } from './counting-server.ts';

/** All work under one key, one key for each piece of work, and no success that the server has not seen. */
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

/** The last completed work is undone first, for any number of attempts. */
export function checkOrderOfUndo(requestLog: RequestLog): void {
  const first = new Map<string, number>();
  for (const [position, { work }] of requestLog.entries()) if (!first.has(work)) first.set(work, position);
  for (const [work, position] of first) {
    if (!work.endsWith('/hotel/undo')) continue;
    const flight = first.get(work.replace('/hotel/', '/flight/'));
    expect(flight, `${work} comes before the flight's`).toBeGreaterThan(position);
  }
}
