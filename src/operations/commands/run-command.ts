/** Calls a command. One that only reads is called at once; any other needs a confirmation. */
import { z } from 'zod';
import type { Json } from '../../kernel/index.ts';
import { phrase } from '../../languages/index.ts';
import { json, objectOf, text } from '../../languages/output-fields.ts';
import type { Catalog } from '../catalog-store/catalogs.ts';
import type { Operation } from '../contract/operation.ts';
import { OperationError } from '../contract/operation-error.ts';
import { callCommand } from './call-command.ts';
import { commandField } from './command-fields.ts';
import { findCommand } from './command-set.ts';
import { fitOutput } from './fit-output.ts';

const input = z.strictObject({
  command: commandField,
  args: z.record(z.string().max(200), z.json()).default({}).describe('Arguments by name.'),
  pages: z.int().min(1).max(100).optional().describe('Maximum pages of a list. Default: 1.'),
  waitSeconds: z
    .int()
    .min(1)
    .max(600)
    .optional()
    .describe('Wait at most so long for work that the API only accepted (202).'),
  validate: z.boolean().optional().describe('Validate the result against its declared type.'),
});

type Input = z.infer<typeof input>;

const output = objectOf({
  command: text('Its id.'),
  output: json('The result.'),
});

const timeout = 60_000;
const maxShown = 2_000;
const maxPath = 300;

/** Of the API; empty if it has none. */
const addressOf = (catalog: Catalog): string =>
  catalog.record.baseUrl === '' ? (catalog.open().index.servers[0] ?? '') : catalog.record.baseUrl;

export type CommandResult = z.infer<typeof output>;

export const runCommand: Operation<Input, CommandResult> = {
  name: 'commands.run',
  scope: 'workflows:launch',
  writes: true,
  summary: 'Calls a command of an imported API or connector.',
  rest: { method: 'POST', path: '/v1/commands/{command}/run', tag: 'catalogs' },
  verb: { name: 'call' },
  tool: {
    name: 'command_run',
    title: 'Run a command',
    toolset: 'catalogs',
    answersInSnakeCase: true,
    description:
      'Calls one command. command_describe shows its arguments. The user must confirm a command that does not only read. For several steps, write a workflow instead.',
    hints: { destructiveHint: true, openWorldHint: true },
    bulky: ['output'],
    rest: 'Read less at once: fewer pages, or a filter.',
    present: (result) => {
      const { command, output: value } = result as { readonly command: string; readonly output: Json };
      return { command, ...fitOutput(value) };
    },
  },
  deadline: 'long',
  examples: [
    { input: { command: 'github repos:issues:list', args: { owner: 'octo', repo: 'hello' }, pages: 2 } },
  ],
  input,
  output,
  targetOf: (_, { command }) => command,
  async confirmation(principal, { command, args }, services) {
    const { id, entry, connector, catalog } = findCommand(services, principal, command);
    if (entry.reads) return null;
    // What would be refused needs no agreement.
    const built = catalog?.open().find(entry.name)?.build(args);
    if (built?.kind === 'problems') throw badArguments(id, built.problems);
    const written = JSON.stringify(services.redact?.(args) ?? args);
    const shown = written.length > maxShown ? `${written.slice(0, maxShown)}…` : written;
    const what = entry.summary === '' ? '' : ` (${entry.summary})`;
    const address = catalog === null ? '' : addressOf(catalog);
    const at = address === '' ? connector : address;
    const request = entry.method === '' ? '' : `: ${entry.method} ${entry.path.slice(0, maxPath)} at ${at}`;
    const loss = entry.method === 'DELETE' ? ' What it deletes may be lost for good.' : '';
    return {
      message: phrase`“${id}”${what} will be called with ${shown}${request}.${loss}`,
      bound: [id, entry.method, entry.path, catalog?.revision ?? ''],
      once: true,
    };
  },
  async perform(principal, { command, args, pages, waitSeconds, validate }, services) {
    const found = findCommand(services, principal, command);
    const options = {
      ...(pages === undefined ? {} : { pages }),
      ...(waitSeconds === undefined ? {} : { wait: waitSeconds }),
      ...(validate === undefined ? {} : { validate }),
    };
    const all = Object.keys(options).length === 0 ? args : { ...args, $call: options };
    const result = await callCommand(services, principal, found, all, {
      timeout: timeout * (pages === undefined ? 1 : 2) + (waitSeconds ?? 0) * 1_000,
    });
    return { command: found.id, output: result };
  },
};

const badArguments = (id: string, problems: readonly string[]): OperationError =>
  new OperationError({
    code: 'call_failed',
    message: `“${id}” was not called: ${problems.join(' ')}`,
    context: { command: id, failure: 'bad-arguments' },
  });
