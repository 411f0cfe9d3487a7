/** Renders what a terminal shows of the written text, as far as the repainter uses it. */
export function readScreen(written: string, columns: number): readonly string[] {
  const rows: string[] = [''];
  let row = 0;
  let column = 0;
  for (const [token] of written.replaceAll('\u001b', '⎋').matchAll(/⎋\[\d*[AJK]|[\s\S]/gu)) {
    const [, count, order] = /^⎋\[(\d*)([AJK])$/.exec(token) ?? [];
    if (order === 'A') row = Math.max(0, row - Number(count));
    else if (order === 'K') rows[row] = (rows[row] ?? '').slice(0, column);
    else if (order === 'J') rows.splice(row, rows.length, (rows[row] ?? '').slice(0, column));
    else if (token === '\r') column = 0;
    else if (token === '\n') {
      row += 1;
      column = 0;
      rows[row] ??= '';
    } else {
      if (column === columns) {
        row += 1;
        column = 0;
        rows[row] ??= '';
      }
      const before = (rows[row] ?? '').padEnd(column);
      rows[row] = before.slice(0, column) + token + before.slice(column + 1);
      column += 1;
    }
  }
  return rows;
}
