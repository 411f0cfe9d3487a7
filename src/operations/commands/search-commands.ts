/** Searches the commands that the caller can call. */
import { z } from 'zod';
import { integer, listOf, objectOf, text } from '../../languages/output-fields.ts';
import type { Operation } from '../contract/operation.ts';
import { commandSummaryFields, summaryOfCommand } from './command-fields.ts';
import { type Command, commandsOf } from './command-set.ts';

const input = z.strictObject({
  query: z
    .string()
    .max(500)
    .default('')
    .describe('Words of its name, summary, path or parameters, such as “create issue”; typos are tolerated.'),
  vendor: z.string().max(40).optional().describe('Only of this vendor or connector.'),
  executionType: z.enum(['read', 'write', 'destructive']).optional().describe('Only of this kind.'),
  limit: z.int().min(1).max(100).default(10).describe('At most this many.'),
});

const found = objectOf({
  ...commandSummaryFields,
  required: listOf(text(), 'Names of required parameters.'),
});

const output = objectOf({
  commands: listOf(found, 'Best first.'),
  total: integer('Number of commands that were searched.'),
});

export type FoundCommands = z.infer<typeof output>;

export const searchCommands: Operation<z.infer<typeof input>, FoundCommands> = {
  name: 'commands.search',
  scope: 'workflows:query',
  writes: false,
  summary: 'Searches the commands of imported APIs and connectors.',
  rest: { method: 'GET', path: '/v1/commands', tag: 'catalogs' },
  verb: { name: 'commands search', args: { query: 'WORDS' } },
  tool: {
    name: 'command_search',
    title: 'Search commands',
    toolset: 'catalogs',
    answersInSnakeCase: true,
    description:
      'Finds commands of imported APIs and connectors. command_describe shows how to call one, command_run calls it; workflows call it with “call”.',
  },
  examples: [{ input: { query: 'create issue', limit: 5 } }],
  input,
  output,
  async perform(principal, { query, vendor, executionType, limit }, services) {
    const set = commandsOf(services, principal);
    const fits = (command: Command): boolean =>
      (vendor === undefined || command.connector === vendor) &&
      (executionType === undefined || summaryOfCommand(command).executionType === executionType);
    const fitsAt = (at: number): boolean => {
      const command = set.all[at];
      return command !== undefined && fits(command);
    };
    const hits: readonly Command[] =
      query.trim() === ''
        ? set.all.filter(fits).slice(0, limit)
        : set
            .search()
            .find(query, limit, fitsAt)
            .flatMap(({ at }) => set.all[at] ?? []);
    return {
      commands: hits.map((command) => ({
        ...summaryOfCommand(command),
        required: command.entry.parameters.flatMap(({ name, required }) => (required ? [name] : [])),
      })),
      total: set.all.filter(fits).length,
    };
  },
};
