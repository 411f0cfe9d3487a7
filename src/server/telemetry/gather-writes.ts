/** Writes what comes at once in one piece: each write to a pipe or a file is a call to the system, which many calls share. */

/** @returns the same, later in this turn of the loop; and what is left is written when the process ends */
export function gatherWrites(write: (text: string) => void): (text: string) => void {
  let gathered = '';
  const flush = (): void => {
    if (gathered === '') return;
    const text = gathered;
    gathered = '';
    write(text);
  };
  process.once('exit', flush);
  return (text) => {
    if (gathered === '') setImmediate(flush);
    gathered += text;
  };
}
