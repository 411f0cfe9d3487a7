import type { Program } from '../../kernel/index.ts';

/** In characters of JSON: what is stored of a program, and read again whenever it is played. */
const maxSize = 32_000_000;

/** Stops as soon as it knows: a program that repeats large types in thousands of tasks would not even fit into a text. */
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
