/** Generates random nets that are sound by construction: they consist of sound blocks. */
import type { Random } from '../../../src/testing/stand-ins/seeded-random.ts';
import { worksWith } from './arbitrary-net.ts';
import { type Code, type NetSketch, type TaskSketch, taskSketch } from './task-sketch.ts';

/** One entry, one exit: every token that enters the last task comes from the first. */
interface Block {
  readonly first: TaskSketch;
  readonly last: TaskSketch;
  /** Everything between, including both ends. */
  readonly tasks: readonly TaskSketch[];
  readonly conditions: readonly string[];
}

/**
 * @param nets that composite tasks can decompose to
 * @param size approximate number of tasks; beyond it no block is nested
 */
export function soundNet(id: string, random: Random, nets: readonly string[], size: number): NetSketch {
  const net: NetSketch = { id, begin: [], conditions: new Map(), tasks: new Map() };
  const builder = new BlockBuilder(net, random, nets, size);
  const { first, last } = builder.block(maxDepth, 'free');
  net.begin = [first.id];
  last.to.push(endConditionOf(id));
  net.tasks.set(endConditionOf(id), taskSketch(endConditionOf(id), { to: ['o'] }));
  return net;
}

/** Nested blocks. */
const maxDepth = 3;

/** The last task of a sound net: while it waits or runs, nothing else does. */
export const endConditionOf = (net: string): string => `${net}End`;

/**
 * In a loop, an OR-join inside the scope of another one is not sound in YAWL: each treats the other as an XOR-join,
 * which could repeat and bring the token that it waits for. So below an OR-join in a loop (`looped`) there is no other
 * (`single`).
 */
type Setting = 'free' | 'looped' | 'single';

class BlockBuilder {
  readonly #net: NetSketch;
  readonly #random: Random;
  readonly #nets: readonly string[];
  readonly #size: number;

  constructor(net: NetSketch, random: Random, nets: readonly string[], size: number) {
    this.#size = size;
    this.#net = net;
    this.#random = random;
    this.#nets = nets;
  }

  block(depth: number, setting: Setting): Block {
    if (depth === 0 || this.#net.tasks.size >= this.#size) return this.#single();
    const below = depth - 1;
    const alone = setting === 'looped' ? 'single' : setting;
    const make = this.#random.weighted<() => Block>([
      [depth === maxDepth ? 0 : 3, () => this.#single()],
      [4, () => this.#sequence(below, setting)],
      [3, () => this.#fork(below, 'and', setting)],
      [3, () => this.#fork(below, 'xor', setting)],
      [setting === 'single' ? 0 : 4, () => this.#fork(below, 'or', alone)],
      [3, () => this.#deferred(below, setting)],
      [3, () => this.#loop(below, setting === 'free' ? 'looped' : setting)],
      [3, () => this.#discriminator(below, alone)],
    ]);
    return make();
  }

  #task(join: Code, split: Code, does?: string | null): TaskSketch {
    const id = `${this.#net.id}${this.#net.tasks.size}`;
    const task = taskSketch(id, {
      join,
      split,
      does: does === undefined ? this.#random.weighted(worksWith(this.#nets)) : does,
    });
    this.#net.tasks.set(id, task);
    return task;
  }

  #code(): Code {
    return this.#random.pick(['and', 'xor', 'or']);
  }

  /** With one entry and one exit the kinds of join and split do not matter. */
  #single(): Block {
    const task = this.#task(this.#code(), this.#code());
    return { first: task, last: task, tasks: [task], conditions: [] };
  }

  #sequence(depth: number, setting: Setting): Block {
    const before = this.block(depth, setting);
    const behind = this.block(depth, setting);
    const conditions = [...before.conditions, ...behind.conditions];
    if (this.#random.chance(0.3)) {
      const between = this.#condition([behind.first.id]);
      before.last.to.push(between);
      conditions.push(between);
    } else before.last.to.push(behind.first.id);
    return {
      first: before.first,
      last: behind.last,
      tasks: [...before.tasks, ...behind.tasks],
      conditions,
    };
  }

  #condition(to: string[]): string {
    const id = `p${this.#net.id}${this.#net.conditions.size}`;
    this.#net.conditions.set(id, to);
    return id;
  }

  #branches(depth: number, setting: Setting): readonly Block[] {
    return Array.from({ length: this.#random.between(2, 3) }, () => this.block(depth, setting));
  }

  #fork(depth: number, code: Code, setting: Setting): Block {
    const first = this.#task(this.#code(), code);
    const branches = this.#branches(depth, setting);
    const last = this.#task(code, this.#code());
    for (const branch of branches) first.to.push(branch.first.id);
    return this.#close(first, branches, last);
  }

  #close(first: TaskSketch, branches: readonly Block[], last: TaskSketch): Block {
    for (const branch of branches) branch.last.to.push(last.id);
    return {
      first,
      last,
      tasks: [first, ...branches.flatMap(({ tasks }) => tasks), last],
      conditions: branches.flatMap(({ conditions }) => conditions),
    };
  }

  #deferred(depth: number, setting: Setting): Block {
    const first = this.#task(this.#code(), this.#code());
    const branches = this.#branches(depth, setting);
    const last = this.#task('xor', this.#code());
    const does = this.#random.weighted(worksWith(this.#nets));
    // An empty task always goes before work, and a composite one before both: a task that never starts is not sound.
    const isPlain = branches.every(({ tasks }) => tasks.length === 1);
    for (const branch of branches) branch.first.does = isPlain ? does : 'W';
    const choice = this.#condition(branches.map((branch) => branch.first.id));
    first.to.push(choice);
    const block = this.#close(first, branches, last);
    return { ...block, conditions: [...block.conditions, choice] };
  }

  /**
   * There is work in the loop, so it is not a loop without work; and at its end, so that leaving it does not depend on
   * the value that another loop was left with.
   */
  #loop(depth: number, setting: Setting): Block {
    const first = this.#task('xor', this.#code(), 'W');
    const body = this.block(depth, setting);
    const last = this.#task(this.#code(), 'xor', 'W');
    first.to.push(body.first.id);
    body.last.to.push(last.id);
    last.to.push(first.id);
    return { first, last, tasks: [first, ...body.tasks, last], conditions: body.conditions };
  }

  /**
   * All branches start. The first that is done continues, and the others are cancelled with everything in them. The
   * work gives them time: an empty task would cancel them before they start.
   */
  #discriminator(depth: number, setting: Setting): Block {
    const first = this.#task(this.#code(), 'and');
    const branches = this.#branches(depth, setting);
    const last = this.#task('xor', this.#code(), 'W');
    for (const branch of branches) first.to.push(branch.first.id);
    const block = this.#close(first, branches, last);
    const inside = block.tasks.filter((task) => task !== first && task !== last);
    const isTask = (id: string) => this.#net.tasks.has(id);
    last.removes = [...inside.map(({ id }) => id), ...block.conditions];
    last.removesFlows = [first, ...inside].flatMap(({ id, to }) =>
      to.filter(isTask).map((next): [string, string] => [id, next]),
    );
    return block;
  }
}
