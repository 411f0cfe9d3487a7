/**
 * Random valid adapters: inputs of all types with their rules, conditions, answers that are computed from those of other
 * adapters, choices from calls, secrets, and operations that use all of it.
 */
import type { Random } from '../../src/testing/index.ts';
import {
  type AdapterDocument,
  type CapabilityDocument,
  type InputDocument,
  questionId,
} from './adapter-document.ts';
import type { ChoicesFromDocument, OperationDocument, Scalar, ValidationDocument } from './flow-document.ts';
import { patterns, words } from './random-flow.ts';

export interface AdaptersOptions {
  /** Default: two or three. */
  readonly count?: number;
  /** Each adapter has some. Default: false. */
  readonly withOperations?: boolean;
}

/** What later inputs know of an input. */
interface Known {
  readonly id: string;
  readonly type: InputDocument['type'];
  /** It is always answered. */
  readonly isCertain: boolean;
}

/** Each can use the answers of those before it. @param prefix of their names: `r1` */
export function randomAdapters(
  random: Random,
  prefix: string,
  { count = random.between(2, 3), withOperations = false }: AdaptersOptions = {},
): readonly AdapterDocument[] {
  const adapters: AdapterDocument[] = [];
  const answered: Known[] = [];
  for (let at = 0; at < count; at++) {
    const name = prefix + String.fromCharCode(97 + at);
    const own: Known[] = [];
    const base = random.pick([undefined, 'https://api.example.com', 'host']);
    const inputs: InputDocument[] = [];
    for (let index = 0; index < random.between(1, 5); index++) {
      const input = randomInput(random, name, { index, own, others: answered, hasBase: base !== undefined });
      inputs.push(input);
      const type = isCopyOfSecret(input.automatic_answer, [...own, ...answered]) ? 'password' : input.type;
      own.push({ id: `${name}.${input.name}`, type, isCertain: input.when === undefined });
    }
    answered.push(...own);
    const first = inputs[0];
    const operations =
      withOperations || random.chance(0.6) ? randomOperations(random, name, inputs, base !== undefined) : [];
    adapters.push({
      adapter: name,
      version: random.pick(['1.0.0', 'v2']),
      ...(random.chance(0.5) ? { title: `Adapter ${name}`, description: `It sets up ${name}.` } : {}),
      // The address can contain an answer.
      ...(base === undefined || first === undefined
        ? {}
        : {
            base_url:
              base === 'host' && first.type !== 'password'
                ? `https://\${${name}.${first.name}}.example`
                : base,
          }),
      provides: [{ capability: `of-${name}`, ...versionOf(random) }],
      requires: requirements(random, adapters),
      inputs,
      ...(operations.length === 0 ? { no_operations: 'Others do it.' } : { operations }),
    });
  }
  return adapters;
}

/** The copy of a secret is a secret. */
const isCopyOfSecret = (automatic: Scalar | undefined, known: readonly Known[]): boolean =>
  known.some(({ id, type }) => type === 'password' && automatic === `\${${id}}`);

const versionOf = (random: Random): { readonly version?: string } =>
  random.chance(0.5) ? { version: random.pick(['v1', 'v2']) } : {};

/** Of some of the adapters, and of none. */
const requirements = (random: Random, others: readonly AdapterDocument[]): readonly CapabilityDocument[] => [
  ...others
    .filter(() => random.chance(0.6))
    .flatMap(({ provides = [] }) => provides.map(({ capability }) => ({ capability, ...versionOf(random) }))),
  ...(random.chance(0.2) ? [{ capability: 'elsewhere' }] : []),
];

interface InputContext {
  readonly index: number;
  /** Earlier inputs. */
  readonly own: readonly Known[];
  /** Of earlier adapters. */
  readonly others: readonly Known[];
  readonly hasBase: boolean;
}

