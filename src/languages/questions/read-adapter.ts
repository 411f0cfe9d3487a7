/**
 * Reads an adapter, and translates it to a question flow: a state for each input, `adapter.input`, and the operations
 * at the last of them. The parts keep their positions, so that errors are reported where the author wrote them.
 */
import { describeLocated } from '../document/describe.ts';
import type { Located, LocatedEntry, LocatedMap } from '../document/located.ts';
import { readShape } from '../document/read-shape.ts';
import { report } from '../document/report.ts';
import type { Reporter } from '../document/reporter.ts';
import type { AdapterFacts, Capability } from './flow.ts';
import { type FlowSize, maxAddress, problemOfAdapter } from './flow-limits.ts';
import type { FieldsOf } from './flow-parse-context.ts';
import { adapterShape, capabilityShape, inputShape } from './flow-shape.ts';

export interface Adapter extends AdapterFacts {
  readonly title: string;
  readonly description: string;
  readonly located: Located;
  readonly inputs: readonly AdapterInput[];
  readonly operations: readonly Located[];
}

interface AdapterInput {
  /** Of the question. */
  readonly id: string;
  readonly located: Located;
  readonly question: LocatedMap;
  readonly when: Located | undefined;
}

/** @returns undefined if there is nothing to read */
export function readAdapter(reporter: Reporter, located: Located): Adapter | undefined {
  const fields = readShape(reporter, located, adapterShape);
  if (fields === undefined) return undefined;
  const written = fields.read('adapter');
  const name = written ?? '';
  if (written !== undefined && !/^[A-Za-z][A-Za-z0-9_]{0,49}$/.test(written)) {
    const at = fields.value('adapter') ?? located;
    const expected = 'a name such as “my_adapter”: a letter, then letters, digits and “_”';
    report(reporter, at, {
      rule: 'bad-name',
      message: 'The name of the adapter is not valid.',
      expected,
      actual: describeLocated(at),
    });
  }
  const address = fields.read('base_url') ?? '';
  const baseUrl = address.slice(0, maxAddress);
  const capabilities = (key: 'provides' | 'requires'): readonly Capability[] =>
    (fields.read(key)?.items ?? []).flatMap((item) => {
      const read = readShape(reporter, item, capabilityShape);
      return read === undefined
        ? []
        : [{ capability: read.read('capability') ?? '', version: read.read('version', '') }];
    });
  const adapter: Adapter = {
    name,
    version: fields.read('version') ?? '',
    title: fields.read('title', ''),
    description: fields.read('description', ''),
    provides: capabilities('provides'),
    requires: capabilities('requires'),
    noOperations: fields.read('no_operations', ''),
    located,
    inputs: (fields.read('inputs')?.items ?? []).flatMap((item, at) => {
      const read = readShape(reporter, item, inputShape);
      if (read === undefined) return [];
      refuseMisplaced(reporter, read, at === 0);
      return [toInput(name, item, read, baseUrl)];
    }),
    operations: (fields.read('operations')?.items ?? []).map((item) => withBaseUrl(item, baseUrl)),
  };
  const known = adapter.provides.length + adapter.requires.length;
  const problem = problemOfAdapter(sizeOfFlow([adapter]), known, address);
  if (problem === undefined) return adapter;
  report(reporter, located, problem);
  return undefined;
}

/** Of a flow of adapters. An input with a condition can be left out from each input since the last one without. */
export function sizeOfFlow(adapters: readonly Pick<Adapter, 'inputs' | 'operations'>[]): FlowSize {
  let [transitions, before] = [0, 0];
  const inputs = adapters.flatMap((adapter) => adapter.inputs);
  for (const { when } of inputs) {
    before = when === undefined ? 0 : before + 1;
    transitions += before;
  }
  const operations = adapters.reduce((sum, adapter) => sum + adapter.operations.length, 0);
  return { levels: [{ states: inputs.length, transitions }], operations };
}

const mayBeEmpty = ['string', 'json', 'choice'];

function refuseMisplaced(reporter: Reporter, fields: FieldsOf<typeof inputShape>, isFirst: boolean): void {
  const refuse = (key: 'optional' | 'when', reason: string, expected: string): void => {
    const entry = fields.entry(key);
    if (entry === undefined) return;
    reporter.report({
      ...{ at: entry.keySpan, path: entry.value.path, rule: 'misplaced-key' },
      message: `“${key}” is not allowed here: ${reason}.`,
      ...{ expected, actual: describeLocated(entry.value) },
    });
  };
  if (isFirst)
    refuse(
      'when',
      'the first input is always asked. Move another input before it, or remove the condition',
      'an input without “when”',
    );
  const type = fields.read('type', 'string');
  if (fields.read('optional', false) && !mayBeEmpty.includes(type))
    refuse(
      'optional',
      `an answer of the type ${type} cannot be empty. Remove it, or use another type`,
      mayBeEmpty.join(', '),
    );
}

