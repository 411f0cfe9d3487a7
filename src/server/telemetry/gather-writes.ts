/** Batches writes: each write to a pipe or file is a system call, which many log calls share. */

/** @returns a function that writes at the end of the current event loop turn; the rest is written at exit */
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