function randomInput(random: Random, adapter: string, context: InputContext): InputDocument {
  const { index, own, others, hasBase } = context;
  const type = random.weighted<InputDocument['type']>([
    [4, 'string'],
    [3, 'integer'],
    [2, 'boolean'],
    [3, 'choice'],
    [1.5, 'password'],
    [1.5, 'json'],
  ]);
  const kind = type === 'password' ? 'secret' : random.pick(['name', 'first-name', 'port_', 'net.']);
  const name = `${kind}${index}`;
  const id = `${adapter}.${name}`;
  const when = index > 0 && random.chance(0.25) ? conditionOn(random, own) : undefined;
  const automatic = random.chance(0.4)
    ? automaticOf(random, type, [...own, ...others, ...others])
    : undefined;
  const isOptional = ['string', 'json', 'choice'].includes(type) && random.chance(0.2);
  const isCopy = isCopyOfSecret(automatic, [...own, ...others]);
  return {
    name,
    type,
    prompt: `What about ${id}?`,
    ...(random.chance(0.3) ? { help_text: `More about ${name}.` } : {}),
    ...(type === 'password' && random.chance(0.5) ? { env: `TOKEN_OF_${adapter}_${index}` } : {}),
    ...(isCopy ? {} : rulesOf(random, { id, type, own, hasBase })),
    ...(automatic === undefined ? {} : { automatic_answer: automatic }),
    ...(when === undefined ? {} : { when }),
    ...(isOptional && !isCopy ? { optional: true } : {}),
  };
}

const ofType = (known: readonly Known[], ...types: readonly InputDocument['type'][]): readonly string[] =>
  known.filter(({ type }) => types.includes(type)).map(({ id }) => id);

function conditionOn(random: Random, known: readonly Known[]): string | undefined {
  const plain = known.filter(({ type }) => type !== 'password');
  if (plain.length === 0) return undefined;
  const { id, type } = random.pick(plain);
  if (type === 'boolean') return random.pick([`\${${id}} == true`, `not \${${id}}`, `\${${id}}`]);
  if (type === 'integer') return `\${${id}} ${random.pick(['<', '>=', '!='])} ${random.between(-1, 6)}`;
  return `\${${id}} ${random.pick(['==', '!='])} "${random.pick(words)}"`;
}

/** Computed from other answers; a secret can be copied only. */
function automaticOf(
  random: Random,
  type: InputDocument['type'],
  known: readonly Known[],
): Scalar | undefined {
  const [integers, texts, secrets] = [
    ofType(known, 'integer'),
    ofType(known, 'string', 'choice'),
    ofType(known, 'password'),
  ];
  const one = (ids: readonly string[], of: (reference: string) => string): string | undefined =>
    ids.length === 0 ? undefined : of(`\${${random.pick(ids)}}`);
  switch (type) {
    case 'password':
      return one(secrets, (reference) => reference);
    case 'string':
      return random.pick([
        one(texts, (reference) => `${reference} + "-x"`),
        one(texts, (reference) => reference),
        one(secrets, (reference) => reference),
      ]);
    case 'choice':
      return random.pick([one(texts, (reference) => reference), random.pick(words)]);
    case 'integer':
      return random.pick([one(integers, (reference) => `${reference} + 1`), random.int(9)]);
    case 'boolean':
      return one(integers, (reference) => `${reference} > ${random.int(4)}`);
    case 'json':
      return one(integers, (reference) => reference);
  }
}

interface Ruled {
  readonly id: string;
  readonly type: InputDocument['type'];
  readonly own: readonly Known[];
  readonly hasBase: boolean;
}

type Rules = Pick<InputDocument, 'default' | 'validation' | 'choices' | 'choices_from'>;

