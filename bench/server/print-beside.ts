/** What contestants did, each beside the first of them. */
import { ratio, table } from '../table.ts';
import type { Played } from './contestant.ts';
import { median } from './median.ts';

export interface Row {
  readonly name: string;
  readonly played: readonly Played[];
  /** In MiB. */
  readonly memory: number;
}

export function printBeside(title: string, rows: readonly Row[]): void {
  const of = (row: Row | undefined, field: keyof Played): readonly number[] =>
    row?.played.map((each) => each[field]) ?? [];
  // Neighbours in time are compared: the machine is another from minute to minute.
  const beside = (row: Row, field: keyof Played): string => {
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
      beside(row, 'rate'),
      `${median(of(row, 'p50')).toFixed(1)} ms`,
      `${median(of(row, 'p95')).toFixed(1)} ms`,
      beside(row, 'p95'),
      `${median(of(row, 'cpu')).toFixed(2)} ms`,
      beside(row, 'cpu'),
      `${row.memory.toFixed(0)} MiB`,
    ]),
  ]);
}
