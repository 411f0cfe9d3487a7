/** Random guides as documents, and contexts for them: nested loops, conditions, parallel steps. */
import type { Random } from '../../src/testing/stand-ins/seeded-random.ts';

/** The parts of the format that the reference interpreter needs. */
export interface GuideDocument {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly version: string;
  readonly steps: readonly DocumentStep[];
}

export interface DocumentStep {
  readonly id: string;
  readonly title: string;
  readonly prompt?: string;
  readonly type?: 'loop' | 'parallel';
  readonly runCondition?: DocumentCondition;
  readonly loop?: DocumentLoop;
  readonly body?: string | readonly DocumentStep[];
  readonly parallelDelegations?: readonly {
    readonly workflowId: string;
    readonly goal: string;
    readonly runCondition?: DocumentCondition;
  }[];
  readonly synthesis?: { readonly prompt: string };
}

export interface DocumentLoop {
  readonly type: 'while' | 'until' | 'for' | 'forEach';
  readonly maxIterations: number;
  readonly condition?: DocumentCondition;
  readonly count?: number | string;
  readonly items?: string;
  readonly itemVar?: string;
  readonly iterationVar?: string;
}

export type DocumentCondition =
  | { readonly var: string; readonly equals?: Plain; readonly not_equals?: Plain }
  | { readonly var: string; readonly gt?: number; readonly lte?: number }
  | { readonly var: string; readonly in: readonly Plain[] }
  | { readonly and: readonly DocumentCondition[] }
  | { readonly or: readonly DocumentCondition[] }
  | { readonly not: DocumentCondition };

export type Plain = string | number | boolean;

/** Sets every name, so that no condition reads an unset variable. */
export interface GuideContext {
  readonly [name: string]: Plain | readonly unknown[] | { readonly deep: number };
  readonly mood: string;
  readonly size: number;
  readonly more: boolean;
  readonly nested: { readonly deep: number };
  readonly letters: readonly string[];
  readonly rows: readonly (readonly number[])[];
  readonly times: number;
}

const moods = ['calm', 'eager', 'tired'];

export function randomContext(random: Random): GuideContext {
  const numbers = (): number[] => Array.from({ length: random.int(4) }, () => random.int(5));
  return {
    mood: random.pick(moods),
    size: random.int(5),
    more: random.chance(0.5),
    nested: { deep: random.int(5) },
    letters: Array.from({ length: random.int(4) }, () => random.pick(['x', 'y', 'z'])),
    rows: Array.from({ length: random.int(3) }, numbers),
    times: random.int(4),
  };
}

/** The surroundings of a step that is being generated. */
interface Spot {
  readonly depth: number;
  /** Names that the loops around set, by their kind of value. */
  readonly numbers: readonly string[];
  readonly lists: readonly string[];
}

export function randomGuide(random: Random): GuideDocument {
  let made = 0;
  const nextId = (kind: string): string => {
    made += 1;
    return `${kind}-${made}`;
  };
  /** Referenced bodies are at the top level. */
  const bodies: DocumentStep[] = [];

  const condition = (spot: Spot, depth = 0): DocumentCondition => {
    const inner = () => condition(spot, depth + 1);
    const kinds: readonly (readonly [number, () => DocumentCondition])[] = [
      [3, () => ({ var: 'mood', equals: random.pick(moods) })],
      [1, () => ({ var: 'mood', not_equals: random.pick(moods) })],
      [1, () => ({ var: 'mood', in: random.shuffle(moods).slice(1) })],
      [1, () => ({ var: 'more', equals: random.chance(0.5) })],
      [2, () => ({ var: random.pick(['size', 'nested.deep', ...spot.numbers]), gt: random.int(4) })],
      [spot.numbers.length * 2, () => ({ var: random.pick([...spot.numbers]), lte: random.int(4) })],
      [depth < 2 ? 1 : 0, () => ({ and: [inner(), inner()] })],
      [depth < 2 ? 1 : 0, () => ({ or: [inner(), inner()] })],
      [depth < 2 ? 1 : 0, () => ({ not: inner() })],
    ];
    return random.weighted(kinds)();
  };
  const perhaps = (spot: Spot, probability: number): Pick<DocumentStep, 'runCondition'> =>
    random.chance(probability) ? { runCondition: condition(spot) } : {};

  const prompt = (spot: Spot): DocumentStep => {
    const id = nextId('step');
    return { id, title: id, prompt: `Do ${id}`, ...perhaps(spot, 0.4) };
  };

  const parallel = (spot: Spot): DocumentStep => {
    const id = nextId('side');
    return {
      id,
      title: id,
      type: 'parallel',
      ...perhaps(spot, 0.3),
      parallelDelegations: Array.from({ length: random.between(1, 3) }, (_, at) => ({
        workflowId: 'second-opinion',
        goal: `Look at side ${at}`,
        ...perhaps(spot, 0.3),
      })),
      ...(random.chance(0.6) ? { synthesis: { prompt: 'Put it together' } } : {}),
    };
  };

  const loop = (spot: Spot): DocumentStep => {
    const id = nextId('loop');
    const maxSteps = random.between(1, 4);
    const kind = random.pick(['while', 'until', 'for', 'forEach'] as const);
    const own = random.chance(0.5) ? `n${made}` : undefined;
    const item = random.chance(0.5) ? `i${made}` : undefined;
    const items = random.pick(['letters', 'rows', ...spot.lists]);
    const inside: Spot = {
      depth: spot.depth + 1,
      numbers: [...spot.numbers, 'currentIteration', ...(own === undefined ? [] : [own])],
      lists:
        kind === 'forEach' && items === 'rows' ? ['currentItem', ...(item === undefined ? [] : [item])] : [],
    };
    const config: DocumentLoop = {
      type: kind,
      maxIterations: maxSteps,
      ...(own === undefined ? {} : { iterationVar: own }),
      ...(kind === 'while' || kind === 'until' ? { condition: condition(inside) } : {}),
      ...(kind === 'for' ? { count: random.chance(0.5) ? random.int(4) : 'times' } : {}),
      ...(kind === 'forEach' ? { items, ...(item === undefined ? {} : { itemVar: item }) } : {}),
    };
    const isReference = random.chance(0.2);
    const referred = isReference ? prompt(inside) : undefined;
    if (referred !== undefined) bodies.push(referred);
    return {
      id,
      title: id,
      type: 'loop',
      ...perhaps(spot, 0.3),
      loop: config,
      body: referred?.id ?? steps(inside, 3),
    };
  };

  function steps(spot: Spot, maxSteps: number): readonly DocumentStep[] {
    return Array.from({ length: random.between(1, maxSteps) }, () =>
      random.weighted([
        [5, prompt],
        [1, parallel],
        [spot.depth < 3 ? 3 : 0, loop],
      ])(spot),
    );
  }

  const top = steps({ depth: 0, numbers: [], lists: [] }, 5);
  return {
    id: 'random-guide',
    name: 'Random guide',
    description: 'Made by chance',
    version: '1.0.0',
    steps: random.chance(0.5) ? [...top, ...bodies] : [...bodies, ...top],
  };
}
