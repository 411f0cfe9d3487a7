/** Runs small nets from the literature step by step on the kernel and on the reference model of YAWL. */

import { DualPlayer } from '../random/dual-player.ts';
import { programOf } from '../random/program-of.ts';
import type { FlowPlan, NetPlan, SpecificationPlan, TaskPlan } from '../specification-text.ts';

/** A task and its targets; a choice is named by the first letter of its target, and the last target is the default. */
interface TheoryTask extends Pick<TaskPlan, 'join' | 'split' | 'removes' | 'removesFlows' | 'does'> {
  readonly to: readonly string[];
}

export interface TheoryNet extends Pick<NetPlan, 'begin' | 'conditions'> {
  readonly tasks: { readonly [id: string]: TheoryTask };
}

/** @param nets by id, the root first; by default, tasks do work */
function theoryPlan(nets: { readonly [id: string]: TheoryNet }): SpecificationPlan {
  return {
    nets: Object.entries(nets).map(([id, { begin, conditions = {}, tasks }]) => ({
      id,
      inputs: { pick: 'string' },
      outputs: { pick: 'string' },
      begin,
      conditions,
      tasks: Object.fromEntries(Object.entries(tasks).map(([name, task]) => [name, taskPlan(task, id)])),
    })),
    work: { W: { inputs: { pick: 'string' }, outputs: { pick: 'string' } } },
  };
}

function taskPlan(task: TheoryTask, net: string): TaskPlan {
  const { to, split = 'and', does = 'W' } = task;
  const copyOf = (root: string) => `<pick>{/${root}/pick/text()}</pick>`;
  const flows = to.map((next, at): string | FlowPlan => {
    const otherwise = at === to.length - 1;
    const when = `contains(/${net}/pick, '${next.slice(0, 1)}')`;
    if (split === 'and') return next;
    if (split === 'or') return { to: next, when, otherwise };
    return otherwise ? { to: next, otherwise } : { to: next, when, order: at };
  });
  if (does === null) return { ...task, to: flows };
  return {
    ...task,
    to: flows,
    does,
    starting: { pick: copyOf(net) },
    completed: { pick: copyOf(does) },
  };
}

export class TheoryCase {
  readonly #dualPlayer: DualPlayer;

  constructor(net: TheoryNet, others: { readonly [id: string]: TheoryNet } = {}, seed = 1) {
    const plan = theoryPlan({ N: net, ...others });
    this.#dualPlayer = new DualPlayer(plan, programOf(plan).program, '', seed);
  }

  /** Starts the task. */
  start(task: string): this {
    return this.#give(task, 'open', { kind: 'itemHeld', by: 'ann' });
  }

  /** Completes a started task. */
  finish(task: string, pick = ''): this {
    return this.#give(task, 'held', { kind: 'itemCompleted', output: { value: { pick } } });
  }

  /** Starts and completes each of these tasks in order; `A>xy` chooses x and y. */
  work(...tasks: readonly string[]): this {
    for (const each of tasks) {
      const [task = '', pick = ''] = each.split('>');
      this.start(task).finish(task, pick);
    }
    return this;
  }

  /** What waits or runs, or how it ended. */
  get caseStatus(): readonly string[] | string {
    const { status } = this.#dualPlayer.player.currentCase();
    const items = this.#dualPlayer.player.items().map(({ task }) => task);
    return status === 'running' ? items.sort() : status;
  }

  /** The marking of the root net. */
  get marked(): readonly string[] {
    return this.#dualPlayer.player.currentCase().nets[0]?.tokens ?? [];
  }

  /** Conditions with tokens left when a net ended. */
  get left(): readonly string[] {
    return this.#dualPlayer.player.notes.flatMap((note) => (note.kind === 'leftover' ? [note.place] : []));
  }

  #give(task: string, phase: 'open' | 'held', action: Parameters<DualPlayer['perform']>[1]): this {
    const item = this.#dualPlayer.player.items().find((each) => each.task === task && each.phase === phase);
    if (item === undefined) throw new Error(`“${task}” is not ${phase}: ${this.caseStatus}`);
    this.#dualPlayer.perform(item, action);
    return this;
  }
}

/** Rules of the warnings for a net, sorted, each once. */
export function warningsOf(
  net: TheoryNet,
  others: { readonly [id: string]: TheoryNet } = {},
): readonly string[] {
  const { warnings } = programOf(theoryPlan({ N: net, ...others }));
  return [...new Set(warnings)].filter((rule) => rule !== 'unused-decomposition').sort();
}
