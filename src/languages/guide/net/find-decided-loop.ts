/** Finds the loop that a step's decision applies to: the one that its contract names, or the one around it. */
import type { OutputContract } from '../model/schema.ts';
import type { LoopScope } from './guide-source.ts';

/** @param loops around the step, the outermost first. Returns `undefined` if the step decides about no loop. */
export function findDecidedLoop(
  contract: OutputContract | null,
  loops: readonly LoopScope[],
): (LoopScope & { readonly control: string }) | undefined {
  if (contract === null) return undefined;
  const { loopId } = contract;
  const meant = loops.findLast(({ id, control }) => id === loopId || control === loopId) ?? loops.at(-1);
  return meant === undefined || meant.control === null ? undefined : { ...meant, control: meant.control };
}