function rulesOf(random: Random, { id, type, own, hasBase }: Ruled): Rules {
  const others = ofType(own, type);
  const rule: ValidationDocument =
    others.length === 0 || !random.chance(0.3) ? {} : { rule: `\${${id}} != \${${random.pick(others)}}` };
  const withRule = (validation: ValidationDocument): Pick<Rules, 'validation'> => {
    const all = { ...validation, ...rule };
    return Object.keys(all).length === 0 ? {} : { validation: all };
  };
  const initial = (...values: readonly Scalar[]): Pick<Rules, 'default'> =>
    random.chance(0.4) ? { default: random.pick(values) } : {};
  switch (type) {
    case 'password':
      return {};
    case 'json':
      return { ...withRule({}), ...initial('{"a": 1}', '[]') };
    case 'boolean':
      return { ...withRule({}), ...initial(true, false) };
    case 'integer': {
      const least = random.between(-3, 4);
      const most = least + random.between(2, 9);
      const bounds = random.pick([{}, { min_value: least }, { min_value: least, max_value: most }]);
      return { ...withRule(bounds), ...initial(least, least + 1) };
    }
    case 'string': {
      const [regex, matching] = random.pick(patterns);
      const validation = random.pick([{ validation: regex }, withRule({ regex }), withRule({})]);
      return { ...validation, ...initial('', ...matching) };
    }
    case 'choice': {
      const choices = random.shuffle(words).slice(0, random.between(1, 4));
      const from = random.chance(0.5) ? randomChoices(random, own, hasBase) : undefined;
      const isOwn = from === undefined || from.args['fails'] === true || random.chance(0.5);
      return {
        ...(isOwn ? { choices, ...initial(...choices) } : {}),
        ...(from === undefined ? {} : { choices_from: from }),
      };
    }
  }
}

function randomChoices(random: Random, own: readonly Known[], hasBase: boolean): ChoicesFromDocument {
  const certain = own.filter(({ type, isCertain }) => isCertain && type !== 'password').map(({ id }) => id);
  const about = certain.length === 0 ? 'nothing' : `\${${random.pick(certain)}}`;
  // With an answer in it, the address is known after the first question.
  const hasAddress = hasBase && own.length > 0;
  const [path, field] = [random.pick(['', 'list', 'body.names']), random.pick([undefined, 'name'])];
  return {
    call: 'lookup',
    args: {
      of: hasAddress ? `\${base_url}/${about}` : about,
      ...{ size: random.between(1, 4), fails: random.chance(0.3), path },
      ...(field === undefined ? {} : { field }),
    },
    ...(path === '' ? {} : { items: path }),
    ...(field === undefined ? {} : { value: field }),
  };
}

function randomOperations(
  random: Random,
  adapter: string,
  inputs: readonly InputDocument[],
  hasBase: boolean,
): readonly OperationDocument[] {
  const own = (wanted: (input: InputDocument) => boolean): Readonly<Record<string, string>> =>
    Object.fromEntries(
      inputs.filter(wanted).map(({ name }) => [name, `\${${questionId({ adapter }, name)}}`]),
    );
  const always = own(({ when }) => when === undefined);
  const [first = ''] = Object.values(always);
  const operations: OperationDocument[] = [];
  for (let at = 0; at < random.between(1, 3); at++) {
    const number = operationNumber(adapter, at);
    const before = operations.filter((each) => each.if === undefined).at(-1);
    operations.push({
      id: `${adapter}.op${at}`,
      call: 'make',
      args: {
        number,
        ...always,
        text: `${hasBase ? '${base_url}' : 'about'}/${first}`,
        ...(before === undefined ? {} : { before: `\${operations["${before.id}"].made}` }),
      },
      ...(random.chance(0.7) ? { undo: { call: 'unmake', args: { made: '${result.made}', first } } } : {}),
    });
  }
  // What uses an answer that may not be given is performed only if it is.
  for (const { name, when } of inputs) {
    if (when === undefined || !random.chance(0.5)) continue;
    const args = { number: operationNumber(adapter, operations.length), own: `\${${adapter}.${name}}` };
    operations.push({ id: `${adapter}.op${operations.length}`, call: 'make', args, if: when });
  }
  return operations;
}

/** What an operation makes is its number. */
const operationNumber = (adapter: string, at: number): number =>
  (adapter.at(-1)?.charCodeAt(0) ?? 0) * 100 + at;
