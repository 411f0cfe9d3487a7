/**
 * The slow and simple interpreter of SPEC.md and docs/kernel.md: an independent check of the kernel, of which it
 * knows only the types. It is correct and terminates, and promises nothing about speed.
 */
import type { Effect } from '../../src/kernel/model/effect.ts';
import type { Evaluators } from '../../src/kernel/model/evaluator.ts';
import type { RunEvent } from '../../src/kernel/model/event.ts';
import type { Note } from '../../src/kernel/model/note.ts';
import type { Resolve } from '../../src/kernel/model/payload.ts';
import type { Program } from '../../src/kernel/model/program.ts';
import type { Rejection } from '../../src/kernel/model/rejection.ts';
import { applyEvent } from './events.ts';
import { type Observation, observeWorld } from './observe.ts';
import { EventMismatch, type Play } from './play.ts';
import { playOn } from './play-on.ts';
import { limitsOf } from './program-lookup.ts';
import { createWorld, type World } from './world.ts';

export interface ReferenceStep {
  readonly kind: 'step';
  readonly world: World;
  readonly effects: Effect[];
  readonly notes: Note[];
}

export interface Reference {
  readonly initial: World;
  /** Never changes the given world. */
  advance(world: World, event: RunEvent): ReferenceStep | Rejection;
  observe(world: World): Observation;
}

export function createReference(program: Program, evaluators: Evaluators, resolve: Resolve): Reference {
  return {
    initial: createWorld(),
    advance(world, event) {
      const clone = structuredClone(world);
      const play: Play = {
        program,
        evaluators,
        resolve,
        world: clone,
        effects: [],
        notes: [],
        steps: 0,
        taken: 0,
        effort: { left: limitsOf(program).effort },
      };
      try {
        applyEvent(play, event);
        playOn(play);
        checkMismatch(play, event);
      } catch (error) {
        if (!(error instanceof EventMismatch)) throw error;
        return { kind: 'rejection', code: error.code, message: error.message };
      }
      return { kind: 'step', world: play.world, effects: play.effects, notes: play.notes };
    },
    observe: (world) => observeWorld(program, world, resolve),
  };
}

const mismatchCodes = ['expression', 'too-few-instances', 'too-many-instances'] as const;

/** K2.5: a request that fails the run because of a missing value is refused, if the program says so. */
function checkMismatch({ program, world }: Play, { kind }: RunEvent): void {
  const isOrder = kind === 'started' || kind.startsWith('item');
  if (program.onMisfit !== 'refuse' || world.status !== 'failed' || !isOrder || kind === 'itemFailed') return;
  const code = mismatchCodes.find((each) => each === world.failure?.code);
  if (code !== undefined) throw new EventMismatch(code, world.failure?.message);
}
