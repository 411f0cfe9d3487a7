/**
 * Generates random structured nets as specifications: sequences, choices, parallel and optional parts, loops, nested
 * nets.
 */
import type { Random } from '../../../src/testing/stand-ins/seeded-random.ts';
import type { FlowPlan, NetPlan, SpecificationPlan, TaskPlan, WorkPlan } from '../specification-text.ts';

/** The variables that tasks set and predicates read, by name. */
const types = { n: 'int', m: 'int', s: 'string', t: 'string', b: 'boolean', c: 'boolean' } as const;
type VariableName = keyof typeof types;
const names = Object.keys(types) as VariableName[];
/** Those that always have a value: a predicate on an empty variable is never true. */
const tested: readonly VariableName[] = ['n', 's', 't', 'b'];

export function randomPlan(random: Random): SpecificationPlan {
  const nets: NetPlan[] = [];
  const work: Record<string, WorkPlan> = {};
  let count = 0;

  const makeNet = (id: string, depth: number): void => {
    const tasks: Record<string, TaskPlan> = {};
    const at = nets.length;
    nets.push({ id, begin: [], tasks: {} });
    /** Parameters, some with an initial value; the others start empty or with a value. */
    const given = names.filter(() => random.chance(0.4));

    const name = (letter: string) => `${letter}${++count}`;
    const condition = (): string => conditionOf(random, id);

    /** An atomic task, or one that only routes. */
    const addTask = (
      task: string,
      free: readonly VariableName[],
      plan: TaskPlan,
      sets: readonly VariableName[] = [],
    ) => {
      if (sets.length === 0 && random.chance(0.25)) {
        tasks[task] = { ...plan, does: null };
        return;
      }
      const changed = [...new Set([...sets, ...free.filter(() => random.chance(0.3))])];
      const shown = names.filter(() => random.chance(0.3));
      work[task] = {
        inputs: Object.fromEntries(shown.map((each) => [each, types[each]])),
        outputs: Object.fromEntries(
          changed.map((each) => [each, random.chance(0.2) ? withValue(each) : types[each]]),
        ),
      };
      tasks[task] = {
        ...plan,
        ...mapped(
          shown.map((each) => [each, `<${each}>{/${id}/${each}/text()}</${each}>`]),
          changed.map((each) => [each, setting(random, task, each, shown.includes(each))]),
        ),
      };
    };

    /** @returns its first element; every path through it leads to `next` */
    const block = (next: string, free: readonly VariableName[], size: number): string => {
      if (size <= 1) {
        if (depth < 2 && random.chance(0.15)) return composite(next, free);
        const task = name('t');
        addTask(task, free, { to: [next] });
        return task;
      }
      const [inner, rest] = [Math.ceil(size / 2), Math.floor(size / 2)];
      switch (
        random.weighted([
          [3, 'sequence'],
          [3, 'xor'],
          [2, 'and'],
          [2, 'or'],
          [2, 'loop'],
        ] as const)
      ) {
        case 'sequence':
          return block(block(next, free, rest), free, inner);
        case 'loop':
          return loop(next, free, inner);
        case 'xor':
          return choice(next, free, size);
        case 'and':
          return side('and', next, free, size);
        case 'or':
          return side('or', next, free, size);
      }
    };

    const choice = (next: string, free: readonly VariableName[], size: number): string => {
      const [first, last] = [name('x'), name('j')];
      const ways = Array.from({ length: random.between(2, 3) }, () =>
        random.chance(0.15) ? last : block(last, free, Math.max(1, Math.floor(size / 2) - 1)),
      );
      const flows = [...new Set(ways)].map(
        (to, index, all): FlowPlan =>
          index === all.length - 1 ? { to, otherwise: true } : { to, when: condition(), order: index },
      );
      addTask(last, free, { to: [next], join: 'xor' });
      addTask(first, free, flows.length > 1 ? { to: flows, split: 'xor' } : { to: [flows[0]?.to ?? last] });
      return first;
    };

    /** Parallel branches set different variables. */
    const side = (kind: 'and' | 'or', next: string, free: readonly VariableName[], size: number): string => {
      const [first, last] = [name(kind === 'and' ? 'a' : 'r'), name('j')];
      const half = Math.floor(free.length / 2);
      const parts = [free.slice(0, half), free.slice(half)];
      const ways = parts.map((part) => block(last, part, Math.max(1, Math.floor(size / 2) - 1)));
      const flows = ways.map((to, index): string | FlowPlan => {
        if (kind === 'and') return to;
        return { to, when: condition(), ...(index === 0 ? { otherwise: true } : {}) };
      });
      addTask(last, free, { to: [next], join: kind });
      addTask(first, free, { to: flows, split: kind });
      return first;
    };

    /** Repeats as long as the answer is true. */
    const loop = (next: string, free: readonly VariableName[], size: number): string => {
      const flag = free.find((each) => types[each] === 'boolean');
      if (flag === undefined) return block(next, free, size);
      const [head, tail] = [name('h'), name('l')];
      const again = { to: head, when: `/${id}/${flag}/text() = 'true'`, order: 1 };
      addTask(tail, free, { to: [again, { to: next, otherwise: true }], split: 'xor' }, [flag]);
      addTask(head, free, {
        to: [
          block(
            tail,
            free.filter((each) => each !== flag),
            size,
          ),
        ],
        join: 'xor',
      });
      return head;
    };

    const composite = (next: string, free: readonly VariableName[]): string => {
      const task = name('c');
      const net = name('Net');
      makeNet(net, depth + 1);
      const inner = nets.find((each) => each.id === net);
      const taken = Object.keys(inner?.inputs ?? {});
      const set = free.filter(() => random.chance(0.4));
      tasks[task] = {
        to: [next],
        does: net,
        ...mapped(
          taken.map((each) => [each, `<${each}>{/${id}/${each}/text()}</${each}>`]),
          set.map((each) => [each, `<${each}>{/${net}/${each}/text()}</${each}>`]),
        ),
      };
      return task;
    };

    const first = block('o', names, random.between(2, depth === 0 ? 9 : 4));
    const initial = (each: VariableName) =>
      (tested.includes(each) && (types[each] !== 'string' || !given.includes(each))) || random.chance(0.6)
        ? withValue(each)
        : types[each];
    nets[at] = {
      id,
      begin: [first],
      tasks,
      inputs: Object.fromEntries(given.map((each) => [each, depth === 0 ? initial(each) : types[each]])),
      outputs: Object.fromEntries(names.map((each) => [each, types[each]])),
      locals: Object.fromEntries(
        names.filter((each) => !given.includes(each)).map((each) => [each, initial(each)]),
      ),
    };
  };

  makeNet('Main', 0);
  return { uri: 'Random', nets, work };
}

