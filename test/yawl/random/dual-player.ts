/**
 * Runs a case on the kernel and on the reference model: after every event the kernel must be in a state that the model
 * allows.
 */
import type { Program } from '../../../src/kernel/index.ts';
import type { SpecificationPlan } from '../specification-text.ts';
import { CasePlayer, type ItemAction, type ItemAt } from './case-player.ts';
import { createPlainYawl, type PlainCase, type PlainEvent, type PlainYawl } from './plain-yawl.ts';

class DifferenceError extends Error {}

export class DualPlayer {
  readonly player: CasePlayer;
  /** The actions so far, for messages. */
  readonly steps: string[];
  readonly #plan: SpecificationPlan;
  readonly #plain: PlainYawl;
  /** The possible state that matches the kernel. */
  #state: PlainCase;
  /** The inputs of items at their start, by path and task. */
  readonly #given = new Map<string, string>();

  constructor(plan: SpecificationPlan, program: Program, pick: string, seed: number) {
    this.steps = [`start with “${pick}”`];
    this.#plan = plan;
    this.#plain = createPlainYawl(plan);
    this.player = new CasePlayer(program, pick, seed);
    this.#state = this.#find(this.#plain.begin(pick));
  }

  perform(item: ItemAt, action: ItemAction): void {
    const what = `${item.path}/${item.task}`;
    this.steps.push(
      `${action.kind} ${what} ${action.kind === 'itemCompleted' ? action.output.value.pick : ''}`,
    );
    const now = this.#state.nets.find(({ path }) => path === item.path)?.pick ?? '';
    if (item.phase === 'open') this.#given.set(what, now);
    this.player.send(item, action);
    const event = eventOf(item, action, this.#takesPick(item) ? (this.#given.get(what) ?? '') : '');
    this.#state = this.#find(event === null ? [this.#state] : this.#plain.after(this.#state, event));
  }

  /** Whether the item receives the variable; otherwise it is empty if the item is not finished. */
  #takesPick({ task }: ItemAt): boolean {
    return this.#plan.nets.some(({ tasks }) => tasks[task]?.does === 'W');
  }

  #find(possible: readonly PlainCase[]): PlainCase {
    const currentCase = this.player.currentCase();
    const found = possible.find((each) => JSON.stringify(each) === JSON.stringify(currentCase));
    if (found === undefined) {
      const others = possible.map((each) => `may be: ${JSON.stringify(each)}`);
      throw new DifferenceError(
        [...this.steps, `is:     ${JSON.stringify(currentCase)}`, ...others].join('\n'),
      );
    }
    for (const net of found.nets) {
      const is = this.player.offered(net.path).join();
      const expected = this.#plain.offered(net).join();
      if (is === expected) continue;
      const where = `on offer in “${net.path}”: ${is}; ought to be: ${expected}`;
      throw new DifferenceError([...this.steps, JSON.stringify(currentCase), where].join('\n'));
    }
    return found;
  }
}

/** Skipping and forcing start an item that is not started, and complete it with its input. */
function eventOf({ path, task, phase }: ItemAt, action: ItemAction, given: string): PlainEvent | null {
  if (action.kind === 'itemRolledBack') return null;
  if (action.kind === 'itemHeld') return phase === 'open' ? { kind: 'start', path, task } : null;
  const pick = action.kind === 'itemCompleted' ? action.output.value.pick : given;
  return { kind: phase === 'open' ? 'skip' : 'finish', path, task, pick };
}
