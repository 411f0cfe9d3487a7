/** Caches the machines of guides, one per program. */

import type { Program } from '../../kernel/index.ts';
import { createGuideMachine, type Guide, type GuideMachine } from '../../languages/index.ts';

const machines = new WeakMap<Program, GuideMachine>();

export function machineOf(guide: Guide, program: Program): GuideMachine {
  const known = machines.get(program);
  if (known !== undefined) return known;
  const made = createGuideMachine(guide, program);
  machines.set(program, made);
  return made;
}
