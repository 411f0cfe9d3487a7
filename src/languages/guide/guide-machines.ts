/** Caches the machines of guides, one per program. */
import type { Program } from '../../kernel/index.ts';
import { createGuideMachine, type GuideMachine } from './follow/guide-machine.ts';
import type { Guide } from './schema.ts';

const machines = new WeakMap<Program, GuideMachine>();

export function machineOf(guide: Guide, program: Program): GuideMachine {
  const known = machines.get(program);
  if (known !== undefined) return known;
  const made = createGuideMachine(guide, program);
  machines.set(program, made);
  return made;
}
