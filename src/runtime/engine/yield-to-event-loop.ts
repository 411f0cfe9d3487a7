/**
 * Leaves the others their turn of the event loop: whoever plays events asks before each. A slow event has a turn of its
 * own by that, and so all that may be computed in one [Y4.5].
 */

/** Work after which it is enough for a turn. */
const maxTurnMs = 25;

/** When the first one asked in this turn. */
let began: number | undefined;

/** Undefined where there is no need to wait, which is nearly always: waiting for nothing costs more than playing. */
export function yieldToEventLoop(): Promise<void> | undefined {
  return isSpent() ? waitForTurn() : undefined;
}

/** Others may wait for the same turn: whoever comes after a slow one waits for the next. */
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
