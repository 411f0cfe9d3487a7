/** Prints the results of the contestants, each compared to the first. */
import { ratio, table } from '../table.ts';
import type { RoundResult } from './contestant.ts';
import { median } from './median.ts';

export interface Row {
  readonly name: string;
  readonly played: readonly RoundResult[];
  /** In MiB. */
  readonly memory: number;
}

export function printComparison(title: string, rows: readonly Row[]): void {
  const of = (row: Row | undefined, field: keyof RoundResult): readonly number[] =>
    row?.played.map((each) => each[field]) ?? [];
  // Results of the same round are compared: the load of the machine varies.
  const relativeTo = (row: Row, field: keyof RoundResult): string => {
    const bare = of(rows[0], field);
    return ratio(median(of(row, field).map((figure, round) => figure / (bare[round] ?? Number.NaN))), 1);
  };
  table([
    [
      title,
      ...['calls a second', 'to bare', 'p50', 'p95', 'to bare', 'CPU a call', 'to bare', 'memory after'],
    ],
    ...rows.map((row) => [
      row.name,
      median(of(row, 'rate')).toFixed(0),
      relativeTo(row, 'rate'),
      `${median(of(row, 'p50')).toFixed(1)} ms`,
      `${median(of(row, 'p95')).toFixed(1)} ms`,
      relativeTo(row, 'p95'),
      `${median(of(row, 'cpu')).toFixed(2)} ms`,
      relativeTo(row, 'cpu'),
      `${row.memory.toFixed(0)} MiB`,
    ]),
  ]);
}
