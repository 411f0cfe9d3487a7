/** Lists what a parameter of a command may be, as another command of its API says. */
import { z } from 'zod';
import type { ValueProvider } from '../../catalogs/index.ts';
import type { Json } from '../../kernel/index.ts';
import { partOf } from '../../languages/index.ts';
import { json, listOf, objectOf, text } from '../../languages/output-fields.ts';
import { LruCache } from '../../runtime/index.ts';
import { canonicalJson } from '../contract/canonical-json.ts';
import type { Operation } from '../contract/operation.ts';
import { OperationError } from '../contract/operation-error.ts';
import { callCommand } from './call-command.ts';
import { commandField } from './command-fields.ts';
import { type Command, findCommand } from './command-set.ts';

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

type Listed = readonly { readonly value: Json; readonly label: string }[];

const maxValues = 200;
const timeout = 20_000;
/** How long a list is the same for a principal, in milliseconds. */
const freshFor = 60_000;
const lists = new LruCache<{ readonly until: number; readonly values: Promise<Listed> }>(1_000);

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
  examples: [{ input: { command: 'github issues:list', parameter: 'repo', args: { owner: 'octo' } } }],
  input,
  output,
  async perform(principal, { command, parameter, args, search }, services) {
    const found = findCommand(services, principal, command);
    const provider = providerOf(found, parameter);
    const source = findCommand(services, principal, `${found.connector}.${provider.command}`);
    const given = argumentsOf(found, provider, args);
    const now = services.clock.now();
    const { tenant, subject } = principal;
    const revision = found.catalog?.revision ?? '';
    const key = canonicalJson([
      tenant,
      subject,
      source.call,
      revision,
      given,
      provider.value,
      provider.label,
    ]);
    const known = lists.get(key);
    const values =
      known !== undefined && known.until > now
        ? known.values
        : callCommand(services, principal, source, given, { timeout }).then((result) =>
            valuesIn(result, provider),
          );
    if (known?.values !== values) {
      lists.set(key, { until: now + freshFor, values });
      values.catch(() => lists.delete(key));
    }
    const wanted = search.toLowerCase();
    const fitting = (await values).filter((each) =>
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

function valuesIn(result: Json, { value: field, label }: ValueProvider): Listed {
  return itemsOf(result).flatMap((item) => {
    const found = field === null ? item : partOf(item, field);
    if (found === undefined || found === null || typeof found === 'object') return [];
    const shown = label === null ? found : (partOf(item, label) ?? found);
    return [{ value: found, label: typeof shown === 'object' ? String(found) : String(shown) }];
  });
}

/** A list, or the list in an object. */
function itemsOf(result: Json): readonly Json[] {
  if (Array.isArray(result)) return result as readonly Json[];
  if (typeof result !== 'object' || result === null) return [];
  return (Object.values(result).find((part) => Array.isArray(part)) ?? []) as readonly Json[];
}
