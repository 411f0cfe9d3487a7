/** Creates the work of a random node: calls, questions, waits, other workflows, and nodes that contain such. */
import type { Json } from '../../src/kernel/model/json.ts';
import type { Random } from '../../src/testing/stand-ins/seeded-random.ts';
import type { NodeData, OnErrorData } from './document-data.ts';
import {
  type Plain,
  type ReferenceScope,
  randomArgs,
  randomCondition,
  randomLiteral,
  randomTemplate,
  randomText,
  type Shape,
  surePath,
  sureResults,
} from './random-reference.ts';

/** The facts about a whole document for the script of its runs. */
export interface Inventory {
  readonly operations: OperationFact[];
  readonly questions: QuestionFact[];
  /** Which workflow uses which; `often` if more than one use can run at once. */
  readonly uses: { readonly by: string; readonly of: string; readonly often: boolean }[];
}

export interface OperationFact {
  readonly name: string;
  readonly workflow: string;
  readonly role: 'work' | 'tick' | 'undo';
  /** Its failure does not fail the run at once. */
  readonly isHandled: boolean;
  readonly retries: number;
  readonly mayHang: boolean;
}

export interface QuestionFact {
  readonly name: string;
  readonly fields: Readonly<Record<string, Plain>>;
  readonly isHandled: boolean;
  readonly mayHang: boolean;
}

export interface Callee {
  readonly name: string;
  readonly params: readonly { readonly name: string; readonly kind: Plain; readonly required: boolean }[];
}

/** The context of new work. */
export interface GraphGenerator {
  readonly random: Random;
  readonly workflow: string;
  readonly inventory: Inventory;
  readonly callees: readonly Callee[];
  /** A unique name in the workflow. */
  readonly fresh: (kind: string) => string;
}

export type WorkKind = 'call' | 'workflow' | 'parallel' | 'foreach' | 'yield' | 'wait';

export interface NodeSetting {
  readonly position: 'graph' | 'branch' | 'loop';
  /** The name of the node. */
  readonly name: string;
  readonly scope: ReferenceScope;
  readonly isHandled: boolean;
  readonly depth: number;
  /** Several executions at once, or directly one after the other. */
  readonly often: boolean;
  /** A failure cancels others of its kind: the language does not promise when their undo ends. */
  readonly isBroken?: boolean;
}

export interface GeneratedNode {
  readonly data: NodeData;
  /** Null if it has no output. */
  readonly shape: Shape | null;
  /** Variables of its branches: those that are set when it has completed, and all of them. */
  readonly sure: readonly string[];
  readonly shapes: ReadonlyMap<string, Shape>;
}

export function randomKind({ random, callees }: GraphGenerator, depth: number): WorkKind {
  const nested = depth < 2 ? 1.5 : 0;
  return random.weighted<WorkKind>([
    [6, 'call'],
    [callees.length > 0 ? 2 : 0, 'workflow'],
    [nested, 'parallel'],
    [nested, 'foreach'],
    [1, 'yield'],
    [1, 'wait'],
  ]);
}

export function randomWork(generator: GraphGenerator, kind: WorkKind, setting: NodeSetting): GeneratedNode {
  const { random } = generator;
  switch (kind) {
    case 'call':
      return leaf(randomCall(generator, setting), 'record');
    case 'workflow':
      return leaf(randomUse(generator, setting), 'any');
    case 'parallel':
      return randomParallel(generator, setting);
    case 'foreach':
      return leaf(randomLoop(generator, setting), 'results');
    case 'yield':
      return randomQuestion(generator, setting);
    case 'wait':
      return leaf({ wait: random.pick<number | string>([0, 1500, '20 seconds', '3 minutes']) }, null);
  }
}

const leaf = (data: NodeData, shape: Shape | null): GeneratedNode => ({
  data,
  shape,
  sure: [],
  shapes: new Map(),
});

function randomCall(generator: GraphGenerator, setting: NodeSetting): NodeData {
  const { random, workflow, inventory } = generator;
  const { scope, name } = setting;
  const operation = `${workflow}_${name.replace('/', '_')}`;
  const canUndo = random.chance(0.2) && !setting.isBroken;
  const mayHang = !canUndo && random.chance(0.2);
  const onError = randomRetry(random);
  const retries = onError?.retry ?? 0;
  const { isHandled } = setting;
  inventory.operations.push({ name: operation, workflow, role: 'work', isHandled, retries, mayHang });
  if (canUndo) {
    const undo = { name: `undo_${operation}`, workflow, role: 'undo', retries: 0, mayHang: false } as const;
    inventory.operations.push({ ...undo, isHandled: true });
  }
  return {
    call: operation,
    ...(random.chance(0.8) ? { args: randomArgs(random, scope) } : {}),
    ...(onError === undefined ? {} : { on_error: onError }),
    // Longer than any answer takes, so that no answer is late.
    ...(mayHang ? { timeout: random.pick<number | string>([7_200_000, '2 hours', '130 minutes']) } : {}),
    ...(canUndo
      ? { undo: { call: `undo_${operation}`, args: { id: '$output.id', again: ownReference(setting) } } }
      : {}),
  };
}

const ownReference = ({ name, position }: NodeSetting): string =>
  position === 'loop' ? '$output.name' : `$${name}.name`;

function randomRetry(random: Random): OnErrorData | undefined {
  if (!random.chance(0.3)) return undefined;
  return {
    retry: random.between(1, 3),
    ...(random.chance(0.7) ? { delay: random.pick<number | string>([0, 250, '2 seconds']) } : {}),
    ...(random.chance(0.6) ? { backoff: random.pick(['fixed', 'linear', 'exponential']) } : {}),
  };
}

