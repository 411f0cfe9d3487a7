/** An adapter as its document has it, and the flow that is made of adapters, translated independently of the product. */
import { stringify } from 'yaml';
import type {
  ChoicesFromDocument,
  FlowDocument,
  OperationDocument,
  QuestionDocument,
  Scalar,
  StateDocument,
  TransitionDocument,
  ValidationDocument,
} from './flow-document.ts';

export interface AdapterDocument {
  readonly adapter: string;
  readonly version: string;
  readonly title?: string;
  readonly description?: string;
  readonly base_url?: string;
  readonly provides?: readonly CapabilityDocument[];
  readonly requires?: readonly CapabilityDocument[];
  readonly inputs: readonly InputDocument[];
  readonly operations?: readonly OperationDocument[];
  readonly no_operations?: string;
}

export interface CapabilityDocument {
  readonly capability: string;
  readonly version?: string;
}

export interface InputDocument {
  readonly name: string;
  readonly type: QuestionDocument['type'] | 'password' | 'json';
  readonly prompt: string;
  readonly help_text?: string;
  readonly default?: Scalar;
  readonly validation?: string | ValidationDocument;
  readonly choices?: readonly string[];
  readonly choices_from?: ChoicesFromDocument;
  readonly automatic_answer?: Scalar;
  readonly env?: string;
  readonly when?: string;
  readonly optional?: boolean;
}

/** As files of a workflow folder; every other one is YAML. */
export const filesOf = (adapters: readonly AdapterDocument[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    adapters.map((adapter, at) =>
      at % 2 === 0
        ? [`${adapter.adapter}.json`, JSON.stringify(adapter, null, 2)]
        : [`${adapter.adapter}.yaml`, stringify(adapter)],
    ),
  );

export const questionId = ({ adapter }: Pick<AdapterDocument, 'adapter'>, name: string): string =>
  `${adapter}.${name}`;

/** @param known names of the adapters of the flow */
export function questionOf(
  adapter: AdapterDocument,
  input: InputDocument,
  known: readonly string[],
): QuestionDocument {
  const { name, type, prompt, help_text, env, choices, choices_from: from, optional = false } = input;
  const initial = input.default ?? (optional ? '' : undefined);
  const rules = typeof input.validation === 'string' ? { regex: input.validation } : input.validation;
  const validation: ValidationDocument = {
    ...rules,
    ...(choices === undefined ? {} : { choices }),
    ...(type === 'json' ? { format: 'json' } : {}),
  };
  // The question is asked if its answer comes from an adapter that is not there.
  const sources = [...String(input.automatic_answer ?? '').matchAll(/\$\{([^.}]*)\./g)].map(
    ([, from]) => from,
  );
  const automatic = sources.every((from) => known.includes(from ?? '')) ? input.automatic_answer : undefined;
  return {
    id: questionId(adapter, name),
    type: type === 'password' || type === 'json' ? 'string' : type,
    prompt,
    ...(help_text === undefined ? {} : { help_text }),
    ...(initial === undefined ? {} : { default: initial }),
    ...(type === 'password' ? { sensitive: true } : {}),
    ...(env === undefined ? {} : { env }),
    ...(Object.keys(validation).length === 0 ? {} : { validation }),
    ...(automatic === undefined ? {} : { automatic_answer: automatic }),
    ...(from === undefined ? {} : { choices_from: { ...from, args: withBase(adapter, from.args) } }),
  };
}

type Args = OperationDocument['args'];

const withBase = ({ base_url: base = '' }: AdapterDocument, args: Args): Args =>
  Object.fromEntries(
    Object.entries(args).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.split('${base_url}').join(base) : value,
    ]),
  );

const operationsOf = (adapter: AdapterDocument): readonly OperationDocument[] =>
  (adapter.operations ?? []).map(({ undo, ...operation }) => ({
    ...operation,
    args: withBase(adapter, operation.args),
    ...(undo === undefined ? {} : { undo: { ...undo, args: withBase(adapter, undo.args) } }),
  }));

/** Of adapters in this order: one question after the other, those with a condition only if it holds. */
export function flowOf(id: string, adapters: readonly AdapterDocument[]): FlowDocument {
  const known = adapters.map(({ adapter }) => adapter);
  const states: Record<string, StateDocument> = {};
  const transitions: TransitionDocument[] = [];
  /** The condition of each question so far that can follow; they are asked until one without a condition. */
  let following: { readonly id: string; readonly when: string | undefined }[] = [];
  for (const adapter of adapters.toReversed()) {
    const certain = adapter.inputs.filter(({ when }) => when === undefined).at(-1);
    for (const input of adapter.inputs.toReversed()) {
      const question = questionOf(adapter, input, known);
      const operations = input === certain ? operationsOf(adapter) : [];
      const next = following.find(({ when }) => when === undefined)?.id;
      states[question.id] = {
        question,
        ...(next === undefined ? {} : { next_state: next }),
        ...(operations.length === 0 ? {} : { operations }),
      };
      const conditional = following.flatMap(({ id: to, when }) =>
        when === undefined ? [] : [{ from_state: question.id, to_state: to, condition: when }],
      );
      transitions.unshift(...conditional);
      const own = { id: question.id, when: input.when };
      following = input.when === undefined ? [own] : [own, ...following];
    }
  }
  return {
    version: '1.0.0',
    workflow_id: id,
    title: `Set up ${adapters.map(({ title, adapter }) => title || adapter).join(', ')}`,
    states: Object.fromEntries(Object.entries(states).toReversed()),
    ...(transitions.length === 0 ? {} : { transitions }),
  };
}