type Entries = readonly (readonly [string, string])[];

/** Without mappings their elements are omitted. */
const mapped = (starting: Entries, completed: Entries): Pick<TaskPlan, 'starting' | 'completed'> => ({
  ...(starting.length === 0 ? {} : { starting: Object.fromEntries(starting) }),
  ...(completed.length === 0 ? {} : { completed: Object.fromEntries(completed) }),
});

/** The value that a task sets a variable to: usually its answer. An input can be empty, which cannot be computed with. */
function setting(random: Random, task: string, variable: VariableName, cameIn: boolean): string {
  const told = `/${task}/${variable}`;
  const made: Readonly<Record<'int' | 'string' | 'boolean', readonly string[]>> = {
    int: [...(cameIn ? [] : [`{${told} + 1}`]), '7'],
    string: [`{concat(${told}/text(), 'x')}`, 'fixed'],
    boolean: [`{not(${told}/text() = 'true')}`, 'false'],
  };
  const inside = random.chance(0.7) ? `{${told}/text()}` : random.pick(made[types[variable]]);
  return `<${variable}>${inside}</${variable}>`;
}

function conditionOf(random: Random, net: string): string {
  const variable = random.pick(tested);
  const path = `/${net}/${variable}${random.chance(0.5) ? '/text()' : ''}`;
  const text = `/${net}/${variable}/text()`;
  switch (types[variable]) {
    case 'int':
      return random.pick([`${text} > ${random.between(0, 6)}`, `${text} = '3'`, `${text} != 3`]);
    case 'string':
      return random.pick([
        `${path} = 'so'`,
        `${path} != 'so'`,
        `contains(${path}, 'x')`,
        `string-length(${path}) > 2`,
        `empty(${text})`,
        `/${net}/s/text() = /${net}/t/text()`,
      ]);
    case 'boolean':
      return random.pick([
        `${text} = 'true'`,
        `not(${text} = 'true')`,
        `${text} = true()`,
        `${text} != 'true' or true()`,
      ]);
  }
}

const withValue = (each: VariableName): string =>
  `${types[each]} = ${{ int: '3', string: 'so', boolean: 'true' }[types[each]]}`;

/** An answer to a task; optional outputs are sometimes omitted. */
export function randomAnswer(random: Random, { inputs = {}, outputs = {} }: WorkPlan) {
  const given = Object.entries(outputs).filter(
    ([name, type]) => !((name in inputs || type.includes('=')) && random.chance(0.4)),
  );
  return Object.fromEntries(
    given.map(([name]) => {
      const type = types[name as VariableName];
      const value =
        type === 'int'
          ? random.between(-1, 7)
          : type === 'string'
            ? random.pick(['', 'so', 'ax', 'long'])
            : random.chance(0.4);
      return [name, value] as const;
    }),
  );
}
