import type { Program } from '../../kernel/index.ts';

/** In characters of JSON. A program is stored, and read whenever it runs. */
const maxSize = 32_000_000;

/** Stops at the limit: a program that repeats large types in thousands of tasks would not fit into a string. */
export function isProgramTooLarge({ nets, shared }: Program): boolean {
  let left = maxSize - JSON.stringify(shared ?? null).length;
  for (const { tasks } of nets) {
    for (const task of tasks) {
      left -= JSON.stringify(task).length;
      if (left < 0) return true;
    }
  }
  return left < 0;
}
