/**
 * Random valid question flows: levels with loops and nested workflows, all types with rules, automatic answers, secrets,
 * choices from calls, and operations. All refer to each other by ids with dots and dashes.
 */
import type { Random } from '../../src/testing/index.ts';
import { dataOf, drop, entryOf, mapOf, mapsIn } from './document-tree.ts';
import type {
  ChoicesFromDocument,
  FlowDocument,
  LevelDocument,
  OperationDocument,
  QuestionDocument,
  Scalar,
  StateDocument,
  TransitionDocument,
  ValidationDocument,
} from './flow-document.ts';
import { rulesTooEarly } from './reference-ways.ts';

export interface FlowOptions {
  /** Default: all. */
  readonly without?: readonly ('secrets' | 'operations' | 'choices' | 'loops' | 'nested' | 'automatic')[];
  readonly maxStates?: number;
}

/** Texts of answers are never templates. */
const dollar = `$\{x}`;

export const words = ['alpha', 'beta', 'gamma-1', 'x', '12', 'true', 'a b'];
/** Patterns, with texts that match. */
export const patterns: readonly (readonly [regex: string, matching: readonly string[]])[] = [
  ['^[a-z]+$', ['alpha', 'x', 'true']],
  ['[0-9]', ['12', 'gamma-1', '7🚦']],
  ['^(?:alpha|beta)(?:-x)*$', ['alpha', 'beta-x']],
  ['^\\S+$', ['alpha', 'é"\\', dollar, '$NAME']],
];

type Type = QuestionDocument['type'];

interface Plan {
  readonly name: string;
  readonly id: string;
  readonly type: Type;
  readonly secret: 'no' | 'own' | 'copy';
  workflow: string | undefined;
  next: number | undefined;
  isLoopSource: boolean;
}

interface LevelPlan {
  readonly id: string;
  readonly depth: number;
  readonly states: readonly Plan[];
}

const types: readonly (readonly [number, Type])[] = [
  [4, 'string'],
  [4, 'integer'],
  [3, 'boolean'],
  [3, 'choice'],
];
const prefixes = ['q', 'net.port', 'first-name', 'a.b-c', 'Zone_', 'x.y.z'];
const special = ['constructor', 'toString', 'valueOf', 'hasOwnProperty'];
const maxDepth = 3;