function toInput(
  adapter: string,
  located: Located,
  fields: FieldsOf<typeof inputShape>,
  baseUrl: string,
): AdapterInput {
  const name = fields.value('name') ?? located;
  const id = `${adapter}.${fields.read('name') ?? ''}`;
  const type = fields.read('type', 'string');
  const isOptional = fields.read('optional', false);
  const entries = [
    entryOf('id', scalar(id, name)),
    entryOf(
      'type',
      scalar(type === 'password' || type === 'json' ? 'string' : type, fields.value('type') ?? located),
    ),
    ...(['prompt', 'help_text', 'default', 'env', 'automatic_answer'] as const).flatMap((key) => {
      const value = fields.value(key);
      return value === undefined ? [] : [entryOf(key, value)];
    }),
    ...(isOptional && fields.value('default') === undefined ? [entryOf('default', scalar('', located))] : []),
    ...(type === 'password' ? [entryOf('sensitive', scalar(true, located))] : []),
    ...validationOf(fields, type, located),
    ...(['choices_from'] as const).flatMap((key) => {
      const value = fields.value(key);
      return value === undefined ? [] : [entryOf(key, withBaseUrl(value, baseUrl))];
    }),
  ];
  return { id, located, question: mapOf(entries, located), when: fields.value('when') };
}

function validationOf(
  fields: FieldsOf<typeof inputShape>,
  type: string,
  located: Located,
): readonly LocatedEntry[] {
  const written = fields.value('validation');
  const choices = fields.value('choices');
  const entries = [
    ...(written === undefined ? [] : written.kind === 'map' ? written.entries : [entryOf('regex', written)]),
    ...(choices === undefined ? [] : [entryOf('choices', choices)]),
    ...(type === 'json' ? [entryOf('format', scalar('json', located))] : []),
  ];
  return entries.length === 0 ? [] : [entryOf('validation', mapOf(entries, written ?? choices ?? located))];
}

/** A question flow of adapters, in this order. */
export function flowOfAdapters(id: string, adapters: readonly [Adapter, ...Adapter[]]): LocatedMap {
  const [{ located: at }] = adapters;
  const names = adapters.map(({ name }) => name);
  const inputs = adapters.flatMap((adapter) => {
    // The first one has no condition.
    const last = adapter.inputs.findLastIndex(({ when }) => when === undefined);
    return adapter.inputs.map((input, index) => ({
      ...input,
      operations: index === last ? adapter.operations : [],
    }));
  });
  // Where the next input without a condition is.
  const certain = inputs.map(() => inputs.length);
  for (let at = inputs.length - 2; at >= 0; at--)
    certain[at] = inputs[at + 1]?.when === undefined ? at + 1 : (certain[at + 1] ?? 0);
  const states = inputs.map(({ id: state, question, operations, located }, index) => {
    const next = inputs[certain[index] ?? 0];
    const following = next === undefined ? [] : [entryOf('next_state', scalar(next.id, located))];
    const deferred = operations.length === 0 ? [] : [entryOf('operations', listOf(operations, located))];
    const known = { ...question, entries: question.entries.filter((entry) => isKnown(entry, names)) };
    return entryOf(state, mapOf([entryOf('question', known), ...following, ...deferred], located));
  });
  const transitions = inputs.flatMap(({ id: from }, index) =>
    inputs.slice(index + 1, certain[index]).map(({ id: to, when, located }) => {
      const [source, target] = [scalar(from, located), scalar(to, located)];
      const condition = when === undefined ? [] : [entryOf('condition', when)];
      return mapOf([entryOf('from_state', source), entryOf('to_state', target), ...condition], located);
    }),
  );
  const described = adapters.map(({ title, name }) => title || name).join(', ');
  return mapOf(
    [
      entryOf('version', scalar('1.0.0', at)),
      entryOf('workflow_id', scalar(id, at)),
      entryOf('title', scalar(`Set up ${described}`, at)),
      entryOf('states', mapOf(states, at)),
      ...(transitions.length === 0 ? [] : [entryOf('transitions', listOf(transitions, at))]),
    ],
    at,
  );
}

/** An automatic answer from the inputs of an adapter that is left out is left out, too: the question is asked. */
function isKnown({ key, value }: LocatedEntry, adapters: readonly string[]): boolean {
  if (key !== 'automatic_answer' || value.kind !== 'scalar' || typeof value.value !== 'string') return true;
  return [...value.value.matchAll(/\$\{\s*([A-Za-z]\w*)\./g)].every(([, adapter = '']) =>
    adapters.includes(adapter),
  );
}

/** With the address of the API in place of `${base_url}`. */
function withBaseUrl(located: Located, baseUrl: string): Located {
  switch (located.kind) {
    case 'map':
      return {
        ...located,
        entries: located.entries.map((entry) => ({ ...entry, value: withBaseUrl(entry.value, baseUrl) })),
      };
    case 'list':
      return { ...located, items: located.items.map((item) => withBaseUrl(item, baseUrl)) };
    case 'scalar':
      return typeof located.value === 'string' && baseUrl !== ''
        ? {
            ...located,
            value: located.value.replaceAll(/\$\$|\$\{\s*base_url\s*\}/g, (found) =>
              found === '$$' ? found : baseUrl,
            ),
          }
        : located;
  }
}

const scalar = (value: null | boolean | number | string, { span, path }: Located): Located => ({
  kind: 'scalar',
  value,
  style: 'plain',
  inFlow: false,
  span,
  path,
});

const entryOf = (key: string, value: Located): LocatedEntry => ({
  key,
  keySpan: value.span,
  value,
  span: value.span,
  merged: false,
});

const mapOf = (entries: readonly LocatedEntry[], { span, path }: Located): LocatedMap => ({
  kind: 'map',
  entries,
  flow: false,
  span,
  path,
});

const listOf = (items: readonly Located[], { span, path }: Located): Located => ({
  kind: 'list',
  items,
  itemSpans: items.map((item) => item.span),
  flow: false,
  span,
  path,
});
