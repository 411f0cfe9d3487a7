/** Formats rows in columns. */
export const table = (rows: readonly (readonly (string | number)[])[]): void => {
  const cells = rows.map((row) =>
    row.map((cell) => (typeof cell === 'number' ? cell.toLocaleString('en-US') : cell)),
  );
  const widths = (cells[0] ?? []).map((_, i) => Math.max(...cells.map((row) => row[i]?.length ?? 0)));
  for (const row of cells) console.log(`  ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  ')}`);
};

export const ratio = (a: number, b: number): string => `${(a / b).toFixed(2)}×`;