export function randomFlow(random: Random, name: string, options: FlowOptions = {}): FlowDocument {
  const has = (part: NonNullable<FlowOptions['without']>[number]): boolean =>
    options.without?.includes(part) !== true;
  let made = 0;
  const used = new Set<string>();
  const newId = (prefix: string): string => {
    made += 1;
    const odd = random.pick(special);
    if (random.chance(0.04) && !used.has(odd)) {
      used.add(odd);
      return odd;
    }
    return `${prefix}${made}`;
  };
  const count = (): number =>
    random.pick([1, 2, 3, 4, 5, 7, 10].filter((each) => each <= (options.maxStates ?? 10)));
  const planState = (): Plan => {
    const secret = has('secrets') && random.chance(0.12) ? random.pick(['own', 'copy'] as const) : 'no';
    made += 1;
    return {
      name: random.pick(['state', 'a state ', 'Zustand-ü', 's.']) + made,
      id: newId(random.pick(prefixes)),
      type: secret === 'no' ? random.weighted(types) : 'string',
      secret,
      workflow: undefined,
      next: undefined,
      isLoopSource: false,
    };
  };
  const planStates = (): readonly Plan[] => Array.from({ length: count() }, planState);
  const levels: LevelPlan[] = [{ id: name, depth: 0, states: planStates() }];
  planNested();
  const all = levels.flatMap(({ states }) => states);
  const plain = all.filter(({ secret }) => secret === 'no');
  const first = levels[0]?.states[0];

  function planNested(): void {
    const wanted = has('nested') ? random.int(4) : 0;
    for (let index = 1; index <= wanted; index++) {
      const id = random.pick(['inner', 'sub.flow-']) + index;
      // Several states of one level may enter it.
      const parent = random.pick(levels.filter(({ depth }) => depth < maxDepth));
      const free = parent.states.filter(({ workflow }) => workflow === undefined);
      for (const entrance of random.shuffle(free).slice(0, random.between(1, 2))) entrance.workflow = id;
      if (free.length > 0) levels.push({ id, depth: parent.depth + 1, states: planStates() });
    }
  }

  const idsOf = (...wanted: readonly Type[]): readonly string[] =>
    plain.filter(({ type }) => wanted.includes(type)).map(({ id }) => id);

  const condition = (depth = 0): string => {
    const inner = (): string => `(${condition(depth + 1)})`;
    const [integers, booleans, texts] = [idsOf('integer'), idsOf('boolean'), idsOf('string', 'choice')];
    const weight = (ids: readonly string[], wanted: number): number => (ids.length === 0 ? 0 : wanted);
    return random.weighted<() => string>([
      [
        weight(integers, 3),
        () => `\${${random.pick(integers)}} ${random.pick(comparisons)} ${random.between(-2, 9)}`,
      ],
      [weight(integers, 1), () => `\${${random.pick(integers)}} <= \${${random.pick(integers)}}`],
      [
        weight(booleans, 2),
        () => `\${${random.pick(booleans)}} ${random.pick(['==', '!='])} ${random.chance(0.5)}`,
      ],
      [weight(booleans, 1), () => `\${ ${random.pick(booleans)} }`],
      [
        weight(texts, 3),
        () => `\${${random.pick(texts)}} ${random.pick(['==', '!='])} "${random.pick(words)}"`,
      ],
      [depth < 2 ? 1 : 0, () => `${inner()} and ${inner()}`],
      [depth < 2 ? 1 : 0, () => `${inner()} or ${inner()}`],
      [depth < 2 ? 1 : 0, () => `not ${inner()}`],
      [integers.length + booleans.length + texts.length === 0 ? 9 : 0, () => random.pick(['1 < 2', '2 < 1'])],
    ])();
  };

  const transitionsOf = ({ states }: LevelPlan): readonly TransitionDocument[] => {
    const found: TransitionDocument[] = [];
    const add = (from: number, to: number): void =>
      void found.push({
        from_state: nameAt(states, from),
        to_state: nameAt(states, to),
        condition: condition(),
      });
    states.forEach((_, at) => {
      if (at === 0) return;
      const from = random.chance(0.8) ? at - 1 : random.int(at);
      const before = states[from];
      if (before !== undefined && before.next === undefined && random.chance(0.8)) before.next = at;
      else add(from, at);
    });
    states.forEach((state, at) => {
      if (at < states.length - 1 && random.chance(0.25)) add(at, random.between(at + 1, states.length - 1));
      if (has('loops') && random.chance(0.08)) {
        state.isLoopSource = true;
        add(at, random.int(at + 1));
      }
    });
    const shuffled = random.shuffle(found);
    // A transition without a condition in place of the next state.
    for (const [at, state] of states.entries()) {
      if (state.next === undefined || !random.chance(0.15)) continue;
      shuffled.push({ from_state: nameAt(states, at), to_state: nameAt(states, state.next) });
      state.next = undefined;
      certain.add(state.name);
    }
    return shuffled;
  };
  const certain = new Set<string>();

  const question = ({ id, type, secret, isLoopSource }: Plan): QuestionDocument => {
    const common = {
      id,
      type,
      prompt: `What about ${id}?`,
      ...(random.chance(0.2) ? { help_text: `More about ${id}.` } : {}),
    };
    if (secret !== 'no') {
      const sources = all.filter((each) => each.secret === 'own' && each.id !== id);
      const isCopy = secret === 'copy' && sources.length > 0 && !isLoopSource;
      return {
        ...common,
        ...(isCopy ? { automatic_answer: `\${${random.pick(sources).id}}` } : { sensitive: true }),
        ...(!isCopy && random.chance(0.5) ? { env: `TOKEN_${made++}` } : {}),
      };
    }
    const { validation, initial, choicesFrom } = rulesOf(id, type);
    const automatic = has('automatic') && !isLoopSource && random.chance(0.3) ? automaticOf(type) : undefined;
    return {
      ...common,
      ...(initial === undefined ? {} : { default: initial }),
      ...(Object.keys(validation).length === 0 ? {} : { validation }),
      ...(automatic === undefined ? {} : { automatic_answer: automatic }),
      ...(choicesFrom === undefined ? {} : { choices_from: choicesFrom }),
    };
  };

  const rulesOf = (id: string, type: Type) => {
    const others = idsOf(type).filter((each) => each !== id);
    const other = others.length === 0 ? undefined : random.pick(others);
    const operator = type === 'integer' ? random.pick(comparisons) : '!=';
    const rule: ValidationDocument =
      other === undefined || !random.chance(0.25)
        ? {}
        : {
            rule: `\${${id}} ${operator} \${${other}}`,
            ...(random.chance(0.5) ? { message: 'They do not fit.' } : {}),
          };
    if (type === 'string') {
      const [regex, matching] = random.pick(patterns);
      const kind = random.int(5);
      const validation =
        kind < 2 ? { regex, ...rule } : kind === 2 ? { format: 'json' as const, ...rule } : rule;
      const initial = random.pick([
        undefined,
        undefined,
        '',
        kind === 2 ? '{"a": 1}' : random.pick(matching),
      ]);
      return { validation, initial };
    }
    if (type === 'integer') {
      const min = random.chance(0.5) ? random.between(-3, 4) : undefined;
      const max = random.chance(0.5) ? (min ?? 0) + random.between(0, 12) : undefined;
      const validation = {
        ...(min === undefined ? {} : { min_value: min }),
        ...(max === undefined ? {} : { max_value: max }),
        ...rule,
      };
      return { validation, initial: random.chance(0.3) ? (min ?? max ?? 5) : undefined };
    }
    if (type === 'boolean') return { validation: rule, initial: random.pick([undefined, true, false]) };
    const choices = random.shuffle(words).slice(0, random.between(1, 4));
    const choicesFrom =
      has('choices') && random.chance(0.4) ? randomChoices(id, random.chance(0.4)) : undefined;
    const isOwn = choicesFrom === undefined || choicesFrom.args['fails'] === true || random.chance(0.5);
    const validation = isOwn ? { choices, ...rule } : rule;
    return { validation, initial: isOwn && random.chance(0.3) ? choices[0] : undefined, choicesFrom };
  };

  const randomChoices = (id: string, fails: boolean): ChoicesFromDocument => {
    const path = random.pick(['', 'list', 'body.names']);
    const field = random.pick([undefined, 'name']);
    // The first question is answered when any other is asked.
    const isKnown = first !== undefined && first.secret === 'no' && first.id !== id;
    return {
      call: 'lookup',
      args: {
        of: isKnown ? random.pick([`\${${first.id}}`, `about \${${first.id}}!`]) : 'nothing',
        size: random.between(1, 4),
        fails,
        path,
        ...(field === undefined ? {} : { field }),
      },
      ...(path === '' ? {} : { items: path }),
      ...(field === undefined ? {} : { value: field }),
    };
  };

  const automaticOf = (type: Type): Scalar => {
    const [integers, texts] = [idsOf('integer'), idsOf('string', 'choice')];
    const any = plain.map(({ id }) => id);
    const copy = (): Scalar => `\${${random.pick(any)}}`;
    const fails = (): Scalar =>
      integers.length === 0 ? copy() : `1 / (\${${integers[0]}} - \${${integers[0]}})`;
    const of: Readonly<Record<Type, () => Scalar>> = {
      string: () => (texts.length === 0 ? random.pick(words) : `\${${random.pick(texts)}} + "-x"`),
      choice: () => random.pick(words),
      integer: () =>
        integers.length === 0
          ? random.int(9)
          : `\${${random.pick(integers)}} ${random.pick(['+', '-'])} ${random.int(5)}`,
      boolean: () =>
        integers.length === 0 ? random.chance(0.5) : `\${${random.pick(integers)}} > ${random.int(5)}`,
    };
    return random.weighted<() => Scalar>([
      [4, of[type]],
      [3, copy],
      [1, fails],
      [1, () => (type === 'integer' ? random.pick([3, '4', 'four']) : random.pick(words))],
    ])();
  };

  const operation = ({ id }: Plan): OperationDocument => {
    made += 1;
    const own = `\${${id}}`;
    return {
      id: `${random.pick(['op', 'net.op-'])}${made}`,
      call: 'make',
      args: { number: made, own, text: `Bearer ${own}` },
      ...(random.chance(0.25) ? { if: condition() } : {}),
      ...(random.chance(0.7) ? { undo: { call: 'unmake', args: { made: `$\{result.made}`, own } } } : {}),
    };
  };

  const level = (plan: LevelPlan): LevelDocument => {
    const transitions = transitionsOf(plan);
    const states = plan.states.map((state): readonly [string, StateDocument] => {
      const { name: key, workflow, next } = state;
      const operations =
        has('operations') && random.chance(0.3)
          ? Array.from({ length: random.between(1, 2) }, () => operation(state))
          : [];
      return [
        key,
        {
          question: question(state),
          ...(next !== undefined
            ? { next_state: nameAt(plan.states, next) }
            : !certain.has(key) && random.chance(0.3)
              ? { next_state: null }
              : {}),
          ...(workflow === undefined ? {} : { workflow }),
          ...(workflow === undefined || random.chance(0.4) ? {} : { workflow_condition: condition() }),
          ...(operations.length === 0 ? {} : { operations }),
        },
      ];
    });
    return { states: Object.fromEntries(states), ...(transitions.length === 0 ? {} : { transitions }) };
  };

  const [root, ...others] = levels.map((each) => [each.id, level(each)] as const);
  return withoutEarlyRules({
    version: '1.0.0',
    workflow_id: name,
    ...(random.chance(0.3) ? { title: `About ${name}` } : {}),
    states: root?.[1].states ?? {},
    ...(root?.[1].transitions === undefined ? {} : { transitions: root[1].transitions }),
    ...(others.length === 0 ? {} : { workflows: Object.fromEntries(others) }),
  });
}

const comparisons = ['==', '!=', '<', '<=', '>', '>='];

const nameAt = (states: readonly Plan[], at: number): string => states[at]?.name ?? '';

/** Rules over answers that no way gives before are errors. */
function withoutEarlyRules(flow: FlowDocument): FlowDocument {
  const root = mapOf(flow);
  const early = new Set(rulesTooEarly(root).map(({ at }) => at));
  for (const map of mapsIn(root)) {
    if (early.has(entryOf(map, 'rule')?.value ?? map)) drop(map, 'rule', 'message');
  }
  return early.size === 0 ? flow : (dataOf(root) as FlowDocument);
}

/** The same with operations that every server has. */
export const withEcho = (flow: FlowDocument): FlowDocument =>
  JSON.parse(JSON.stringify(flow), (key, value) =>
    key === 'operations'
      ? (value as readonly OperationDocument[]).map(({ id }) => ({ id, call: 'echo', args: { id } }))
      : value,
  );
