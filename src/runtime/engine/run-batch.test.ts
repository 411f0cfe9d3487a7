import { expect, test } from 'vitest';
import { type RunBatch, transactionsOf } from './run-batch.ts';

/** A batch that writes that many rows. */
const batchOf = (changedRows: number) =>
  ({ draft: { changedRows }, isNew: false, commands: [] }) as unknown as RunBatch;

const rowsOf = (...rows: readonly number[]) =>
  transactionsOf(rows.map(batchOf)).map((batches) => batches.map(({ draft }) => draft.changedRows));

test('[R4.4] what writes much is written after the others, on its own', () => {
  expect(rowsOf(9_999, 1, 501, 500)).toEqual([[1, 500], [9_999], [501]]);
  expect(rowsOf(1, 2)).toEqual([[1, 2]]);
  expect(rowsOf(501)).toEqual([[501]]);
  expect(rowsOf()).toEqual([]);
});
