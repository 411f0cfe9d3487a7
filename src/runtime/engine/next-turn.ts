/** Resolves in the next turn of the event loop: what resolves earlier did not wait for anything. */
let next: Promise<void> | undefined;

export function nextTurn(): Promise<void> {
  next ??= new Promise((resolve) => {
    setImmediate(() => {
      next = undefined;
      resolve();
    });
  });
  return next;
}
