/** Holds what a server saw against what the journals say. */
import { expect } from 'vitest';
import type { Ledger } from './counting-server.ts';

/** Every piece of work under one key, every key for one piece of work, and no success that the server knows nothing of. */
export function checkLedger(ledger: Ledger, succeeded: readonly string[]): void {
  const keys = new Map<string, Set<string>>();
  for (const { key, work } of ledger) keys.set(work, (keys.get(work) ?? new Set()).add(key));
  expect(ledger.filter(({ key }) => key === '')).toEqual([]);
  expect([...keys].filter(([, of]) => of.size !== 1)).toEqual([]);
  expect(new Set([...keys.values()].flatMap((of) => [...of])).size).toBe(keys.size);
  const done = new Set(ledger.filter(({ status }) => status === 200).map(({ key }) => key));
  expect(succeeded.filter((key) => !done.has(key))).toEqual([]);
}

export const worksDone = (ledger: Ledger): readonly string[] =>
  [...new Set(ledger.filter(({ status }) => status === 200).map(({ work }) => work))].toSorted();

/** Of what is undone the last done comes first, however often each is asked for. */
export function checkOrderOfUndo(ledger: Ledger): void {
  const first = new Map<string, number>();
  for (const [place, { work }] of ledger.entries()) if (!first.has(work)) first.set(work, place);
  for (const [work, place] of first) {
    if (!work.endsWith('/hotel/undo')) continue;
    const flight = first.get(work.replace('/hotel/', '/flight/'));
    expect(flight, `${work} comes before the flight's`).toBeGreaterThan(place);
  }
}