function randomUse(generator: GraphGenerator, { scope, often }: NodeSetting): NodeData {
  const { random, callees, inventory, workflow } = generator;
  const callee = random.pick(callees);
  inventory.uses.push({ by: workflow, of: callee.name, often });
  const given = callee.params.filter(({ required }) => required || random.chance(0.5));
  const args = given.map(({ name, kind }): [string, Json] => [name, randomTemplate(random, scope, kind)]);
  return {
    workflow: callee.name,
    ...(args.length > 0 ? { args: Object.fromEntries(args) } : {}),
    ...withRetry(random),
    ...withDeadline(random),
  };
}

const withRetry = (random: Random): Pick<NodeData, 'on_error'> => {
  const onError = random.chance(0.4) ? randomRetry(random) : undefined;
  return onError === undefined ? {} : { on_error: onError };
};

/** Sometimes too short. */
const withDeadline = (random: Random): Pick<NodeData, 'timeout'> =>
  random.chance(0.15) ? { timeout: random.between(1, 30_000_000) } : {};

function randomQuestion(
  { random, inventory }: GraphGenerator,
  { name, scope, isHandled }: NodeSetting,
): GeneratedNode {
  const fields: Readonly<Record<string, Plain>> = random.pick([
    { choice: 'text' },
    { count: 'int', sure: 'bool' },
  ] as const);
  const types = { text: 'str', int: 'int', bool: 'bool', list: 'list', any: 'any' } as const;
  const mayHang = random.chance(0.3);
  inventory.questions.push({ name, fields, isHandled, mayHang });
  const expects = Object.entries(fields).map(([field, kind]) => [field, types[kind]]);
  const data: NodeData = {
    type: 'yield',
    message: randomText(random, scope),
    expects: Object.fromEntries(expects),
    ...(mayHang ? { timeout: random.between(1, 30_000_000) } : {}),
  };
  return leaf(data, { fields });
}

function randomParallel(generator: GraphGenerator, setting: NodeSetting): GeneratedNode {
  const { random, fresh } = generator;
  const goesOn = random.chance(0.35);
  const isHandled = setting.isHandled || goesOn;
  const shapes = new Map<string, Shape>();
  const sure: string[] = [];
  const branches: [string, NodeData][] = [];
  for (let count = random.between(2, 3); count > 0; count--) {
    const kind = randomKind(generator, setting.depth + 1);
    const name = fresh(kind);
    const inside: NodeSetting = { ...setting, position: 'branch', name, isHandled, depth: setting.depth + 1 };
    const made = randomWork(generator, kind, inside);
    const output = made.shape !== null && random.chance(0.4) ? fresh('o') : undefined;
    const isOptional = random.chance(0.15);
    const own = made.shape === null ? [] : [[output ?? name, made.shape] as const];
    for (const [variable, shape] of [...made.shapes, ...own]) shapes.set(variable, shape);
    if (!isOptional && !goesOn) sure.push(...made.sure, ...own.map(([variable]) => variable));
    const condition = isOptional ? { if: randomCondition(random, setting.scope) } : {};
    branches.push([name, { ...made.data, ...condition, ...(output === undefined ? {} : { output }) }]);
  }
  const asList = random.chance(0.25);
  const data: NodeData = {
    type: 'parallel',
    branches: asList ? branches.map(([name, node]) => ({ name, ...node })) : Object.fromEntries(branches),
    ...(goesOn
      ? { on_partial_failure: 'continue' }
      : random.chance(0.3)
        ? { on_partial_failure: 'abort' }
        : {}),
    ...withRetry(random),
    ...withDeadline(random),
  };
  return { data, shape: 'any', sure, shapes };
}

function randomLoop(generator: GraphGenerator, setting: NodeSetting): NodeData {
  const { random, fresh } = generator;
  const { scope, depth, name } = setting;
  const item = fresh('item');
  const goesOn = random.chance(0.4);
  const kind = randomKind(generator, depth + 1);
  const hasParts = kind === 'parallel' || kind === 'foreach';
  const results = random.chance(0.3) ? sureResults(random, scope) : undefined;
  const list = results ?? (random.chance(0.6) ? surePath(random, scope, 'list') : undefined);
  const inside: ReferenceScope = {
    sure: new Set([...scope.sure, item]),
    shapes: new Map([...scope.shapes, [item, results === undefined ? 'int' : 'any']]),
  };
  const concurrency = random.chance(0.5) ? random.between(1, 3) : undefined;
  const step = randomWork(generator, kind, {
    position: 'loop',
    name: hasParts ? `${name}/step` : name,
    scope: inside,
    isHandled: setting.isHandled || goesOn,
    depth: depth + 1,
    often: true,
    isBroken: !goesOn && concurrency !== 1,
  });
  // At most four items: three occasionally exceed the limit, if nothing else starts at that time.
  const isTight = setting.position === 'graph' && setting.isHandled && random.chance(0.15);
  return {
    type: 'foreach',
    items: list === undefined ? randomLiteral(random, 'list') : `$${list}`,
    as: item,
    step: step.data,
    ...(concurrency === undefined ? {} : { concurrency }),
    ...(isTight ? { max_iterations: 2 } : random.chance(0.3) ? { max_iterations: 9 } : {}),
    ...(goesOn
      ? { on_partial_failure: 'continue' }
      : random.chance(0.2)
        ? { on_partial_failure: 'abort' }
        : {}),
  };
}
