/** Idempotency keys of commands that are in progress: a command with the same key waits until the first one has ended. */
import type { Command } from './command.ts';

export class KeysInProgress {
  /** The commands that wait, by the key of the one in progress. */
  readonly #waiting = new Map<string, Command[]>();

  /** @returns false if another command with its key is in progress; then it waits */
  hold(command: Command): boolean {
    const name = keyOf(command);
    const waiting = this.#waiting.get(name);
    if (waiting === undefined) this.#waiting.set(name, []);
    else waiting.push(command);
    return waiting === undefined;
  }

  /** @returns the commands that waited */
  release(command: Command): readonly Command[] {
    if (command.once === undefined) return [];
    const name = keyOf(command);
    const waiting = this.#waiting.get(name) ?? [];
    this.#waiting.delete(name);
    return waiting;
  }
}

const keyOf = ({ tenant, once }: Command): string =>
  JSON.stringify([tenant, once?.subject, once?.operation, once?.key]);
