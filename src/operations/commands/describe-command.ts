/** Shows how one command is called: its parameters, and what it returns. */
import { z } from 'zod';
import { type ParameterFacts, parameterFacts, textOfType } from '../../catalogs/index.ts';
import { optionsName } from '../../connectors/index.ts';
import { flag, json, listOf, objectOf, text } from '../../languages/output-fields.ts';
import type { Operation } from '../contract/operation.ts';
import { commandField, commandSummaryFields, summaryOfCommand } from './command-fields.ts';
import { type Command, findCommand } from './command-set.ts';

const input = z.strictObject({ command: commandField });

const parameter = objectOf({
  name: text(),
  type: text(),
  required: flag(),
  description: z.exactOptional(text()),
  allowed: z.exactOptional(listOf(json('A value.'), 'The only values that it may have.')),
  provider: z.exactOptional(text('The command that lists its values.')),
  file: z.exactOptional(flag('It is the content of a file: a text, or {base64, filename, media_type}.')),
});

const output = objectOf({
  ...commandSummaryFields,
  catalog: text('Id of its catalog; empty if the operator configured its connector.'),
  description: text(),
  parameters: listOf(parameter, 'Required ones first.'),
  open: flag('Whether it accepts further arguments.'),
  result: text('The type of its result.'),
  example: z.exactOptional(json('An example of its result, if it is short.')),
});

export type CommandDescription = z.infer<typeof output>;

const maxDescription = 2_000;
const maxExample = 1_500;
const maxResult = 3_000;

export const describeCommand: Operation<z.infer<typeof input>, CommandDescription> = {
  name: 'commands.describe',
  scope: 'workflows:query',
  writes: false,
  summary: 'Shows how a command is called, and what it returns.',
  rest: { method: 'GET', path: '/v1/commands/{command}', tag: 'catalogs' },
  verb: { name: 'commands show', args: { command: 'COMMAND' } },
  tool: {
    name: 'command_describe',
    title: 'Describe a command',
    toolset: 'catalogs',
    answersInSnakeCase: true,
    description:
      'Shows the parameters of a command, whether it only reads, and the type of its result. command_values lists the values of a parameter that has a provider.',
  },
  examples: [{ input: { command: 'github repos:issues:create' } }],
  input,
  output,
  perform: async (principal, { command }, services) => describe(findCommand(services, principal, command)),
};

function describe(command: Command): CommandDescription {
  const { entry, operation, catalog, connector } = command;
  const detail = catalog?.open().detail(entry.name);
  const facts: ReadonlyMap<string, ParameterFacts> =
    detail === undefined ? new Map() : parameterFacts(detail);
  const providers = new Map(entry.parameters.map(({ name, provider }) => [name, provider?.command]));
  // Tools and verbs have fields for the options of a call.
  const own = operation.parameters.filter(({ name }) => name !== optionsName);
  const parameters = own.map(({ name, type, required }) => {
    const { description, allowed, file } = facts.get(name) ?? {};
    const provider = providers.get(name);
    return {
      name,
      type: textOfType(type),
      required,
      ...(description === undefined ? {} : { description }),
      ...(allowed === undefined ? {} : { allowed }),
      ...(provider === undefined ? {} : { provider: `${connector}.${provider}` }),
      ...(file === undefined ? {} : { file }),
    };
  });
  const { example } = operation;
  const isShort = example !== undefined && JSON.stringify(example).length <= maxExample;
  return {
    ...summaryOfCommand(command),
    catalog: catalog?.record.id ?? '',
    description: (detail?.description ?? operation.description).slice(0, maxDescription),
    parameters: parameters.toSorted((one, other) => Number(other.required) - Number(one.required)),
    open: operation.open === true,
    result: textOfType(operation.result).slice(0, maxResult),
    ...(isShort ? { example } : {}),
  };
}
