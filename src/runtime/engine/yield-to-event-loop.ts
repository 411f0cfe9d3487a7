/**
 * Yields to the event loop between events of a run: code that applies events calls it before each. So a slow event
 * has a turn of the event loop to itself, and the work per turn is limited [Y4.5].
 */

/** Work per turn of the event loop. */
const maxTurnMs = 25;

/** Time of the first call in this turn. */
let began: number | undefined;

/**
 * `undefined` if there is no need to wait, which is nearly always: an unneeded wait costs more than applying an
 * event.
 */
export function yieldToEventLoop(): Promise<void> | undefined {
  return isSpent() ? waitForTurn() : undefined;
}

/** Others may wait for the same turn: a caller after a slow one waits for the next turn. */
async function waitForTurn(): Promise<void> {
  do await new Promise((resolve) => setImmediate(resolve));
  while (isSpent());
}

function isSpent(): boolean {
  if (began !== undefined) return performance.now() - began >= maxTurnMs;
  began = performance.now();
  setImmediate(() => {
    began = undefined;
  });
  return false;
}
