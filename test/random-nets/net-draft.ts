/** A net under construction, and what all programs of one draw have in common. */
import type { Net, Task, Variable, Work } from '../../src/kernel/model/program.ts';
import type { Random } from '../../src/testing/stand-ins/seeded-random.ts';

export type TaskDraft = { -readonly [Key in keyof Task]: Task[Key] };

export interface NetDraft {
  readonly id: string;
  readonly input: string;
  readonly output: string;
  readonly places: string[];
  readonly tasks: TaskDraft[];
  readonly variables: Variable[];
  /** Names that its expressions can read, and those that it can assign. The first letter determines the kind. */
  readonly readable: string[];
  readonly writable: string[];
  /** 1 for the root. */
  readonly level: number;
}

/** A net with its own variables, which any net above it can use. */
export interface Reusable {
  readonly id: string;
  readonly level: number;
  readonly parameters: readonly Variable[];
}

export interface ProgramDraft {
  readonly random: Random;
  readonly profile: ProgramProfile;
  /** Finished nets. */
  readonly nets: Net[];
  readonly reusable: Reusable[];
  /** How many nets there may still be. */
  netsLeft: number;
  /** How many loop counters there are. */
  counters: number;
  /** Creates the work of a task of `parent`; passed in, since blocks and nets create each other. */
  readonly netWork: (draft: ProgramDraft, parent: NetDraft) => Work;
}

/** Probabilities that vary from program to program, for a wide range of programs. */
export interface ProgramProfile {
  /** Of an expression that has no value. */
  readonly errors: number;
  readonly undo: number;
  readonly retry: number;
  readonly caught: number;
  readonly timeout: number;
  readonly each: number;
  /** Of work in a task that exists for its routing. */
  readonly workInRouting: number;
  /** Weights of the blocks. */
  readonly blocks: Readonly<Record<BlockKind, number>>;
}

export type BlockKind = 'sequence' | 'and' | 'or' | 'xor' | 'loop' | 'choice' | 'handled';

export function randomProfile(random: Random): ProgramProfile {
  const weight = (defaultWeight: number) => defaultWeight * random.pick([0.3, 1, 1, 2]);
  return {
    errors: random.pick([0, 0, 0.004, 0.02]),
    undo: random.pick([0, 0, 0.3, 0.6]),
    retry: random.pick([0.1, 0.4, 0.7]),
    caught: random.pick([0.05, 0.2, 0.5]),
    timeout: random.pick([0.05, 0.15, 0.3]),
    each: random.pick([0.1, 0.3, 0.5]),
    workInRouting: random.pick([0.2, 0.6, 0.9]),
    blocks: {
      sequence: weight(7),
      and: weight(3),
      or: weight(4),
      xor: weight(1.5),
      loop: weight(4),
      choice: weight(1.7),
      handled: weight(1),
    },
  };
}

export function addPlace(net: NetDraft): string {
  const id = `p${net.places.length}`;
  net.places.push(id);
  return id;
}

/** A task that passes a token from one place to the next; the caller extends it. */
export function addTask(net: NetDraft, from: readonly string[], to: readonly (string | null)[]): TaskDraft {
  const task: TaskDraft = {
    id: `t${net.tasks.length + 1}`,
    from,
    join: 'and',
    split: 'and',
    flows: to.map((place) => ({ to: place })),
    work: { kind: 'pass' },
  };
  net.tasks.push(task);
  return task;
}
