/** Lists what a parameter of a command may be, as another command of its API says. */
import { z } from 'zod';
import type { ValueProvider } from '../../catalogs/index.ts';
import { optionsName } from '../../connectors/index.ts';
import type { Json } from '../../kernel/index.ts';
import { partOf } from '../../languages/index.ts';
import { json, listOf, objectOf, text } from '../../languages/output-fields.ts';
import { canonicalJson } from '../contract/canonical-json.ts';
import type { Operation } from '../contract/operation.ts';
import { OperationError } from '../contract/operation-error.ts';
import { callCommand } from './call-command.ts';
import { commandField } from './command-fields.ts';
import { type Command, findCommand } from './command-set.ts';
import { type ListedValues, valueCacheOf } from './value-cache.ts';

const input = z.strictObject({
  command: commandField,
  parameter: z.string().min(1).max(200).describe('The parameter whose values are listed.'),
  args: z
    .record(z.string().max(200), z.json())
    .default({})
    .describe('Arguments of the command that are known already. Some lists depend on them.'),
  search: z.string().max(200).default('').describe('Only values that contain this text.'),
});

const value = objectOf({ value: json('The value.'), label: text('For people.') });

const output = objectOf({
  provider: text('The command that lists the values.'),
  values: listOf(value, 'At most 200.'),
});

const maxValues = 200;
/** Of a list, which is searched. */
const maxListed = 1_000;
const maxPages = 5;
/** In characters. A longer value is left out, because a part of it is no value. */
const maxValue = 1_000;
const maxLabel = 200;
const timeout = 30_000;

export type CommandValues = z.infer<typeof output>;

export const listValues: Operation<z.infer<typeof input>, CommandValues> = {
  name: 'commands.values',
  scope: 'workflows:launch',
  writes: false,
  summary: 'Lists the values that a parameter of a command may have.',
  rest: { method: 'POST', path: '/v1/commands/{command}/values', tag: 'catalogs' },
  verb: { name: 'commands values', args: { command: 'COMMAND', parameter: 'PARAMETER' } },
  tool: {
    name: 'command_values',
    title: 'List values of a parameter',
    toolset: 'catalogs',
    answersInSnakeCase: true,
    description:
      'Lists the values of a parameter for which command_describe names a provider. Calls the provider.',
    hints: { openWorldHint: true },
  },
  deadline: 'long',
  examples: [{ input: { command: 'github repos:issues:list', parameter: 'repo', args: { owner: 'octo' } } }],
  input,
  output,
  async perform(principal, { command, parameter, args, search }, services) {
    const found = findCommand(services, principal, command);
    const provider = providerOf(found, parameter);
    const source = findCommand(services, principal, `${found.connector}.${provider.command}`);
    const given = argumentsOf(found, provider, args);
    const { tenant, subject } = principal;
    const revision = found.catalog?.revision ?? '';
    const key = canonicalJson([
      ...[tenant, subject, source.call, revision, given],
      ...[provider.list ?? null, provider.value, provider.label],
    ]);
    const values = await valueCacheOf(services.catalogs?.store ?? services).read(
      key,
      services.clock.now(),
      async () =>
        valuesIn(
          await callCommand(services, principal, source, { ...given, ...pagesOf(source) }, { timeout }),
          provider,
        ),
    );
    const wanted = search.toLowerCase();
    const fitting = values.filter((each) =>
      `${String(each.value)} ${each.label}`.toLowerCase().includes(wanted),
    );
    return { provider: source.call, values: fitting.slice(0, maxValues) };
  },
};

function providerOf({ id, entry }: Command, parameter: string): ValueProvider {
  const found = entry.parameters.find(({ name }) => name === parameter);
  if (found?.provider !== undefined) return found.provider;
  const having = entry.parameters.flatMap(({ name, provider }) =>
    provider === undefined ? [] : [`“${name}”`],
  );
  const others =
    having.length === 0 ? 'No parameter of it has one.' : `Those that have one: ${having.join(', ')}.`;
  const message =
    found === undefined
      ? `“${id}” has no parameter “${parameter}”.`
      : `No command lists the values of “${parameter}”. ${others}`;
  throw new OperationError({
    code: 'invalid_input',
    message,
    violations: [
      { path: 'parameter', rule: 'provider', message, expected: having.join(', '), actual: parameter },
    ],
  });
}

/** Throws if an argument is missing that the list depends on. */
function argumentsOf({ id }: Command, provider: ValueProvider, args: { readonly [name: string]: Json }) {
  const entries = Object.entries(provider.args).map(([argument, name]) => {
    const given = Object.hasOwn(args, name) ? args[name] : undefined;
    return { argument, name, given };
  });
  const missing = entries.filter(({ given }) => given === undefined).map(({ name }) => name);
  if (missing.length > 0) {
    const message = `The values depend on ${missing.map((name) => `“${name}”`).join(' and ')} of “${id}”: send them in “args”.`;
    throw new OperationError({
      code: 'invalid_input',
      message,
      violations: missing.map((name) => ({
        path: `args.${name}`,
        rule: 'required',
        message,
        expected: 'a value',
        actual: 'nothing',
      })),
    });
  }
  return Object.fromEntries(entries.map(({ argument, given }) => [argument, given ?? null]));
}

/** Further pages, if the provider takes the option and has no parameter of its name. */
const pagesOf = ({ entry, operation }: Command): { readonly [name: string]: Json } =>
  entry.method === 'GET' &&
  operation.parameters.some(({ name }) => name === optionsName) &&
  !entry.parameters.some(({ name }) => name === optionsName)
    ? { [optionsName]: { pages: maxPages } }
    : {};

function valuesIn(result: Json, { list = null, value: field, label }: ValueProvider): ListedValues {
  const items = (list === null ? result : partOf(result, list)) ?? null;
  if (!Array.isArray(items)) return [];
  return (items as readonly Json[])
    .flatMap((item) => {
      const found = field === null ? item : partOf(item, field);
      if (found === undefined || found === null || typeof found === 'object') return [];
      if (String(found).length > maxValue) return [];
      const shown = label === null ? found : (partOf(item, label) ?? found);
      const text = String(typeof shown === 'object' ? found : shown);
      return [{ value: found, label: text.slice(0, maxLabel) }];
    })
    .slice(0, maxListed);
}
